/* Parses the text behind -agentpath:…=. Needs no JVM, so that it can be tested alone. */

#include "options.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool options_decode(const char *text, unsigned long length, char *value, unsigned long size) {
  size_t out = 0;
  for (size_t in = 0; in < length; in++) {
    char c = text[in];
    if (c == '%') {
      char digits[3] = "";
      memcpy(digits, text + in + 1, length - in > 2 ? 2 : 0);
      c = (char)strtol(digits, NULL, 16);
      if (!isxdigit((unsigned char)digits[0]) || !isxdigit((unsigned char)digits[1]) || c == '\0') {
        return false; /* also %00, which would end the value */
      }
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

enum kind { KIND_CHOICE, KIND_PATH, KIND_SHARED_PATH, KIND_JAVAS };

struct key {
  const char *name;
  size_t offset;
  enum kind kind;
};

/* All keys there are. Those of KIND_JAVAS are the Java half's, which has the same list: Key.java, held to this by a
 * test. */
static const struct key keys[] = {
    {"folder", offsetof(struct options, folder), KIND_SHARED_PATH},
    {"agent", offsetof(struct options, agent), KIND_PATH},
    {"descriptor", offsetof(struct options, descriptor), KIND_SHARED_PATH},
    {"config", offsetof(struct options, config), KIND_SHARED_PATH},
    {"final", offsetof(struct options, final_dump), KIND_CHOICE},
    {"active", offsetof(struct options, active), KIND_CHOICE},
    {"hook", offsetof(struct options, hook), KIND_CHOICE},
    {"births", offsetof(struct options, births), KIND_CHOICE},
    {"mmap", offsetof(struct options, mmap), KIND_CHOICE},
    {"java", offsetof(struct options, java), KIND_CHOICE},
    {"follow", offsetof(struct options, follow), KIND_CHOICE},
    {"listen", 0, KIND_JAVAS},
    {"insecure", 0, KIND_JAVAS},
    {"hosts", 0, KIND_JAVAS},
    {"tls.keystore", 0, KIND_JAVAS},
    {"tls.password.file", 0, KIND_JAVAS},
    {"tls.certificate", 0, KIND_JAVAS},
    {"tls.key", 0, KIND_JAVAS},
    {"tls.clients", 0, KIND_JAVAS},
    {"tls.clients.readonly", 0, KIND_JAVAS},
    {"token.file", 0, KIND_JAVAS},
    {"readtoken.file", 0, KIND_JAVAS},
    {"dumps.keep", 0, KIND_JAVAS},
    {"dumps.bytes", 0, KIND_JAVAS},
    {"dumps.stay", 0, KIND_JAVAS},
    {"dump.interval", 0, KIND_JAVAS},
    {"history", 0, KIND_JAVAS},
    {"history.every", 0, KIND_JAVAS},
    {"history.bytes", 0, KIND_JAVAS},
    {"history.age", 0, KIND_JAVAS},
    {"watch", 0, KIND_JAVAS},
    {"watch.keep", 0, KIND_JAVAS},
    {"watch.command", 0, KIND_JAVAS},
    {"watch.webhook", 0, KIND_JAVAS},
    {"runs.keep", 0, KIND_JAVAS},
    {"jmx", 0, KIND_JAVAS},
    {"jmx.dump", 0, KIND_JAVAS},
    {"jfr", 0, KIND_JAVAS},
    {"ledger.large", 0, KIND_JAVAS},
    {"audit", 0, KIND_JAVAS},
};

enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

static const struct key *find(const char *name, size_t length) {
  for (unsigned i = 0; i < KEYS; i++) {
    if (strlen(keys[i].name) == length && memcmp(keys[i].name, name, length) == 0) {
      return &keys[i];
    }
  }
  return NULL;
}

const char *options_key(unsigned number) {
  return number < KEYS && keys[number].kind != KIND_JAVAS ? keys[number].name : NULL;
}

/* How many characters lie between the common beginning of two words and their common end. */
static size_t difference(const char *one, const char *other) {
  while (*one != '\0' && *one == *other) {
    one++;
    other++;
  }
  size_t left = strlen(one);
  size_t right = strlen(other);
  while (left > 0 && right > 0 && one[left - 1] == other[right - 1]) {
    left--;
    right--;
  }
  return left > right ? left : right;
}

static const char *nearest(const char *name) {
  const char *nearest_name = keys[0].name;
  size_t least = SIZE_MAX;
  for (unsigned i = 0; i < KEYS; i++) {
    size_t away = difference(name, keys[i].name);
    if (away < least) {
      least = away;
      nearest_name = keys[i].name;
    }
  }
  return nearest_name;
}

/* Why the value is bad, or NULL. */
static const char *assign(const struct key *key, const char *value, struct options *options) {
  void *field = (char *)options + key->offset;
  if (key->kind == KIND_CHOICE) {
    bool is_true = strcmp(value, "true") == 0;
    if (!is_true && strcmp(value, "false") != 0) {
      return "its value is neither true nor false";
    }
    *(enum choice *)field = is_true ? CHOICE_TRUE : CHOICE_FALSE;
    return NULL;
  }
  if (value[0] == '\0') {
    return "its value is empty";
  }
  if (strlen(value) >= PATH_MAX) {
    return "its value is too long";
  }
  strcpy(field, value);
  return NULL;
}

static const char *assign_encoded(const struct key *key, const char *text, size_t length, struct options *options) {
  char value[PATH_MAX];
  return options_decode(text, length, value, sizeof(value))
             ? assign(key, value, options)
             : "its value is not percent-encoded as it should be, or too long";
}

const char *options_offer(const char *name, const char *value, struct options *options) {
  const struct key *key = find(name, strlen(name));
  if (key == NULL || key->kind == KIND_JAVAS) {
    return NULL;
  }
  const void *field = (const char *)options + key->offset;
  bool is_set = key->kind == KIND_CHOICE ? *(const enum choice *)field != CHOICE_UNSET : *(const char *)field != '\0';
  const char *why = is_set ? NULL : assign(key, value, options);
  return key->kind == KIND_SHARED_PATH ? NULL : why;
}

static void parse_pair(const char *pair, size_t length, struct options *options, options_complaint *complain) {
  const char *equals = memchr(pair, '=', length);
  size_t key_length = equals == NULL ? length : (size_t)(equals - pair);
  char name[64];
  snprintf(name, sizeof(name), "%.*s", (int)key_length, pair);
  if (equals == NULL) {
    /* jcmd takes an unquoted java=true for an argument of its own and passes on "java". */
    complain(name, find(pair, length) == NULL
                       ? "it has no value"
                       : "it has no value; jcmd needs quotes within quotes: JVMTI.agent_load LIBRARY '\"java=true\"'");
    return;
  }
  const struct key *key = find(pair, key_length);
  if (key == NULL) {
    char why[128];
    snprintf(why, sizeof(why), "there is no such option; the nearest is %s", nearest(name));
    complain(name, why);
  } else if (key->kind != KIND_JAVAS) {
    const char *why = assign_encoded(key, equals + 1, length - key_length - 1, options);
    if (why != NULL) {
      complain(name, why);
    }
  }
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
