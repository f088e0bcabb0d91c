/*
 * A program that isn't a JVM and was started with this library in LD_PRELOAD: it is sampled from its start, and
 * controlled by a socket (control.c). So are the children that it forks. JVMs are left to the agent.
 */

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "births.h"
#include "control.h"
#include "counters.h"
#include "ending.h"
#include "environment.h"
#include "ghosts.h"
#include "hook.h"
#include "metadata.h"
#include "notice.h"
#include "options.h"
#include "profiling.h"
#include "runtime_folder.h"
#include "sampler.h"
#include "sampler_controls.h"
#include "settings.h"

static struct options options;

/* The thread that forks a child that is to be sampled and controlled, too; 0 if there is none. Other children are left
   alone. Relaxed: a thread finds its own. */
static _Atomic pthread_t forking;

/* This process is a child that is left alone, and so are its children: its parent's threads may have held any lock. */
static bool is_left_alone;

static void report_option(const char *key, const char *why) { notice("option %s is ignored: %s", key, why); }

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/* Whether an entry of LD_PRELOAD leads to that library. One without a folder is searched for, and the dynamic linker
   replaces words such as $ORIGIN and $LIB: then the file's name alone has to be the same. */
static bool is_entry_of(const char *entry, size_t length, const char *path) {
  const char *slash = memrchr(entry, '/', length);
  bool is_complete = slash != NULL && memchr(entry, '$', length) == NULL;
  const char *name = is_complete || slash == NULL ? entry : slash + 1;
  size_t name_length = length - (size_t)(name - entry);
  const char *wanted = is_complete ? path : file_name(path);
  return strlen(wanted) == name_length && memcmp(wanted, name, name_length) == 0;
}

/* This library's place in LD_PRELOAD, and its length; NULL if it isn't there. */
static char *find_preload(size_t *length) {
  Dl_info own;
  char *at = getenv("LD_PRELOAD");
  if (at == NULL || dladdr((void *)&options, &own) == 0 || own.dli_fname == NULL) {
    return NULL;
  }
  for (;; at += *length) {
    at += strspn(at, ": ");
    *length = strcspn(at, ": ");
    if (*length == 0) {
      return NULL;
    }
    if (is_entry_of(at, *length, own.dli_fname)) {
      return at;
    }
  }
}

/* The library of each program that starts a JVM, and the JVM itself. */
static int find_jvm(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const char *name = file_name(object->dlpi_name);
  return strcmp(name, "libjli.so") == 0 || strcmp(name, "libjvm.so") == 0;
}

static void before_fork(void) {
  if (!is_left_alone && !sampler_is_interrupted() && control_before_fork()) {
    atomic_store_explicit(&forking, pthread_self(), memory_order_relaxed);
    sampler_before_fork();
    ghosts_before_fork();
  }
}

static bool has_prepared(void) {
  bool has = pthread_equal(atomic_load_explicit(&forking, memory_order_relaxed), pthread_self()) != 0;
  if (has) {
    atomic_store_explicit(&forking, 0, memory_order_relaxed);
  }
  return has;
}

static void after_fork(void) {
  if (has_prepared()) {
    ghosts_after_fork();
    sampler_after_fork(false);
    control_after_fork();
  }
}

static void after_fork_in_child(void) {
  is_left_alone = !has_prepared();
  atomic_store_explicit(&forking, 0, memory_order_relaxed);
  if (!is_left_alone) {
    sampler_after_fork(true);
    sampler_controls_after_fork();
    counters_restart();
    metadata_after_fork();
    ending_after_fork();
  }
  ghosts_after_fork_in_child();
  control_after_fork_in_child(!is_left_alone);
}

/* The program's children start without this library. The variable keeps its length: programs that show what they do as
   their name use the room from their arguments to the last variable that follows without a gap. */
static void hide_preload(char *entry, size_t length) { memset(entry, ' ', length); }

__attribute__((constructor)) static void begin(void) {
  size_t length = 0;
  char *entry = find_preload(&length);
  if (entry == NULL || dl_iterate_phdr(find_jvm, NULL) != 0) {
    return;
  }
  settings_complete(&options, NULL, report_option);
  environment_capture();
  runtime_folder_capture();
  if (options.follow != CHOICE_TRUE) {
    hide_preload(entry, length);
  }
  sampler_configure(environment_captured("MALLOC_CONF"));
  metadata_open(NULL);
  ending_prepare();
  ending_choose(options.final_dump, options.folder);
  if (options.births != CHOICE_FALSE) {
    births_start();
  }
  if (options.hook != CHOICE_FALSE) {
    hook_prepare_without_jvm();
    if (hook_set(true) == 0) {
      metadata_hook_changed(true);
    }
  }
  if (pthread_atfork(before_fork, after_fork, after_fork_in_child) != 0) {
    return;
  }
  profiling_count_mappings(options.mmap == CHOICE_TRUE);
  if (options.active != CHOICE_FALSE) {
    profiling_set_active(true);
  }
  control_start(options.folder);
}

__attribute__((destructor)) static void end(void) { control_stop(); }
