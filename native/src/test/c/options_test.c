/* The option text, taken apart. */

#include "options.h"

#include <string.h>

#include "check.h"

static int complaints;
static char last_key[64];
static char last_why[128];

static void complain(const char *key, const char *why) {
  CHECK(why[0] != '\0');
  snprintf(last_key, sizeof(last_key), "%s", key);
  snprintf(last_why, sizeof(last_why), "%s", why);
  complaints++;
}

static struct options parse(const char *text) {
  static struct options options;
  complaints = 0;
  options_parse(text, &options, complain);
  return options;
}

static void nothing_given_leaves_everything_unset(void) {
  struct options options = parse(NULL);
  CHECK(complaints == 0 && options.folder[0] == '\0' && options.java == CHOICE_UNSET);
  options = parse("");
  CHECK(complaints == 0 && options.final_dump == CHOICE_UNSET);
}

static void values_are_percent_decoded(void) {
  struct options options = parse("folder=/a%20b%2Cc%25d,final=true,java=false,agent=/%C3%A4.jar");
  CHECK(complaints == 0);
  CHECK(strcmp(options.folder, "/a b,c%d") == 0);
  CHECK(strcmp(options.agent, "/\xC3\xA4.jar") == 0);
  CHECK(options.final_dump == CHOICE_TRUE && options.java == CHOICE_FALSE && options.active == CHOICE_UNSET);
}

static void a_bad_pair_is_told_and_the_others_hold(void) {
  struct options options = parse("nonsense,hook=maybe,folder=%4,folder=%zz,agent=,=x,descriptor=%00,follow=true");
  CHECK(complaints == 7);
  CHECK(options.hook == CHOICE_UNSET && options.folder[0] == '\0' && options.descriptor[0] == '\0');
  CHECK(options.follow == CHOICE_TRUE);
  parse("fold=x");
  CHECK(complaints == 1 && strcmp(last_key, "fold") == 0 && strstr(last_why, "nearest is folder") != NULL);
  parse("java");
  CHECK(complaints == 1 && strcmp(last_key, "java") == 0 && strstr(last_why, "'\"java=true\"'") != NULL);
  parse("javva");
  CHECK(complaints == 1 && strcmp(last_why, "it has no value") == 0);
  parse("dump.keep=1");
  CHECK(complaints == 1 && strstr(last_why, "nearest is dumps.keep") != NULL);
}

static void what_is_the_java_halfs_is_passed_over(void) {
  struct options options = parse("listen=0.0.0.0:9443,token.file=,dumps.keep=many,hook=false,tls.key=%zz");
  CHECK(complaints == 0 && options.hook == CHOICE_FALSE);
  parse("listen");
  CHECK(complaints == 1);
}

static void only_what_is_not_set_takes_an_offer(void) {
  struct options options = parse("hook=false,folder=/set");
  CHECK(options_offer("hook", "true", &options) == NULL && options.hook == CHOICE_FALSE);
  CHECK(options_offer("folder", "/offered", &options) == NULL && strcmp(options.folder, "/set") == 0);
  CHECK(options_offer("descriptor", "/100%", &options) == NULL && strcmp(options.descriptor, "/100%") == 0);
  CHECK(options_offer("final", "yes", &options) != NULL && options.final_dump == CHOICE_UNSET);
  CHECK(options_offer("listen", "x", &options) == NULL && options_offer("unknown", "x", &options) == NULL);
  for (unsigned i = 0; options_key(i) != NULL; i++) {
    CHECK(strcmp(options_key(i), "listen") != 0);
  }
  CHECK(options_offer("config", "", &options) == NULL && options_offer("agent", "", &options) != NULL);
}

static void a_path_that_does_not_fit_is_refused_whole(void) {
  static char text[2 * PATH_MAX];
  memset(text, 'x', sizeof(text) - 1);
  memcpy(text, "folder=", 7);
  struct options options = parse(text);
  CHECK(complaints == 1 && options.folder[0] == '\0');
}

static void what_is_encoded_decodes_to_itself(void) {
  const char *value = "/odd, folder%/\xF0\x9F\x98\x80\t";
  char text[256];
  char back[256];
  CHECK(options_encode(value, text, sizeof(text)));
  CHECK(strchr(text, ',') == NULL && strchr(text, ' ') == NULL);
  CHECK(options_decode(text, strlen(text), back, sizeof(back)));
  CHECK(strcmp(value, back) == 0);
  CHECK(!options_encode(value, text, 8));
  CHECK(!options_decode("abc", 3, back, 3));
  CHECK(options_decode("abc", 3, back, 4));
}

int main(void) {
  what_is_the_java_halfs_is_passed_over();
  only_what_is_not_set_takes_an_offer();
  nothing_given_leaves_everything_unset();
  values_are_percent_decoded();
  a_bad_pair_is_told_and_the_others_hold();
  a_path_that_does_not_fit_is_refused_whole();
  what_is_encoded_decodes_to_itself();
  return 0;
}
