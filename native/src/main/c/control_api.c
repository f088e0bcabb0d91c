/* See control_api.h. What is answered has the form of the agent's answers, so the command reads both alike. */

#include "control_api.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "allocator.h"
#include "control_dumps.h"
#include "control_json.h"
#include "control_runs.h"
#include "counters.h"
#include "glibc.h"
#include "glibc_statistics.h"
#include "hook.h"
#include "malloc_name.h"
#include "metadata.h"
#include "profiling.h"

enum {
  OK = 200,
  CREATED = 201,
  BAD = 400,
  MISSING = 404,
  WRONG_METHOD = 405,
  CONFLICT = 409,
  FAILED = 500,
  LONGEST_SECONDS = 86400,
  SMALLEST_RATE = 1024,
  DENSE_RATE = 64 * 1024
};

static const char JSON[] = "application/json";
static const char PLAIN[] = "text/plain; charset=utf-8";

static time_t began;

static char why[FOLDER_WHY_BYTES];

struct exchange {
  const struct http_request *request;
  struct http_response *response;
  FILE *out;
  struct json_object body;
  const char *id; /* in the address; empty if it has none */
};

static void refuse(const struct exchange *exchange, int status, const char *what, const char *reason,
                   const char *next) {
  exchange->response->status = status;
  exchange->response->type = JSON;
  fputs("{\"error\":{\"what\":", exchange->out);
  json_write_text(exchange->out, what);
  fputs(",\"why\":", exchange->out);
  json_write_text(exchange->out, reason);
  fputs(",\"next\":", exchange->out);
  json_write_text(exchange->out, next);
  fputs("}}", exchange->out);
}

/* What can't be done while a run is on. more: what else helps. */
static void refuse_during(const struct exchange *exchange, const struct control_run *run, const char *what,
                          const char *reason, const char *more) {
  static char full_reason[128];
  static char next[512];
  snprintf(full_reason, sizeof(full_reason), "run %" PRId64 " is on, and %s", (int64_t)run->id, reason);
  snprintf(next, sizeof(next), "Stop the run by PATCH on /api/v1/runs/%" PRId64 " with {\"state\":\"finished\"}, or %s",
           (int64_t)run->id, more);
  refuse(exchange, CONFLICT, what, full_reason, next);
}

/* Whether the request's body has these members alone, and all of the kinds that they have to be of. */
static bool has_only(const struct exchange *exchange, const char *const *flags, const char *const *numbers,
                     const char *const *texts) {
  for (int i = 0; i < exchange->body.count; i++) {
    const struct json_member *member = &exchange->body.members[i];
    bool is_flag = member->kind == JSON_TRUE || member->kind == JSON_FALSE;
    const char *const *names = is_flag ? flags : member->kind == JSON_NUMBER ? numbers : texts;
    while (*names != NULL && strcmp(*names, member->name) != 0) {
      names++;
    }
    if (*names == NULL) {
      refuse(exchange, BAD, "The request's body can't be used", member->name,
             "It isn't known here, or its value is of another kind; see the HTTP interface in the documentation.");
      return false;
    }
  }
  return true;
}

static bool flag(const struct exchange *exchange, const char *name, bool otherwise) {
  const struct json_member *member = json_find(&exchange->body, name);
  return member == NULL ? otherwise : member->kind == JSON_TRUE;
}

static int64_t number(const struct exchange *exchange, const char *name) {
  const struct json_member *member = json_find(&exchange->body, name);
  return member == NULL ? 0 : member->number;
}

static const char *text(const struct exchange *exchange, const char *name) {
  const struct json_member *member = json_find(&exchange->body, name);
  return member == NULL ? "" : member->text;
}

static const char *const nothing[] = {NULL};

/* --- the state --- */

static void write_allocator(FILE *out) {
  char described[192];
  snprintf(described, sizeof(described), "%s%s", malloc_name(),
           allocator_is_sampled_by_ours() ? ", sampled by jemscope" : "");
  json_write_text(out, described);
}

