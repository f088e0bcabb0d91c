#ifndef JEMSCOPE_CONTROL_DUMPS_H
#define JEMSCOPE_CONTROL_DUMPS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "folder.h"

/* The dumps that a preloaded program has written when it was asked to. The newest are kept. */

enum { DUMPS_KEPT = 20, DUMP_ID_BYTES = 96 };

struct control_dump {
  char id[DUMP_ID_BYTES]; /* empty: none */
  char file[PATH_MAX];
  const char *kind;
  time_t made;
  unsigned number;
  int64_t bytes;
  bool is_needed;
};

/* Where dumps are written; empty for the runtime folder. */
void control_dumps_open(const char *folder);

/* Writes one, without forks held meanwhile; errno, and why. */
int control_dumps_make(const char *kind, struct control_dump **made, char why[FOLDER_WHY_BYTES]);

/* Keeps one, however many newer ones there are, or no longer; nothing for an id that isn't kept. */
void control_dumps_need(const char *id, bool is_needed);

/* Opens one to send it, or the file that has its path and that suffix; -1 with errno. After it is closed, the next. */
int control_dumps_open_file(const struct control_dump *dump, const char *suffix);
void control_dumps_file_closed(void);

/* NULL if there is none of that id, or none any more. */
const struct control_dump *control_dumps_find(const char *id);

/* By age; NULL after the last. */
const struct control_dump *control_dumps_at(int place);

/* In a forked child: closes the files of a dump that its parent is writing or sending. */
void control_dumps_close_inherited(void);

/* Forgets all of them; their files stay. */
void control_dumps_forget(void);

void control_dumps_write(FILE *out, const struct control_dump *dump);

/* A time as ISO 8601 in UTC, in quotation marks; null for 0. */
void control_dumps_write_time(FILE *out, time_t time);

#endif
