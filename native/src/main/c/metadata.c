/* What a profile says of its process: which JVM, which jemalloc, since when. */

#include "metadata.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "allocator.h"
#include "births.h"
#include "ghosts.h"
#include "glibc.h"
#include "import_tables.h"
#include "live_samples.h"
#include "mappings.h"
#include "region.h"
#include "sampler.h"

/* Written once in metadata_open, as the JVM gave them; never freed. */
static char *vm_name, *vm_version, *java_home, *main_class;

/* Written once by find_allocator; empty without jemalloc. */
static char allocator_file[PATH_MAX];

/* What glibc's malloc had given out when profiling was last switched on; 0 = unknown. Relaxed: shown to people. */
static _Atomic uint64_t bytes_before;

/* That it was forked from, without another program since; 0 = none. Written by the only thread of a child. */
static pid_t parent;

/* Milliseconds of the epoch, 0 = never. All relaxed: each is only shown to people, or decides what is shown. */
static _Atomic int64_t active_since;
static _Atomic int64_t hook_since;
static _Atomic bool nothing_before_hook;
static _Atomic bool hook_removed;
static _Atomic bool last_written;

static void set(_Atomic int64_t *time, int64_t millis) { atomic_store_explicit(time, millis, memory_order_relaxed); }

static int64_t get(_Atomic int64_t *time) { return atomic_load_explicit(time, memory_order_relaxed); }

static int64_t millis_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now(void) { return millis_of(CLOCK_REALTIME); }

/* Reads the file up to its end or the room's; returns the bytes read. */
static size_t read_file(const char *path, char *text, size_t room) {
  size_t used = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : 1;
  while (length > 0 && used < room) {
    length = read(file, text + used, room - used);
    used += length > 0 ? (size_t)length : 0;
  }
  if (file >= 0) {
    close(file);
  }
  return used;
}

/* 0 if /proc doesn't say. */
static int64_t computed_start(void) {
  char text[512];
  text[read_file("/proc/self/stat", text, sizeof(text) - 1)] = '\0';
  /* proc(5): field 22 counts clock ticks since boot. Field 2 is the name in brackets and may hold anything. */
  const char *field = strrchr(text, ')');
  for (int number = 2; field != NULL && number < 22; number++) {
    field = strchr(field + 1, ' ');
  }
  long hertz = sysconf(_SC_CLK_TCK);
  if (field == NULL || hertz <= 0) {
    return 0;
  }
  int64_t since_boot = (int64_t)strtoll(field, NULL, 10) * 1000 / hertz;
  return now() - (millis_of(CLOCK_BOOTTIME) - since_boot);
}

/* Computed once in each process: the result differs by a millisecond from time to time, and by more once the clock is
 * set, but runs are told apart by it. Dumps are made one at a time. */
static int64_t program_start(void) {
  static _Atomic pid_t computed_in;
  static _Atomic int64_t start;
  if (atomic_load_explicit(&computed_in, memory_order_acquire) != getpid()) {
    atomic_store_explicit(&start, computed_start(), memory_order_relaxed);
    atomic_store_explicit(&computed_in, getpid(), memory_order_release);
  }
  return atomic_load_explicit(&start, memory_order_relaxed);
}

static char *property(jvmtiEnv *jvmti, const char *name) {
  char *value = NULL;
  return (*jvmti)->GetSystemProperty(jvmti, name, &value) == JVMTI_ERROR_NONE ? value : NULL;
}

/* At load: a dump may be named inside malloc, where the dynamic linker must not be called. */
__attribute__((constructor)) static void find_allocator(void) { allocator_path(allocator_file); }

void metadata_open(jvmtiEnv *jvmti) {
  if (allocator_flag("prof.active", false)) {
    set(&active_since, allocator_flag("opt.prof_active", false) ? program_start() : now());
    atomic_store_explicit(&last_written, true, memory_order_relaxed);
  }
  if (jvmti == NULL) {
    return;
  }
  vm_name = property(jvmti, "java.vm.name");
  vm_version = property(jvmti, "java.vm.version");
  java_home = property(jvmti, "java.home");
  main_class = property(jvmti, "sun.java.command");
  if (main_class != NULL) {
    main_class[strcspn(main_class, " ")] = '\0';
  }
}

static void begin_anew(void) {
  set(&active_since, now());
  struct glibc_counts counts;
  bool known = sampler_is_open() && glibc_is_malloc() && glibc_count(&counts);
  atomic_store_explicit(&bytes_before, known ? counts.allocated + counts.mapped : 0, memory_order_relaxed);
  births_restart();
}

void metadata_active_written(bool active) {
  bool was = atomic_exchange_explicit(&last_written, active, memory_order_relaxed);
  if (active && !was) {
    begin_anew();
  }
}

void metadata_samples_discarded(void) {
  /* If profiling was never on there is nothing to forget; if it is off it begins anew with the next switch. */
  if (get(&active_since) != 0) {
    begin_anew();
  }
}

void metadata_after_fork(void) {
  parent = getppid();
  if (get(&active_since) != 0) {
    set(&active_since, now());
  }
  atomic_store_explicit(&bytes_before, 0, memory_order_relaxed);
  births_restart();
}