static void write_jemalloc(FILE *out) {
  char path[PATH_MAX];
  fprintf(out, "{\"detected\":%s,\"version\":", allocator_present() ? "true" : "false");
  json_write_text(out, allocator_text("version"));
  fputs(",\"path\":", out);
  json_write_text(out, allocator_present() && allocator_path(path) ? path : NULL);
  bool prof = allocator_flag("opt.prof", false);
  bool active = prof && allocator_flag("prof.active", false);
  fprintf(out, ",\"prof\":%s,\"active\":%s,\"activeBy\":\"agent\",\"rateBytes\":", prof ? "true" : "false",
          active ? "true" : "false");
  if (prof) {
    fprintf(out, "%" PRId64 "}", INT64_C(1) << allocator_size("prof.lg_sample", 0));
  } else {
    fputs("null}", out);
  }
}

static void write_hook(FILE *out) {
  fprintf(out, "{\"installed\":%s,\"counters\":{", hook_is_set() ? "true" : "false");
  for (int i = 0; i < COUNTERS; i++) {
    fprintf(out, "%s\"%s\":%" PRIu64, i == 0 ? "" : ",", counters_name((enum counter)i),
            counters_read((enum counter)i));
  }
  fputs("}}", out);
}

static int64_t resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  bool known = file != NULL && fscanf(file, "%*d %ld", &pages) == 1;
  if (file != NULL) {
    fclose(file);
  }
  return known ? (int64_t)pages * sysconf(_SC_PAGESIZE) : 0;
}

/* Of jemalloc: what glibc counts are other things, see the statistics. */
static void write_memory(FILE *out) {
  static const char *const names[] = {"allocated", "active", "metadata", "resident", "mapped", "retained"};
  uint64_t epoch = 1;
  if (!allocator_present() || allocator_mallctl("epoch", NULL, NULL, &epoch, sizeof(epoch)) != 0) {
    fputs("null", out);
    return;
  }
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    char control[32];
    snprintf(control, sizeof(control), "stats.%s", names[i]);
    fprintf(out, "%c\"%sBytes\":%zu", i == 0 ? '{' : ',', names[i], allocator_size(control, 0));
  }
  fputs("}", out);
}

/* null unless malloc is glibc's and counts. */
static void write_glibc(FILE *out) {
  struct glibc_counts counts;
  if (!glibc_is_malloc() || !glibc_count(&counts)) {
    fputs("null", out);
    return;
  }
  static const char format[] =
      "{\"allocatedBytes\":%zu,\"freeBytes\":%zu,\"mappedBytes\":%zu,\"mappedBlocks\":%zu,\"arenas\":%zu}";
  fprintf(out, format, counts.allocated + counts.mapped, counts.free, counts.mapped, counts.mappings, glibc_arenas());
}

static void show_state(struct exchange *exchange) {
  FILE *out = exchange->out;
  const struct control_run *run = control_runs_current();
  fprintf(out, "{\"pid\":%ld,\"program\":", (long)getpid());
  json_write_text(out, program_invocation_short_name);
  fprintf(out, ",\"access\":\"operate\",\"rssBytes\":%" PRId64 ",\"jvm\":false,\"allocator\":", resident_bytes());
  write_allocator(out);
  fputs(",\"jemalloc\":", out);
  write_jemalloc(out);
  fputs(",\"hook\":", out);
  write_hook(out);
  fputs(",\"memory\":", out);
  write_memory(out);
  fputs(",\"glibc\":", out);
  write_glibc(out);
  fputs(",\"run\":", out);
  if (run == NULL) {
    fputs("null", out);
  } else {
    control_runs_write(out, run);
  }
  fputs(",\"allocationLog\":null,\"agent\":{\"version\":\"" JEMSCOPE_VERSION "\",\"startedAt\":", out);
  control_dumps_write_time(out, began);
  fputs("}}", out);
}

/* --- sampling --- */

/* In the words of the agent (Refusal.ofSampler). */
static const struct {
  int error;
  const char *reason;
  const char *next;
} refusals[] = {
    {EACCES, "the kernel doesn't let the process write its libraries' import tables (mprotect)",
     "Allow mprotect in the seccomp or SELinux rules of the container, or run the program on jemalloc."},
    {ENOTSUP, "it needs Linux 4.14 (MADV_WIPEONFORK) and libgcc_s.so.1",
     "Install libgcc, or run the program on jemalloc."},
    {ENOSYS, "no library of this process calls malloc through an import table", "Run the program on jemalloc."},
};

