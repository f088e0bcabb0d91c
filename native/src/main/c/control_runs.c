/* See control_runs.h. */

#include "control_runs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "allocator.h"
#include "metadata.h"
#include "profiling.h"

_Static_assert((int)RUNS_KEPT < DUMPS_KEPT, "each run may need a dump");

static struct control_run runs[RUNS_KEPT];
static unsigned begun;

static int64_t millis(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static time_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec;
}

static bool is_on(const struct control_run *run) { return run->id != 0 && strcmp(run->state, "running") == 0; }

/* The rate before a run changed it. */
static unsigned owed_lg;
static bool owes_rate;

/* Forgets all samples; errno. */
static int set_rate(unsigned lg) {
  size_t value = lg;
  int error = allocator_mallctl("prof.reset", NULL, NULL, &value, sizeof(value));
  if (error == 0) {
    metadata_samples_discarded();
  }
  return error;
}

/* Its baseline is kept no longer than it can have a profile. */
static void release(struct control_run *run) {
  run->awaits_profile = false;
  control_dumps_need(run->baseline, false);
}

static void write_message(struct control_run *run, const char *before, const char *message) {
  snprintf(run->message, sizeof(run->message), "%s%.*s", before, (int)(sizeof(run->message) - strlen(before)) - 1,
           message);
}

/* The samples of runs that could still have had a profile are gone. */
static void give_up_failed(void) {
  for (int i = 0; i < RUNS_KEPT; i++) {
    if (runs[i].id != 0 && runs[i].awaits_profile) {
      release(&runs[i]);
      write_message(&runs[i], "", "its profile could not be dumped, and its samples have been thrown away since");
    }
  }
}

static bool needs_samples(const struct control_run *run) { return is_on(run) || (run->id != 0 && run->awaits_profile); }

/* Puts the rate back, if it was changed and no run needs the samples. If that fails, the next end of a run tries again.
 */
static void settle(void) {
  bool is_needed = false;
  for (int i = 0; i < RUNS_KEPT; i++) {
    is_needed = is_needed || needs_samples(&runs[i]);
  }
  if (owes_rate && !is_needed) {
    owes_rate = set_rate(owed_lg) != 0;
  }
}

static int change_rate(unsigned lg, unsigned before, char why[FOLDER_WHY_BYTES]) {
  int error = set_rate(lg);
  if (error != 0) {
    snprintf(why, FOLDER_WHY_BYTES, "the rate can't be changed: %s", strerror(error));
    return error;
  }
  give_up_failed();
  if (!owes_rate) {
    owes_rate = true;
    owed_lg = before;
  }
  return 0;
}

static int prepare(struct control_run *run, bool wants_baseline, char why[FOLDER_WHY_BYTES]) {
  struct control_dump *baseline = NULL;
  unsigned lg = (unsigned)allocator_size("prof.lg_sample", 0);
  int error = run->lg != lg ? change_rate(run->lg, lg, why) : 0;
  if (error == 0 && wants_baseline) {
    error = control_dumps_make("baseline", &baseline, why);
  }
  if (error == 0 && run->switched_on) {
    error = profiling_switch(true);
    if (error != 0) {
      snprintf(why, FOLDER_WHY_BYTES, "sampling can't be switched on: %s", strerror(error));
    }
  }
  if (error == 0 && baseline != NULL) {
    strcpy(run->baseline, baseline->id);
    control_dumps_need(baseline->id, true);
  }
  return error;
}

int control_runs_start(const struct control_run_request *request, struct control_run **started,
                       char why[FOLDER_WHY_BYTES]) {
  struct control_run *run = &runs[begun % RUNS_KEPT];
  const struct control_run *last = begun == 0 ? NULL : &runs[(begun - 1) % RUNS_KEPT];
  struct control_run fresh = {
      .id = now(),
      .state = "running",
      .seconds = request->seconds,
      .lg = request->lg == 0 ? (unsigned)allocator_size("prof.lg_sample", 0) : request->lg,
      .switched_on = !allocator_flag("prof.active", false),
  };
  if (last != NULL && fresh.id <= last->id) {
    fresh.id = last->id + 1; /* two within a second */
  }
  snprintf(fresh.label, sizeof(fresh.label), "%s", request->label);
  int error = prepare(&fresh, request->baseline, why);
  if (error != 0) {
    settle();
    return error;
  }
  if (run->id != 0) {
    release(run);
  }
  fresh.ends_millis = millis() + request->seconds * 1000;
  *run = fresh;
  begun++;
  *started = run;
  return 0;
}

