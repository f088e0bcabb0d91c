/* What a profile says of the process it came from: which JVM, which jemalloc, since when. */

#include "session.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "allocator.h"
#include "clock.h"
#include "hook.h"

/* Written once in session_open, as the JVM gave them; never freed. */
static char *vm_name, *vm_version, *java_home, *main_class;

/* Written once by find_allocator; empty where there is no jemalloc. */
static char allocator_file[PATH_MAX];
static pthread_once_t allocator_found = PTHREAD_ONCE_INIT;

/* Milliseconds of the epoch, 0 = never. All relaxed: each is only shown to people, or decides what is shown. */
static _Atomic int64_t active_since;
static _Atomic bool nothing_before_hook;
static _Atomic bool hook_taken_out;
static _Atomic bool last_written;

static char *property(jvmtiEnv *jvmti, const char *name) {
  char *value = NULL;
  return (*jvmti)->GetSystemProperty(jvmti, name, &value) == JVMTI_ERROR_NONE ? value : NULL;
}

/* Early: a dump may be named inside malloc, where the dynamic linker must not be called. */
static void find_allocator(void) { allocator_path(allocator_file, sizeof(allocator_file)); }

void session_open(jvmtiEnv *jvmti) {
  pthread_once(&allocator_found, find_allocator);
  if (allocator_flag("prof.active", false)) {
    bool from_start = allocator_flag("opt.prof_active", false);
    atomic_store_explicit(&active_since, from_start ? clock_program_start() : clock_epoch_millis(),
                          memory_order_relaxed);
    atomic_store_explicit(&last_written, true, memory_order_relaxed);
  }
  if (jvmti != NULL) {
    vm_name = property(jvmti, "java.vm.name");
    vm_version = property(jvmti, "java.vm.version");
    java_home = property(jvmti, "java.home");
    main_class = property(jvmti, "sun.java.command");
    if (main_class != NULL) {
      main_class[strcspn(main_class, " ")] = '\0';
    }
  }
}

void session_active_written(int active) {
  bool was = atomic_exchange_explicit(&last_written, active != 0, memory_order_relaxed);
  if (active && !was) {
    atomic_store_explicit(&active_since, clock_epoch_millis(), memory_order_relaxed);
  }
}

void session_samples_discarded(void) {
  /* Where profiling was never on there is nothing to forget, and where it is off it begins anew with the next switch.
   */
  if (atomic_load_explicit(&active_since, memory_order_relaxed) != 0) {
    atomic_store_explicit(&active_since, clock_epoch_millis(), memory_order_relaxed);
  }
}

void session_hook_changed(bool on) {
  if (!on) {
    /* What is sampled from now on isn't "before the hook", and has no Java frames either. */
    atomic_store_explicit(&hook_taken_out, true, memory_order_relaxed);
  } else if (!allocator_flag("opt.prof_active", true) &&
             atomic_load_explicit(&active_since, memory_order_relaxed) == 0) {
    /* Only where profiling was never on can one be sure that jemalloc took no sample before. */
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
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof(text) - 1);
  if (file >= 0) {
    close(file);
  }
  text[length < 0 ? 0 : length] = '\0';
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

/* Reads the file up to its end or the room's; answers the bytes read. */
static size_t read_whole(const char *path, char *text, size_t room) {
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

/* Class paths make command lines long, and what matters stands at their end. */
static void show_command(const struct facts *facts) {
  enum { ROOM = 256 * 1024 };
  static const char cut[] = "\xE2\x80\xA6"; /* … */
  const size_t bytes = ROOM + sizeof(cut);
  char *command = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (command == MAP_FAILED) {
    return;
  }
  size_t length = read_whole("/proc/self/cmdline", command, ROOM);
  bool whole = length < ROOM;
  while (length > 0 && (command[length - 1] == '\0' || (!whole && (command[length - 1] & 0x80) != 0))) {
    length--; /* the NUL of the last argument; where it was cut, not in the middle of a character */
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
  pthread_once(&allocator_found, find_allocator);
  show_text(facts, "jemalloc.path", allocator_file);
  size_t rate_bits = allocator_size("prof.lg_sample", sizeof(int64_t) * CHAR_BIT);
  if (rate_bits < sizeof(int64_t) * CHAR_BIT - 1) {
    show_number(facts, "rate", INT64_C(1) << rate_bits);
  }
}

void session_each(void (*show)(void *sink, const char *key, const char *value), void *sink) {
  const struct facts facts = {show, sink};
  show_number(&facts, "pid", getpid());
  show_rss(&facts);
  show_host(&facts);
  show_vm(&facts);
  show_text(&facts, "main", main_class);
  show_command(&facts);
  show_allocator(&facts);
  show_time(&facts, "program.start", clock_program_start());
  show_time(&facts, "hook.since", hook_set_at());
  show_time(&facts, "active.since", atomic_load_explicit(&active_since, memory_order_relaxed));
  show_time(&facts, "time", clock_epoch_millis());
  if (atomic_load_explicit(&nothing_before_hook, memory_order_relaxed) &&
      !atomic_load_explicit(&hook_taken_out, memory_order_relaxed)) {
    show_number(&facts, "before.hook", 0);
  }
}
