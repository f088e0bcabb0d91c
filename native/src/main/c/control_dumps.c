/* See control_dumps.h. */

#include "control_dumps.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "control_json.h"
#include "dump.h"
#include "file_status.h"
#include "runtime_folder.h"

static char chosen_folder[PATH_MAX];

/* A ring: the next one takes the place of the oldest. */
static struct control_dump dumps[DUMPS_KEPT];
static unsigned written;

void control_dumps_open(const char *folder) { snprintf(chosen_folder, sizeof(chosen_folder), "%s", folder); }

/* The chosen folder may belong to the user that a server was before it gave up its rights. */
static bool find_folder(char folder[PATH_MAX], char why[FOLDER_WHY_BYTES]) {
  if (chosen_folder[0] != '\0' && folder_is_fit(chosen_folder, true, why)) {
    strcpy(folder, chosen_folder);
    return true;
  }
  static const char below[] = "/dumps/2147483647";
  if (!runtime_folder_make(folder, PATH_MAX - sizeof(below), why)) {
    return false;
  }
  size_t length = strlen(folder);
  snprintf(folder + length, PATH_MAX - length, "/dumps/%ld", (long)getpid());
  return folder_is_fit(folder, true, why);
}

static void name(struct control_dump *dump) {
  struct timespec now;
  struct tm utc;
  char date[32];
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &utc);
  strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &utc);
  dump->made = now.tv_sec;
  snprintf(dump->id, sizeof(dump->id), "%ld.%s-%03d.%04u.%s", (long)getpid(), date, (int)(now.tv_nsec / 1000000),
           dump->number, dump->kind);
}

static void evict(struct control_dump *dump) {
  char symbols[PATH_MAX + 16];
  if (dump->id[0] != '\0') {
    snprintf(symbols, sizeof(symbols), "%s.symbols", dump->file);
    unlink(dump->file);
    unlink(symbols);
    dump->id[0] = '\0';
  }
}

int control_dumps_make(const char *kind, struct control_dump **made, char why[FOLDER_WHY_BYTES]) {
  static char folder[PATH_MAX];
  if (!find_folder(folder, why)) {
    return EACCES;
  }
  struct control_dump *dump = &dumps[written % DUMPS_KEPT];
  evict(dump);
  dump->kind = kind;
  dump->number = ++written;
  name(dump);
  int error = ENAMETOOLONG;
  struct stat status;
  static char path[PATH_MAX];
  if (snprintf(path, sizeof(path), "%s/%s.heap", folder, dump->id) < PATH_MAX) {
    strcpy(dump->file, path);
    control_allow_forks();
    error = dump_write(NULL, NULL, dump->file, kind);
    control_hold_forks();
  }
  if (error == 0) {
    error = file_status_of_path(dump->file, &status) == 0 ? 0 : errno;
    dump->bytes = error == 0 ? (int64_t)status.st_size : 0;
  }
  if (error != 0) {
    snprintf(why, FOLDER_WHY_BYTES, "%s, in %s", strerror(error), folder);
    dump->id[0] = '\0';
  }
  *made = dump;
  return error;
}

const struct control_dump *control_dumps_find(const char *id) {
  for (int i = 0; i < DUMPS_KEPT; i++) {
    if (dumps[i].id[0] != '\0' && strcmp(dumps[i].id, id) == 0) {
      return &dumps[i];
    }
  }
  return NULL;
}

const struct control_dump *control_dumps_at(int place) {
  unsigned first = written > DUMPS_KEPT ? written - DUMPS_KEPT : 0;
  for (unsigned at = first; at < written; at++) {
    if (dumps[at % DUMPS_KEPT].id[0] != '\0' && place-- == 0) {
      return &dumps[at % DUMPS_KEPT];
    }
  }
  return NULL;
}

void control_dumps_forget(void) {
  memset(dumps, 0, sizeof(dumps));
  written = 0;
}

void control_dumps_write_time(FILE *out, time_t time) {
  struct tm utc;
  char text[64] = "null";
  if (time != 0) {
    gmtime_r(&time, &utc);
    strftime(text, sizeof(text), "\"%Y-%m-%dT%H:%M:%SZ\"", &utc);
  }
  fputs(text, out);
}

void control_dumps_write(FILE *out, const struct control_dump *dump) {
  fputs("{\"id\":", out);
  json_write_text(out, dump->id);
  fputs(",\"file\":", out);
  json_write_text(out, dump->file);
  fprintf(out, ",\"bytes\":%" PRId64 ",\"kind\":\"%s\",\"made\":", dump->bytes, dump->kind);
  control_dumps_write_time(out, dump->made);
  fprintf(out, ",\"number\":%u,\"symbolized\":true}", dump->number);
}