static void refuse_for_tool(const struct exchange *exchange, const char *tool) {
  static char reason[2 * PATH_MAX + 64];
  size_t libraries = allocator_size("jemscope.tool.libraries", 0);
  const char *slash = strrchr(tool, '/');
  snprintf(reason, sizeof(reason), "%s has replaced malloc in %zu %s (%s)", slash == NULL ? tool : slash + 1, libraries,
           libraries == 1 ? "library" : "libraries", tool);
  refuse(exchange, CONFLICT, "Sampling can't start", reason,
         "Stop that tool, then start again. async-profiler's nativemem stays in place when it is stopped: after it, "
         "restart the program.");
}

static void refuse_switch(const struct exchange *exchange, int error) {
  const char *tool = error == EBUSY ? allocator_text("jemscope.tool") : NULL;
  if (tool != NULL) {
    refuse_for_tool(exchange, tool);
    return;
  }
  for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
    if (refusals[i].error == error) {
      refuse(exchange, CONFLICT, "Sampling can't start", refusals[i].reason, refusals[i].next);
      return;
    }
  }
  refuse(exchange, CONFLICT, "Can't write prof.active", strerror(error),
         "See the limits of preloaded programs in docs/servers.md.");
}

static void refuse_switch_during(const struct exchange *exchange, const struct control_run *run) {
  refuse_during(exchange, run, "Sampling isn't switched", "needs it as it is",
                "PUT {\"active\":…,\"force\":true} to /api/v1/profiling.");
}

static void switch_sampling(struct exchange *exchange) {
  static const char *const flags[] = {"active", "force", NULL};
  if (!has_only(exchange, flags, nothing, nothing)) {
    return;
  }
  if (json_find(&exchange->body, "active") == NULL) {
    refuse(exchange, BAD, "Sampling isn't switched", "the body has no active", "Send {\"active\":true}.");
    return;
  }
  bool active = flag(exchange, "active", false);
  bool was = allocator_flag("prof.active", false);
  struct control_run *run = control_runs_current();
  if (run != NULL && active != was && !flag(exchange, "force", false)) {
    refuse_switch_during(exchange, run);
    return;
  }
  int error = active == was ? 0 : profiling_switch(active);
  if (error != 0) {
    refuse_switch(exchange, error);
    return;
  }
  if (run != NULL && active != was) {
    control_runs_lose(run);
  }
  fprintf(exchange->out, "{\"active\":%s,\"changed\":%s}", active ? "true" : "false", active == was ? "false" : "true");
}

static void discard(struct exchange *exchange) {
  static const char *const flags[] = {"discard", "force", NULL};
  if (!has_only(exchange, flags, nothing, nothing)) {
    return;
  }
  const struct control_run *run = control_runs_current();
  if (!flag(exchange, "discard", false)) {
    refuse(exchange, BAD, "No samples are thrown away", "the body has no discard", "Send {\"discard\":true}.");
    return;
  }
  if (run != NULL && !flag(exchange, "force", false)) {
    refuse_during(exchange, run, "No samples are thrown away", "needs them",
                  "send \"force\":true as well: the run goes on without a baseline.");
    return;
  }
  int error = control_runs_discard();
  if (error != 0) {
    refuse(exchange, CONFLICT, "Can't run prof.reset", strerror(error), "Send it again.");
    return;
  }
  fputs("{\"discarded\":true,\"run\":", exchange->out);
  if (run == NULL) {
    fputs("null}", exchange->out);
  } else {
    fprintf(exchange->out, "\"%" PRId64 "\"}", (int64_t)run->id);
  }
}

/* --- dumps --- */

static void refuse_dump(const struct exchange *exchange, const char *what) {
  refuse(exchange, FAILED, what, why, "Make room there, or name another folder by JEMSCOPE_FOLDER.");
}

