/* What the options leave open, from the weaker sources. */

#include "settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static int complaints;
static char last_key[PATH_MAX];
static const char *property_name;
static const char *property_value;

static void complain(const char *key, const char *why) {
  CHECK(why[0] != '\0');
  snprintf(last_key, sizeof(last_key), "%s", key);
  complaints++;
}

static jvmtiError JNICALL property(jvmtiEnv *jvmti, const char *name, char **value) {
  (void)jvmti;
  bool known = property_name != NULL && strcmp(name, property_name) == 0;
  *value = known ? strdup(property_value) : NULL;
  return known ? JVMTI_ERROR_NONE : JVMTI_ERROR_NOT_AVAILABLE;
}

static jvmtiError JNICALL deallocate(jvmtiEnv *jvmti, unsigned char *memory) {
  (void)jvmti;
  free(memory);
  return JVMTI_ERROR_NONE;
}

static struct options complete(const char *text) {
  static const struct jvmtiInterface_1_ functions = {.GetSystemProperty = property, .Deallocate = deallocate};
  jvmtiEnv jvmti = &functions;
  static struct options options;
  complaints = 0;
  last_key[0] = '\0';
  options_parse(text, &options, complain);
  settings_complete(&options, &jvmti, complain);
  return options;
}

static void write_file(const char *path, const char *text, mode_t mode) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  fputs(text, file);
  fclose(file);
  CHECK(chmod(path, mode) == 0);
}

static void nothing_said_leaves_everything_unset(void) {
  struct options options = complete(NULL);
  CHECK(complaints == 0 && options.final_dump == CHOICE_UNSET && options.folder[0] == '\0');
}

static void a_stronger_source_hides_a_weaker(const char *path) {
  write_file(path, "# a comment\n\n final = false \nactive=false\r\nhook=false\nfollow=false\nfolder=/a b\n", 0644);
  setenv("JEMSCOPE_CONFIG", path, 1);
  setenv("JEMSCOPE_FINAL", "false", 1);
  setenv("JEMSCOPE_ACTIVE", "false", 1);
  setenv("JEMSCOPE_HOOK", "true", 1);
  setenv("JEMSCOPE_FOLDER", "", 1);
  property_name = "jemscope.active";
  property_value = "true";
  struct options options = complete("final=true");
  CHECK(complaints == 0);
  CHECK(options.final_dump == CHOICE_TRUE);
  CHECK(options.active == CHOICE_TRUE);
  CHECK(options.hook == CHOICE_TRUE);
  CHECK(options.follow == CHOICE_FALSE);
  CHECK(options.java == CHOICE_UNSET);
  CHECK(strcmp(options.folder, "/a b") == 0);
}

static void what_is_bad_is_told_with_where_it_stood(const char *path) {
  write_file(path, "no line\nconfig=/elsewhere\ndumps.keep=x\nunknown=1\nhook = perhaps\n", 0644);
  setenv("JEMSCOPE_CONFIG", path, 1);
  unsetenv("JEMSCOPE_HOOK");
  unsetenv("JEMSCOPE_FINAL");
  unsetenv("JEMSCOPE_ACTIVE");
  property_name = NULL;
  struct options options = complete("");
  CHECK(complaints == 1 && options.hook == CHOICE_UNSET);
  CHECK(strncmp(last_key, "hook (", 6) == 0 && strstr(last_key, ", line 5)") != NULL);

  setenv("JEMSCOPE_FINAL", "1", 1);
  complete("config=/nowhere");
  CHECK(complaints == 1 && strcmp(last_key, "JEMSCOPE_FINAL") == 0);
  unsetenv("JEMSCOPE_FINAL");
}

static void a_file_that_anybody_may_write_is_not_read(const char *path) {
  write_file(path, "final=true\n", 0666);
  CHECK(complete("").final_dump == CHOICE_UNSET);
  write_file(path, "final=true", 0644);
  CHECK(complete("").final_dump == CHOICE_TRUE);
  CHECK(complete("config=/").final_dump == CHOICE_UNSET);
}

/* Only root can give a file away. */
static void another_users_file_is_not_read(const char *path) {
  enum { SOMEBODY = 4711 };
  if (geteuid() == 0) {
    write_file(path, "final=true\n", 0644);
    CHECK(chown(path, SOMEBODY, (gid_t)-1) == 0);
    CHECK(complete("").final_dump == CHOICE_UNSET);
    CHECK(chown(path, 0, (gid_t)-1) == 0);
    CHECK(complete("").final_dump == CHOICE_TRUE);
  }
}

/* Who may write to its folder can put another file in its place, also where a link leads there. */
static void a_file_that_anybody_may_replace_is_not_read(void) {
  char folder[] = "/tmp/jemscope-settings-test-XXXXXX";
  char path[PATH_MAX];
  char link[PATH_MAX];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof(path), "%s/settings", folder);
  snprintf(link, sizeof(link), "%s.link", folder);
  write_file(path, "final=true\n", 0644);
  CHECK(symlink(path, link) == 0);
  setenv("JEMSCOPE_CONFIG", link, 1);
  CHECK(complete("").final_dump == CHOICE_TRUE);
  CHECK(chmod(folder, 0777) == 0 && complete("").final_dump == CHOICE_UNSET);
  CHECK(chmod(folder, 01777) == 0 && complete("").final_dump == CHOICE_TRUE);
  CHECK(unlink(link) == 0 && unlink(path) == 0 && rmdir(folder) == 0);
}

int main(void) {
  char path[] = "/tmp/jemscope-settings-test-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  nothing_said_leaves_everything_unset();
  a_stronger_source_hides_a_weaker(path);
  what_is_bad_is_told_with_where_it_stood(path);
  a_file_that_anybody_may_write_is_not_read(path);
  another_users_file_is_not_read(path);
  unlink(path);
  a_file_that_anybody_may_replace_is_not_read();
  return 0;
}
