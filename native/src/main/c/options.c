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
    {"runs.keep", 0, KIND_JAVAS},
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

bool options_is_shared(const char *name) {
  const struct key *key = find(name, strlen(name));
  return key != NULL && key->kind == KIND_SHARED_PATH;
}

/* How many characters of one word have to be put in, taken out or changed to make it the other (Levenshtein). */
static unsigned distance(const char *one, const char *other) {
  unsigned row[64];
  size_t width = strlen(other);
  if (width >= sizeof(row) / sizeof(row[0])) {
    return UINT_MAX;
  }
  for (unsigned j = 0; j <= width; j++) {
    row[j] = j;
  }
  for (unsigned i = 1; one[i - 1] != '\0'; i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= width; j++) {
      unsigned changed = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
      unsigned moved = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      diagonal = row[j];
      row[j] = changed < moved ? changed : moved;
    }
  }
  return row[width];
}

static const char *nearest(const char *name) {
  const char *nearest_name = keys[0].name;
  unsigned least = UINT_MAX;
  for (unsigned i = 0; i < KEYS; i++) {
    unsigned away = distance(name, keys[i].name);
    if (away < least) {
      least = away;
      nearest_name = keys[i].name;
    }
  }
  return nearest_name;
}

/* Answers why the value is bad, or NULL. */
static const char *assign(const struct key *key, const char *value, struct options *options) {
  char *field = (char *)options + key->offset;
  if (key->kind != KIND_CHOICE) {
    if (value[0] == '\0') {
      return "its value is empty";
    }
    if (strlen(value) >= PATH_MAX) {
      return "its value is too long";
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
  const char *field = (const char *)options + key->offset;
  enum choice choice = CHOICE_UNSET;
  if (key->kind == KIND_CHOICE) {
    memcpy(&choice, field, sizeof(choice));
  }
  bool is_set = key->kind == KIND_CHOICE ? choice != CHOICE_UNSET : field[0] != '\0';
  return is_set ? NULL : assign(key, value, options);
}

static void parse_pair(const char *pair, size_t length, struct options *options, options_complaint *complain) {
  const char *equals = memchr(pair, '=', length);
  size_t key_length = equals == NULL ? length : (size_t)(equals - pair);
  char name[64];
  snprintf(name, sizeof(name), "%.*s", (int)(key_length < sizeof(name) ? key_length : sizeof(name) - 1), pair);
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