static void make_dump(struct exchange *exchange) {
  static const char *const texts[] = {"kind", NULL};
  if (!has_only(exchange, nothing, nothing, texts)) {
    return;
  }
  struct control_dump *dump;
  const char *kind = strcmp(text(exchange, "kind"), "snapshot") == 0 ? "snapshot" : "asked";
  if (control_dumps_make(kind, &dump, why) != 0) {
    refuse_dump(exchange, "No dump was made");
    return;
  }
  exchange->response->status = CREATED;
  control_dumps_write(exchange->out, dump);
}

static void list_dumps(struct exchange *exchange) {
  const struct control_dump *dump;
  fputs("{\"dumps\":[", exchange->out);
  for (int i = 0; (dump = control_dumps_at(i)) != NULL; i++) {
    fputs(i == 0 ? "" : ",", exchange->out);
    control_dumps_write(exchange->out, dump);
  }
  fputs("]}", exchange->out);
}

static void send_dump_file(struct exchange *exchange, const char *id, const char *suffix) {
  const struct control_dump *dump = control_dumps_find(id);
  if (dump == NULL) {
    refuse(exchange, MISSING, "There is no such dump", "it isn't kept any more, or was never made",
           "Make one: jemscope dump.");
    return;
  }
  int file = control_dumps_open_file(dump, suffix);
  if (file < 0) {
    refuse(exchange, FAILED, "The dump can't be read", strerror(errno), "Make another: jemscope dump.");
    return;
  }
  exchange->response->file = file;
  exchange->response->type = "application/octet-stream";
}

static void send_dump(struct exchange *exchange) { send_dump_file(exchange, exchange->id, ""); }

static void send_symbols(struct exchange *exchange) { send_dump_file(exchange, exchange->id, ".symbols"); }

/* --- runs --- */

static void show_run(const struct exchange *exchange, const struct control_run *run) {
  if (run == NULL) {
    refuse(exchange, MISSING, "There is no such run", "none is on, or it isn't kept any more",
           "See which there are: jemscope runs.");
  } else {
    control_runs_write(exchange->out, run);
  }
}

static void find_run(struct exchange *exchange) { show_run(exchange, control_runs_find(exchange->id)); }

static void list_runs(struct exchange *exchange) {
  const struct control_run *run;
  fputs("{\"runs\":[", exchange->out);
  for (int i = 0; (run = control_runs_at(i)) != NULL; i++) {
    fputs(i == 0 ? "" : ",", exchange->out);
    control_runs_write(exchange->out, run);
  }
  fputs("]}", exchange->out);
}

/* The logarithm of a rate; 0 if the request names none. False if it can't be. */
static bool read_rate(const struct exchange *exchange, unsigned *lg) {
  int64_t bytes = number(exchange, "sampleBytes");
  bool is_named = json_find(&exchange->body, "sampleBytes") != NULL;
  for (*lg = 0; is_named && INT64_C(1) << *lg < bytes; (*lg)++) {
  }
  return !is_named || (bytes >= SMALLEST_RATE && bytes <= INT64_C(1) << 40 && INT64_C(1) << *lg == bytes &&
                       flag(exchange, "discard", false) && (bytes >= DENSE_RATE || flag(exchange, "dense", false)));
}

static void start_run(struct exchange *exchange) {
  static const char *const flags[] = {"discard", "dense", "baseline", NULL};
  static const char *const numbers[] = {"seconds", "sampleBytes", NULL};
  static const char *const texts[] = {"label", NULL};
  if (!has_only(exchange, flags, numbers, texts)) {
    return;
  }
  struct control_run_request wanted = {
      .seconds = number(exchange, "seconds"),
      .label = text(exchange, "label"),
      .baseline = flag(exchange, "baseline", true),
  };
  bool has_time = json_find(&exchange->body, "seconds") != NULL;
  if ((has_time && (wanted.seconds < 1 || wanted.seconds > LONGEST_SECONDS)) || !read_rate(exchange, &wanted.lg)) {
    refuse(exchange, BAD, "There can't be such a run",
           "a run takes from 1 to 86400 seconds, and a rate of its own is a power of two from 1024 on",
           "Send {\"seconds\":60}, with \"sampleBytes\" also \"discard\":true, and below 65536 \"dense\":true, too.");
    return;
  }
  struct control_run *run = control_runs_current();
  if (run != NULL) {
    char reason[64];
    char next[128];
    snprintf(reason, sizeof(reason), "run %" PRId64 " is on, and there is one at a time", (int64_t)run->id);
    snprintf(next, sizeof(next),
             "Wait until it ends, or stop it by PATCH on /api/v1/runs/%" PRId64 " with {\"state\":\"finished\"}.",
             (int64_t)run->id);
    refuse(exchange, CONFLICT, "No run was begun", reason, next);
    return;
  }
  if (control_runs_start(&wanted, &run, why) != 0) {
    refuse_dump(exchange, "No run was begun");
    return;
  }
  exchange->response->status = CREATED;
  control_runs_write(exchange->out, run);
}

