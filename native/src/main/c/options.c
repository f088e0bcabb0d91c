/* The text behind -agentpath:…=, taken apart. Knows nothing of the JVM, so that it can be tested alone. */

#include "options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool options_decode(const char *text, unsigned long length, char *value, unsigned long size) {
  size_t out = 0;
  for (size_t in = 0; in < length; in++) {
    char c = text[in];
    if (c == '%') {
      int high = length - in > 2 ? hex_digit(text[in + 1]) : -1;
      int low = length - in > 2 ? hex_digit(text[in + 2]) : -1;
      if (high < 0 || low < 0 || (high == 0 && low == 0)) { /* %00 would end the value unseen */
        return false;
      }
      c = (char)(high * 16 + low);
      in += 2;
    }
    if (out + 1 >= size) {
      return false;
    }
    value[out++] = c;
  }
  if (out >= size) {
    return false;
  }
  value[out] = '\0';
  return true;
}

bool options_encode(const char *value, char *text, unsigned long size) {
  size_t out = 0;
  for (; *value != '\0'; value++) {
    unsigned char c = (unsigned char)*value;
    bool plain = c > ' ' && c != '%' && c != ',' && c != 0x7f;
    if (out + (plain ? 1 : 3) >= size) {
      return false;
    }
    if (plain) {
      text[out++] = (char)c;
    } else {
      snprintf(text + out, 4, "%%%02X", c);
      out += 3;
    }
  }
  text[out] = '\0';
  return true;
}

struct key {
  const char *name;
  size_t offset;
  bool is_path;
};

static const struct key keys[] = {
    {"folder", offsetof(struct options, folder), true},
    {"agent", offsetof(struct options, agent), true},
    {"descriptor", offsetof(struct options, descriptor), true},
    {"final", offsetof(struct options, final_dump), false},
    {"active", offsetof(struct options, active), false},
    {"hook", offsetof(struct options, hook), false},
    {"java", offsetof(struct options, java), false},
    {"follow", offsetof(struct options, follow), false},
};

/* Answers why the value is bad, or NULL. */
static const char *assign(const struct key *key, const char *text, size_t length, struct options *options) {
  char *field = (char *)options + key->offset;
  char value[PATH_MAX];
  if (!options_decode(text, length, value, sizeof(value))) {
    return "its value is not percent-encoded as it should be, or too long";
  }
  if (key->is_path) {
    if (value[0] == '\0') {
      return "its value is empty";
    }
    strcpy(field, value);
    return NULL;
  }
  enum choice choice;
  if (strcmp(value, "true") == 0) {
    choice = CHOICE_TRUE;
  } else if (strcmp(value, "false") == 0) {
    choice = CHOICE_FALSE;
  } else {
    return "its value is neither true nor false";
  }
  memcpy(field, &choice, sizeof(choice));
  return NULL;
}

static void parse_pair(const char *pair, size_t length, struct options *options, options_complaint *complain) {
  const char *equals = memchr(pair, '=', length);
  size_t key_length = equals == NULL ? length : (size_t)(equals - pair);
  char name[64];
  snprintf(name, sizeof(name), "%.*s", (int)(key_length < sizeof(name) ? key_length : sizeof(name) - 1), pair);
  if (equals == NULL) {
    complain(name, "it has no value");
    return;
  }
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
    if (strlen(keys[i].name) == key_length && memcmp(keys[i].name, pair, key_length) == 0) {
      const char *why = assign(&keys[i], equals + 1, length - key_length - 1, options);
      if (why != NULL) {
        complain(name, why);
      }
      return;
    }
  }
  complain(name, "there is no such option");
}

void options_parse(const char *text, struct options *options, options_complaint *complain) {
  memset(options, 0, sizeof(*options));
  while (text != NULL && *text != '\0') {
    size_t length = strcspn(text, ",");
    if (length > 0) {
      parse_pair(text, length, options, complain);
    }
    text += length;
    text += *text == ',' ? 1 : 0;
  }
}
