/* See control_json.h. */

#include "control_json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(const char **at) { *at += strspn(*at, " \t\r\n"); }

static bool skip(const char **at, char wanted) {
  skip_blanks(at);
  bool found = **at == wanted;
  *at += found ? 1 : 0;
  return found;
}

/* As UTF-8; characters beyond the first 65536 aren't needed in a label. */
static size_t encode(unsigned long character, char bytes[3]) {
  if (character < 0x80) {
    bytes[0] = (char)character;
    return 1;
  }
  if (character < 0x800) {
    bytes[0] = (char)(0xC0 | character >> 6);
    bytes[1] = (char)(0x80 | (character & 0x3F));
    return 2;
  }
  bytes[0] = (char)(0xE0 | character >> 12);
  bytes[1] = (char)(0x80 | (character >> 6 & 0x3F));
  bytes[2] = (char)(0x80 | (character & 0x3F));
  return 3;
}

/* Reads what stands behind a backslash; 0 if it isn't valid. */
static size_t read_escaped(const char **at, char bytes[3]) {
  static const char letters[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
  char letter = *(*at)++;
  if (letter == 'u') {
    char digits[5] = "";
    for (int i = 0; i < 4; i++) {
      if (!isxdigit((unsigned char)**at)) {
        return 0;
      }
      digits[i] = *(*at)++;
    }
    unsigned long character = strtoul(digits, NULL, 16);
    bool is_half = character >= 0xD800 && character < 0xE000;
    return character == 0 || is_half ? 0 : encode(character, bytes);
  }
  for (const char *pair = letters; letter != '\0' && *pair != '\0'; pair += 2) {
    if (*pair == letter) {
      bytes[0] = pair[1];
      return 1;
    }
  }
  return 0;
}

static bool read_text(const char **at, char *text, size_t room) {
  size_t used = 0;
  if (!skip(at, '"')) {
    return false;
  }
  while (**at != '"') {
    char bytes[3];
    size_t length = 1;
    if (**at == '\\') {
      (*at)++;
      length = read_escaped(at, bytes);
    } else if ((unsigned char)**at < ' ') {
      return false; /* the end among them */
    } else {
      bytes[0] = *(*at)++;
    }
    if (length == 0 || used + length >= room) {
      return false;
    }
    memcpy(text + used, bytes, length);
    used += length;
  }
  (*at)++;
  text[used] = '\0';
  return true;
}

static bool read_word(const char **at, const char *word) {
  bool found = strncmp(*at, word, strlen(word)) == 0;
  *at += found ? strlen(word) : 0;
  return found;
}

static bool read_value(const char **at, struct json_member *member) {
  static const char *const words[] = {[JSON_TRUE] = "true", [JSON_FALSE] = "false", [JSON_NULL] = "null"};
  skip_blanks(at);
  if (**at == '"') {
    member->kind = JSON_TEXT;
    return read_text(at, member->text, sizeof(member->text));
  }
  for (int kind = JSON_TRUE; kind <= JSON_NULL; kind++) {
    if (read_word(at, words[kind])) {
      member->kind = (enum json_kind)kind;
      return true;
    }
  }
  char *end;
  member->kind = JSON_NUMBER;
  member->number = strtoll(*at, &end, 10);
  size_t digits = (size_t)(end - *at);
  *at = end;
  return digits > 0 && digits < 19 && strchr(".eE", *end) == NULL;
}

static bool read_member(const char **at, struct json_member *member) {
  return read_text(at, member->name, sizeof(member->name)) && skip(at, ':') && read_value(at, member);
}

bool json_read(const char *text, struct json_object *object) {
  const char *at = text;
  object->count = 0;
  skip_blanks(&at);
  if (*at == '\0') {
    return true;
  }
  if (!skip(&at, '{')) {
    return false;
  }
  if (!skip(&at, '}')) {
    do {
      if (object->count == JSON_MEMBERS || !read_member(&at, &object->members[object->count++])) {
        return false;
      }
    } while (skip(&at, ','));
    if (!skip(&at, '}')) {
      return false;
    }
  }
  skip_blanks(&at);
  return *at == '\0';
}

const struct json_member *json_find(const struct json_object *object, const char *name) {
  for (int i = 0; i < object->count; i++) {
    const struct json_member *member = &object->members[i];
    if (strcmp(member->name, name) == 0) {
      return member->kind == JSON_NULL ? NULL : member;
    }
  }
  return NULL;
}

void json_write_text(FILE *out, const char *text) {
  if (text == NULL) {
    fputs("null", out);
    return;
  }
  fputc('"', out);
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < ' ') {
      fprintf(out, "\\u%04x", c);
    } else {
      if (c == '"' || c == '\\') {
        fputc('\\', out);
      }
      fputc(c, out);
    }
  }
  fputc('"', out);
}