static void finish_run(struct exchange *exchange) {
  static const char *const flags[] = {"force", NULL};
  static const char *const texts[] = {"state", NULL};
  if (!has_only(exchange, flags, nothing, texts)) {
    return;
  }
  if (strcmp(text(exchange, "state"), "finished") != 0) {
    refuse(exchange, BAD, "The run's state isn't changed", "it can be made finished, and nothing else",
           "Send {\"state\":\"finished\"}.");
    return;
  }
  struct control_run *run = control_runs_find(exchange->id);
  if (run != NULL && (run == control_runs_current() || run->awaits_profile)) {
    control_runs_finish(run);
  }
  show_run(exchange, run);
}

/* --- statistics --- */

static void write_part(void *sink, const char *part) { fputs(part, sink); }

static void write_statistics(struct exchange *exchange, bool is_json, const char *left_out) {
  char options[32];
  snprintf(options, sizeof(options), "%s%s", is_json ? "J" : "", left_out);
  if (!allocator_statistics(write_part, exchange->out, options)) {
    char reason[192];
    snprintf(reason, sizeof(reason), "malloc is that of %s; Jemscope reads those of jemalloc and glibc", malloc_name());
    refuse(exchange, CONFLICT, "There are no statistics", reason,
           "Use that allocator's own, or pmap -X for what the kernel counts.");
  }
}

static void show_statistics(struct exchange *exchange) {
  const char *query = exchange->request->query;
  const char *format = strstr(query, "format=");
  const char *options = strstr(query, "options=");
  bool is_text = format != NULL && strncmp(format, "format=text", strlen("format=text")) == 0;
  bool is_summary = format != NULL && strncmp(format, "format=summary", strlen("format=summary")) == 0;
  char letters[16] = "";
  if (options != NULL) {
    options += strlen("options=");
    snprintf(letters, sizeof(letters), "%.*s", (int)strspn(options, "gmdablxeh"), options);
  }
  if (is_text) {
    exchange->response->type = PLAIN;
  }
  if (is_summary && allocator_present()) {
    write_memory(exchange->out);
  } else {
    write_statistics(exchange, !is_text, letters);
  }
}

/* --- Traffic Server's messages --- */

static void switch_by_message(struct exchange *exchange, bool active) {
  const struct control_run *run = control_runs_current();
  if (run != NULL && active != allocator_flag("prof.active", false)) {
    refuse_switch_during(exchange, run);
    return;
  }
  int error = profiling_switch(active);
  if (error != 0) {
    refuse_switch(exchange, error);
  } else {
    fprintf(exchange->out, "profiling is %s\n", active ? "active" : "inactive");
  }
}

static void dump_by_message(struct exchange *exchange) {
  struct control_dump *dump;
  if (control_dumps_make("asked", &dump, why) == 0) {
    fprintf(exchange->out, "dumped to %s\n", dump->file);
  } else {
    refuse_dump(exchange, "No dump was made");
  }
}

static void answer_message(struct exchange *exchange) {
  static const char blanks[] = " \t\r\n";
  const char *first = exchange->request->body + strspn(exchange->request->body, blanks);
  size_t length = strcspn(first, blanks);
  bool is_word = first[length + strspn(first + length, blanks)] == '\0';
  char word[16];
  snprintf(word, sizeof(word), "%.*s", is_word ? (int)length : 0, first);
  exchange->response->type = PLAIN;
  if (strcmp(word, "dump") == 0) {
    dump_by_message(exchange);
  } else if (strcmp(word, "stats") == 0) {
    write_statistics(exchange, false, "");
  } else if (strcmp(word, "activate") == 0) {
    switch_by_message(exchange, true);
  } else if (strcmp(word, "deactivate") == 0) {
    switch_by_message(exchange, false);
  } else {
    refuse(exchange, BAD, "There is no such message",
           "the messages are activate, dump, stats, deactivate, each in full",
           "Send one of these words as the request's body.");
  }
}

