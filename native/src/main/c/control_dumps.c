/* See control_dumps.h. */

#include "control_dumps.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
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

/* One more than are kept: a new one is written before the oldest is removed. */
static struct control_dump dumps[DUMPS_KEPT + 1];
enum { PLACES = DUMPS_KEPT + 1 };
static unsigned written;

/* The id of the dump of which the thread has files open while other threads may fork; empty for none. */
static char in_use[DUMP_ID_BYTES];

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

/* The oldest after that number, or the oldest that isn't needed; NULL if there is none. */
static struct control_dump *oldest(unsigned after, bool may_be_needed) {
  struct control_dump *found = NULL;
  for (int i = 0; i < PLACES; i++) {
    struct control_dump *dump = &dumps[i];
    if (dump->id[0] != '\0' && dump->number > after && (may_be_needed || !dump->is_needed) &&
        (found == NULL || dump->number < found->number)) {
      found = dump;
    }
  }
  return found;
}

/* There is one: fewer are needed than kept. */
static struct control_dump *free_place(void) {
  struct control_dump *place = dumps;
  while (place->id[0] != '\0') {
    place++;
  }
  return place;
}

static void evict_the_oldest(void) {
  int kept = 0;
  for (int i = 0; i < PLACES; i++) {
    kept += dumps[i].id[0] != '\0';
  }
  struct control_dump *last = kept > DUMPS_KEPT ? oldest(0, false) : NULL;
  if (last != NULL) {
    evict(last);
  }
}

int control_dumps_make(const char *kind, struct control_dump **made, char why[FOLDER_WHY_BYTES]) {
  static char folder[PATH_MAX];
  if (!find_folder(folder, why)) {
    return EACCES;
  }
  struct control_dump *dump = free_place();
  *dump = (struct control_dump){.kind = kind, .number = ++written};
  name(dump);
  int error = ENAMETOOLONG;
  struct stat status;
  static char path[PATH_MAX];
  if (snprintf(path, sizeof(path), "%s/%s.heap", folder, dump->id) < PATH_MAX) {
    strcpy(dump->file, path);
    strcpy(in_use, dump->id);
    control_allow_forks();
    error = dump_write(NULL, NULL, dump->file, kind);
    control_hold_forks();
    in_use[0] = '\0';
  }
  if (error == 0) {
    error = file_status_of_path(dump->file, &status) == 0 ? 0 : errno;
    dump->bytes = error == 0 ? (int64_t)status.st_size : 0;
  }
  if (error != 0) {
    snprintf(why, FOLDER_WHY_BYTES, "%s, in %s", strerror(error), folder);
    dump->id[0] = '\0';
  }
  evict_the_oldest();
  *made = dump;
  return error;
}

void control_dumps_need(const char *id, bool is_needed) {
  for (int i = 0; i < PLACES; i++) {
    if (id[0] != '\0' && strcmp(dumps[i].id, id) == 0) {
      dumps[i].is_needed = is_needed;
    }
  }
}

int control_dumps_open_file(const struct control_dump *dump, const char *suffix) {
  static char path[PATH_MAX + 16];
  snprintf(path, sizeof(path), "%s%s", dump->file, suffix);
  strcpy(in_use, dump->id);
  return open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

void control_dumps_file_closed(void) { in_use[0] = '\0'; }

/* Known by their names, which have the dump's id: jemalloc opens files, too. */
void control_dumps_close_inherited(void) {
  DIR *files = in_use[0] == '\0' ? NULL : opendir("/proc/self/fd");
  const struct dirent *file;
  while (files != NULL && (file = readdir(files)) != NULL) {
    static char target[PATH_MAX];
    ssize_t length = readlinkat(dirfd(files), file->d_name, target, sizeof(target) - 1);
    target[length < 0 ? 0 : length] = '\0';
    if (strstr(target, in_use) != NULL) {
      close(atoi(file->d_name));
    }
  }
  if (files != NULL) {
    closedir(files);
  }
  in_use[0] = '\0';
}

const struct control_dump *control_dumps_find(const char *id) {
  for (int i = 0; i < PLACES; i++) {
    if (dumps[i].id[0] != '\0' && strcmp(dumps[i].id, id) == 0) {
      return &dumps[i];
    }
  }
  return NULL;
}

const struct control_dump *control_dumps_at(int place) {
  const struct control_dump *dump = oldest(0, true);
  while (dump != NULL && place-- > 0) {
    dump = oldest(dump->number, true);
  }
  return dump;
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
