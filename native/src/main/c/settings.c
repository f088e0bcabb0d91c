/* The weaker sources of the options: system properties, the environment, a file. The Java half reads the same. */

#include "settings.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_status.h"
#include "folder.h"

enum { MOST_FILE_BYTES = 64 << 10, WHERE_BYTES = PATH_MAX + 64 };

static void offer(const char *key, const char *value, const char *where, struct options *options,
                  options_complaint *complain) {
  const char *why = options_offer(key, value, options);
  if (why != NULL) {
    complain(where, why);
  }
}

static void read_properties(struct options *options, jvmtiEnv *jvmti, options_complaint *complain) {
  const char *key;
  for (unsigned i = 0; (key = options_key(i)) != NULL; i++) {
    char name[64];
    char *value = NULL;
    snprintf(name, sizeof(name), "jemscope.%s", key);
    if ((*jvmti)->GetSystemProperty(jvmti, name, &value) == JVMTI_ERROR_NONE && value != NULL) {
      offer(key, value, name, options, complain);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)value);
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

/* Whether only this user, root, and a group that they trust can have written it, or put it there. */
static bool is_trusted(const char *path, const struct stat *status) {
  static char why[FOLDER_WHY_BYTES]; /* large for a stack; loads take turns */
  bool ours = status->st_uid == geteuid() || status->st_uid == 0;
  char *real = realpath(path, NULL); /* the folders count that a link leads to */
  bool trusted = S_ISREG(status->st_mode) && ours && (status->st_mode & S_IWOTH) == 0 && real != NULL &&
                 folder_lies_safe(real, why);
  free(real);
  return trusted;
}

/* The file's text; NULL if it can't be used, which the Java half reports. */
static char *read_whole(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  char *text = NULL;
  if (file >= 0 && file_status_of_open(file, &status) == 0 && is_trusted(path, &status) &&
      status.st_size <= MOST_FILE_BYTES) {
    text = calloc(MOST_FILE_BYTES + 1, 1);
  }
  size_t length = 0;
  while (text != NULL && length < MOST_FILE_BYTES) {
    ssize_t count = read(file, text + length, MOST_FILE_BYTES - length);
    if (count <= 0) {
      break;
    }
    length += (size_t)count;
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

void settings_complete(struct options *options, jvmtiEnv *jvmti, options_complaint *complain) {
  if (jvmti != NULL) {
    read_properties(options, jvmti, complain);
  }
  read_environment(options, complain);
  read_file(options, complain);
}