/* --- the addresses --- */

static const struct route {
  const char *method;
  const char *path; /* * stands for an id */
  void (*answer)(struct exchange *exchange);
} routes[] = {
    {"GET", "/api/v1/state", show_state},
    {"PUT", "/api/v1/profiling", switch_sampling},
    {"POST", "/api/v1/resets", discard},
    {"GET", "/api/v1/dumps", list_dumps},
    {"POST", "/api/v1/dumps", make_dump},
    {"GET", "/api/v1/dumps/*", send_dump},
    {"GET", "/api/v1/dumps/*/symbols", send_symbols},
    {"GET", "/api/v1/runs", list_runs},
    {"POST", "/api/v1/runs", start_run},
    {"GET", "/api/v1/runs/*", find_run},
    {"PATCH", "/api/v1/runs/*", finish_run},
    {"GET", "/api/v1/statistics", show_statistics},
    {"POST", "/plugin/memory_profile/msg", answer_message},
};

enum { ROUTES = sizeof(routes) / sizeof(routes[0]) };

/* Whether a path is like that; then id is what stands in the star's place. */
static bool is_like(const char *path, const char *pattern, char id[DUMP_ID_BYTES]) {
  const char *star = strchr(pattern, '*');
  size_t before = star == NULL ? strlen(pattern) : (size_t)(star - pattern);
  id[0] = '\0';
  if (star == NULL || strncmp(path, pattern, before) != 0) {
    return strcmp(path, pattern) == 0;
  }
  size_t length = strcspn(path + before, "/");
  if (length == 0 || length >= DUMP_ID_BYTES || strcmp(path + before + length, star + 1) != 0) {
    return false;
  }
  memcpy(id, path + before, length);
  id[length] = '\0';
  return true;
}

static const struct route *find_route(const struct http_request *request, char id[DUMP_ID_BYTES], bool *has_path) {
  *has_path = false;
  for (int i = 0; i < ROUTES; i++) {
    if (is_like(request->path, routes[i].path, id)) {
      *has_path = true;
      if (strcmp(request->method, routes[i].method) == 0) {
        return &routes[i];
      }
    }
  }
  return NULL;
}

void control_api_answer(const struct http_request *request, struct http_response *response) {
  static struct exchange exchange;
  char id[DUMP_ID_BYTES];
  bool has_path;
  const struct route *route = find_route(request, id, &has_path);
  response->status = OK;
  response->type = JSON;
  exchange = (struct exchange){.request = request, .response = response, .out = response->text, .id = id};
  if (route == NULL && has_path) {
    refuse(&exchange, WRONG_METHOD, "This address doesn't take that", request->method, "See the documentation.");
  } else if (route == NULL) {
    refuse(&exchange, MISSING, "This can't be done in a program that isn't a JVM",
           "it has the sampler alone, and no agent",
           "use what works here: state, activate, deactivate, dump, stats, start, stop, runs, fetch and msg");
  } else if (route->answer != answer_message && !json_read(request->body, &exchange.body)) {
    refuse(&exchange, BAD, "The request's body can't be read", "it isn't a flat JSON object", "Send one, or nothing.");
  } else {
    route->answer(&exchange);
  }
}

static void begin(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  began = now.tv_sec;
}

void control_api_open(const char *folder) {
  control_dumps_open(folder);
  begin();
}

int control_api_millis_left(void) {
  int64_t left = control_runs_millis_left();
  return left > INT32_MAX ? INT32_MAX : (int)left;
}

void control_api_end_if_due(void) {
  if (control_runs_millis_left() == 0) {
    control_runs_finish(control_runs_current());
  }
}

void control_api_after_fork(void) {
  begin();
  control_dumps_close_inherited();
  control_dumps_forget();
  control_runs_forget();
}

void control_api_sent(void) { control_dumps_file_closed(); }
