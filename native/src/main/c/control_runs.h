#ifndef JEMSCOPE_CONTROL_RUNS_H
#define JEMSCOPE_CONTROL_RUNS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "control_dumps.h"
#include "control_json.h"

/* The runs of a preloaded program: samples from a baseline to a profile. The newest are kept; one at a time is on. A
   run's own rate stays until its profile is written. */

enum { RUNS_KEPT = 10 };

struct control_run {
  time_t id; /* the start; 0: none */
  const char *state;
  char label[JSON_TEXT_BYTES];
  time_t ended;
  int64_t seconds;     /* 0: until stopped */
  int64_t ends_millis; /* of the monotonic clock */
  unsigned lg;         /* of its rate */
  bool switched_on;    /* sampling was off before */
  bool awaits_profile; /* it could not be written, and can be while the samples are there */
  char baseline[DUMP_ID_BYTES];
  char profile[DUMP_ID_BYTES];
  char message[256]; /* why it has no profile */
};

struct control_run_request {
  int64_t seconds;
  const char *label;
  bool baseline;
  unsigned lg; /* another rate; 0: as it is */
};

/* Errno, and why; then all is as before. No run may be on. */
int control_runs_start(const struct control_run_request *request, struct control_run **started,
                       char why[FOLDER_WHY_BYTES]);

/* Ends it, with a profile; one that has failed to have one tries again. */
void control_runs_finish(struct control_run *run);

/* Without a profile, since sampling was switched off. */
void control_runs_lose(struct control_run *run);

/* Forgets all samples; errno. A run that is on goes on without its baseline. */
int control_runs_discard(void);

/* The one that is on; NULL if none is. */
struct control_run *control_runs_current(void);

/* NULL if there is none of that id, or none any more. */
struct control_run *control_runs_find(const char *id);

/* The newest first; NULL after the last. */
const struct control_run *control_runs_at(int place);

/* Until the time of the run that is on is over; -1 if no run ends by itself. */
int64_t control_runs_millis_left(void);

void control_runs_forget(void);

void control_runs_write(FILE *out, const struct control_run *run);

#endif