void control_runs_finish(struct control_run *run) {
  static char why[FOLDER_WHY_BYTES];
  struct control_dump *profile = NULL;
  bool was_on = is_on(run);
  int error = control_dumps_make("final", &profile, why);
  if (error == 0) {
    run->state = "finished";
    strcpy(run->profile, profile->id);
    run->message[0] = '\0';
    release(run);
  } else {
    run->state = "failed";
    run->awaits_profile = true;
    write_message(run, "its profile could not be dumped: ", why);
  }
  if (was_on) {
    run->ended = now();
    if (run->switched_on) {
      profiling_switch(false);
    }
  }
  settle();
}

void control_runs_lose(struct control_run *run) {
  run->state = "lost";
  run->ended = now();
  release(run);
  write_message(run, "", "sampling was switched off");
  settle();
}

int control_runs_discard(void) {
  struct control_run *run = control_runs_current();
  int error = allocator_mallctl("prof.reset", NULL, NULL, NULL, 0);
  if (error != 0) {
    return error;
  }
  metadata_samples_discarded();
  give_up_failed();
  if (run != NULL) {
    release(run);
    run->baseline[0] = '\0';
  }
  settle();
  return 0;
}

struct control_run *control_runs_current(void) {
  struct control_run *last = begun == 0 ? NULL : &runs[(begun - 1) % RUNS_KEPT];
  return last != NULL && is_on(last) ? last : NULL;
}

struct control_run *control_runs_find(const char *id) {
  if (strcmp(id, "current") == 0) {
    return control_runs_current();
  }
  char *end;
  long long number = strtoll(id, &end, 10);
  for (int i = 0; i < RUNS_KEPT; i++) {
    if (*end == '\0' && runs[i].id != 0 && runs[i].id == number) {
      return &runs[i];
    }
  }
  return NULL;
}

const struct control_run *control_runs_at(int place) {
  if (place >= RUNS_KEPT || (unsigned)place >= begun) {
    return NULL;
  }
  const struct control_run *run = &runs[(begun - 1 - (unsigned)place) % RUNS_KEPT];
  return run->id == 0 ? NULL : run;
}

int64_t control_runs_millis_left(void) {
  const struct control_run *run = control_runs_current();
  if (run == NULL || run->seconds == 0) {
    return -1;
  }
  int64_t left = run->ends_millis - millis();
  return left > 0 ? left : 0;
}

/* The rate stays as it is, and is put back when a run of the child's ends. */
void control_runs_forget(void) {
  memset(runs, 0, sizeof(runs));
  begun = 0;
}

/* null for one that isn't kept any more. */
static void write_dump(FILE *out, const char *name, const char *id) {
  fprintf(out, ",\"%s\":", name);
  json_write_text(out, id[0] != '\0' && control_dumps_find(id) != NULL ? id : NULL);
}

static void write_seconds(FILE *out, const char *name, bool is_known, int64_t seconds) {
  if (is_known) {
    fprintf(out, ",\"%s\":%" PRId64, name, seconds);
  } else {
    fprintf(out, ",\"%s\":null", name);
  }
}

void control_runs_write(FILE *out, const struct control_run *run) {
  fprintf(out, "{\"id\":\"%" PRId64 "\",\"state\":\"%s\",\"label\":", (int64_t)run->id, run->state);
  json_write_text(out, run->label[0] == '\0' ? NULL : run->label);
  fputs(",\"started\":", out);
  control_dumps_write_time(out, run->id);
  fputs(",\"ended\":", out);
  control_dumps_write_time(out, run->ended);
  write_seconds(out, "seconds", run->seconds > 0, run->seconds);
  write_seconds(out, "remainingSeconds", is_on(run) && run->seconds > 0, (control_runs_millis_left() + 999) / 1000);
  fprintf(out, ",\"external\":false,\"sampleBytes\":%" PRId64, INT64_C(1) << run->lg);
  write_dump(out, "baseline", run->baseline);
  fputs(",\"snapshots\":[],\"snapshotsGone\":0", out);
  write_dump(out, "profile", run->profile);
  fputs(",\"resetAt\":null,\"message\":", out);
  json_write_text(out, run->message[0] == '\0' ? NULL : run->message);
  fputs("}", out);
}
