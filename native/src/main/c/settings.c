/* The weaker sources of the options: system properties, the environment, a file. The Java half reads them alike. */

#include "settings.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ancestors.h"
#include "file_status.h"

enum { MOST_FILE_BYTES = 64 << 10, WHERE_BYTES = PATH_MAX + 64 };

static void offer(const char *key, const char *value, const char *where, struct options *options,
                  options_complaint *complain) {
  const char *why = options_offer(key, value, options);
  if (why != NULL && !options_is_shared(key)) {
    complain(where, why);
  }
}

static void read_properties(struct options *options, settings_property *property, options_complaint *complain) {
  static char value[PATH_MAX]; /* large for a stack; loads take turns */
  const char *key;
  for (unsigned i = 0; (key = options_key(i)) != NULL; i++) {
    char name[64];
    snprintf(name, sizeof(name), "jemscope.%s", key);
    if (property(name, value, sizeof(value))) {
      offer(key, value, name, options, complain);
    }
  }
}

static void read_environment(struct options *options, options_complaint *complain) {
  const char *key;
  for (unsigned i = 0; (key = options_key(i)) != NULL; i++) {
    char name[64];
    snprintf(name, sizeof(name), "JEMSCOPE_%s", key);
    for (char *c = name; *c != '\0'; c++) {
      *c = *c == '.' ? '_' : (char)toupper((unsigned char)*c);
    }
    const char *value = getenv(name);
    if (value != NULL && value[0] != '\0') { /* empty is how a unit file or a manifest unsets one */
      offer(key, value, name, options, complain);
    }
  }
}

/* Whether nobody can have written it but this user, root, and a group that they trust. */
static bool is_trusted(const struct stat *status) {
  bool ours = status->st_uid == geteuid() || status->st_uid == 0;
  return S_ISREG(status->st_mode) && ours && (status->st_mode & S_IWOTH) == 0;
}

/* Nor replaced it: the folders above it are safe, where links in its path lead. */
static bool lies_safe(const char *path) {
  static char at[PATH_MAX]; /* large for a stack; loads take turns */
  char *real = realpath(path, NULL);
  bool safe = real != NULL && ancestors_look(real, at) == ANCESTORS_SAFE;
  free(real);
  return safe;
}

/* The file's text, closed by a null; NULL where it can't be used, of which the Java half tells. */
static char *read_whole(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  char *text = NULL;
  if (file >= 0 && file_status_of_open(file, &status) == 0 && is_trusted(&status) &&
      lies_safe(path) && status.st_size <= MOST_FILE_BYTES) {
    text = malloc(MOST_FILE_BYTES + 1);
  }
  size_t length = 0;
  while (text != NULL && length < MOST_FILE_BYTES) {
    ssize_t count = read(file, text + length, MOST_FILE_BYTES - length);
    if (count <= 0) {
      break;
    }
    length += (size_t)count;
  }
  if (text != NULL) {
    text[length] = '\0';
  }
  if (file >= 0) {
    close(file);
  }
  return text;
}

static char *strip(char *text) {
  while (isspace((unsigned char)*text)) {
    text++;
  }
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) {
    text[--length] = '\0';
  }
  return text;
}

static void read_line(char *line, const char *path, int number, struct options *options, options_complaint *complain) {
  static char where[WHERE_BYTES];
  char *equals = strchr(line, '=');
  if (equals == NULL || line[0] == '#') {
    return;
  }
  *equals = '\0';
  const char *key = strip(line);
  if (strcmp(key, "config") != 0) { /* a file can't name another */
    snprintf(where, sizeof(where), "%s (%s, line %d)", key, path, number);
    offer(key, strip(equals + 1), where, options, complain);
  }
}

static void read_file(struct options *options, options_complaint *complain) {
  char *text = options->config[0] == '\0' ? NULL : read_whole(options->config);
  char *line = text;
  for (int number = 1; line != NULL; number++) {
    char *end = strchr(line, '\n');
    if (end != NULL) {
      *end = '\0';
    }
    read_line(strip(line), options->config, number, options, complain);
    line = end == NULL ? NULL : end + 1;
  }
  free(text);
}

void settings_complete(struct options *options, settings_property *property, options_complaint *complain) {
  read_properties(options, property, complain);
  read_environment(options, complain);
  read_file(options, complain);
}
