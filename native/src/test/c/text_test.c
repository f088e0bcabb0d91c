/* Text between the JVM and everybody else. */

#include "text.h"

#include <string.h>

#include "check.h"

static void standard_is(const char *modified, const char *expected) {
  char text[64];
  strcpy(text, modified);
  text_to_standard(text);
  CHECK(strcmp(text, expected) == 0);
}

static void printable_is(const char *text, const char *expected) {
  char printable[8];
  text_to_printable(text, printable, sizeof(printable));
  CHECK(strcmp(printable, expected) == 0);
}

int main(void) {
  standard_is("plain \xC3\xA4", "plain \xC3\xA4");
  standard_is("\xED\xA0\xBD\xED\xB8\x80!", "\xF0\x9F\x98\x80!"); /* U+1F600 as two surrogates */
  standard_is("a\xC0\x80z", "a?z");
  standard_is("\xED\xA0\xBD", "\xED\xA0\xBD"); /* half a pair: left as it came */
  standard_is("\xED\xA0", "\xED\xA0");
  printable_is("w\xC3\xB6rk", "w?rk");
  printable_is("a\nb", "a?b");
  printable_is("longer than it", "longer ");
  printable_is("\xF0\x9F\x98\x80", "?");
  return 0;
}
