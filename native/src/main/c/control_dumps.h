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
};

/* Where dumps are written; empty for the runtime folder. */
void control_dumps_open(const char *folder);

/* Writes one, without forks held meanwhile; errno, and why. */
int control_dumps_make(const char *kind, struct control_dump **made, char why[FOLDER_WHY_BYTES]);

/* NULL if there is none of that id, or none any more. */
const struct control_dump *control_dumps_find(const char *id);

/* By age; NULL after the last. */
const struct control_dump *control_dumps_at(int place);

/* Forgets all of them; their files stay. */
void control_dumps_forget(void);

void control_dumps_write(FILE *out, const struct control_dump *dump);

/* A time as ISO 8601 in UTC, in quotation marks; null for 0. */
void control_dumps_write_time(FILE *out, time_t time);

#endif