void metadata_hook_changed(bool on) {
  if (!on) {
    /* What is sampled from now on isn't "before the hook", and has no Java frames either. */
    atomic_store_explicit(&hook_removed, true, memory_order_relaxed);
    return;
  }
  if (get(&hook_since) == 0) {
    set(&hook_since, now());
  }
  if (!allocator_flag("opt.prof_active", true) && get(&active_since) == 0) {
    /* Only if profiling was never on is it certain that jemalloc took no sample before. */
    atomic_store_explicit(&nothing_before_hook, true, memory_order_relaxed);
  }
}

struct facts {
  void (*show)(void *sink, const char *key, const char *value);
  void *sink;
};

static void show_text(const struct facts *facts, const char *key, const char *value) {
  if (value != NULL && value[0] != '\0') {
    facts->show(facts->sink, key, value);
  }
}

static void show_number(const struct facts *facts, const char *key, int64_t value) {
  char text[32];
  snprintf(text, sizeof(text), "%" PRId64, value);
  facts->show(facts->sink, key, text);
}

static void show_time(const struct facts *facts, const char *key, int64_t millis) {
  if (millis > 0) {
    show_number(facts, key, millis);
  }
}

/* The resident memory of the whole process (proc_pid_statm(5): the second field, in pages). */
static void show_rss(const struct facts *facts) {
  char text[128];
  text[read_file("/proc/self/statm", text, sizeof(text) - 1)] = '\0';
  const char *pages = strchr(text, ' ');
  int64_t bytes = pages == NULL ? 0 : (int64_t)strtoll(pages, NULL, 10) * sysconf(_SC_PAGESIZE);
  if (bytes > 0) {
    show_number(facts, "rss", bytes);
  }
}

static void show_host(const struct facts *facts) {
  char host[HOST_NAME_MAX + 1] = "";
  if (gethostname(host, sizeof(host) - 1) == 0) {
    show_text(facts, "host", host);
  }
}

static void show_vm(const struct facts *facts) {
  char vm[512];
  if (vm_name != NULL) {
    snprintf(vm, sizeof(vm), "%s%s%s", vm_name, vm_version == NULL ? "" : " ", vm_version == NULL ? "" : vm_version);
    show_text(facts, "jvm", vm);
  }
  show_text(facts, "java.home", java_home);
}

/* Class paths make command lines long. */
static void show_command(const struct facts *facts) {
  enum { ROOM = 256 * 1024 };
  static const char cut[] = "\xE2\x80\xA6"; /* … */
  const size_t bytes = ROOM + sizeof(cut);
  char *command = region_map(bytes);
  if (command == NULL) {
    return;
  }
  size_t length = read_file("/proc/self/cmdline", command, ROOM);
  bool whole = length < ROOM;
  while (length > 0 && (command[length - 1] == '\0' || (!whole && (command[length - 1] & 0x80) != 0))) {
    length--; /* the NUL of the last argument; a command that is cut must not end within a character */
  }
  for (size_t i = 0; i < length; i++) {
    command[i] = command[i] == '\0' ? ' ' : command[i];
  }
  memcpy(command + length, whole ? "" : cut, whole ? 1 : sizeof(cut));
  show_text(facts, "command", command);
  munmap(command, bytes);
}

static void show_allocator(const struct facts *facts) {
  show_text(facts, "jemalloc", allocator_text("version"));
  show_text(facts, "jemalloc.path", allocator_file);
  size_t rate_bits = allocator_size("prof.lg_sample", sizeof(int64_t) * CHAR_BIT);
  if (rate_bits < sizeof(int64_t) * CHAR_BIT - 1) {
    show_number(facts, "rate", INT64_C(1) << rate_bits);
  }
}

/* What only our own sampler doesn't know, or had to put right. */
static void show_sampler(const struct facts *facts) {
  if (!sampler_is_open()) {
    return;
  }
  struct live_counts counts = live_samples_counts();
  show_number(facts, "samples.corrected", (int64_t)counts.corrected);
  show_number(facts, "samples.unswept", (int64_t)ghosts_unswept());
  show_number(facts, "samples.dropped", (int64_t)counts.dropped);
  show_number(facts, "objects.foreign", (int64_t)import_tables_foreign());
  if (mappings_are_counted()) {
    show_text(facts, "mmap", "true");
  }
  uint64_t before = atomic_load_explicit(&bytes_before, memory_order_relaxed);
  if (before > 0) {
    show_number(facts, "before.bytes", (int64_t)before);
  }
}

void metadata_each(void (*show)(void *sink, const char *key, const char *value), void *sink) {
  const struct facts facts = {show, sink};
  show_number(&facts, "pid", getpid());
  if (parent != 0) {
    show_number(&facts, "forked.from", parent);
  }
  show_rss(&facts);
  show_host(&facts);
  show_vm(&facts);
  show_text(&facts, "main", main_class);
  show_command(&facts);
  show_allocator(&facts);
  show_time(&facts, "program.start", program_start());
  show_time(&facts, "hook.since", get(&hook_since));
  show_time(&facts, "active.since", get(&active_since));
  show_time(&facts, "time", now());
  show_sampler(&facts);
  if (atomic_load_explicit(&nothing_before_hook, memory_order_relaxed) &&
      !atomic_load_explicit(&hook_removed, memory_order_relaxed)) {
    show_number(&facts, "before.hook", 0);
  }
}
