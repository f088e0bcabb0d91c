/* Switches the hook and sampling, and reports what this program lacks for them. */

#include "profiling.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "allocator.h"
#include "catalog.h"
#include "dump_watch.h"
#include "hook.h"
#include "jdk_fixes.h"
#include "metadata.h"
#include "missing_ids.h"
#include "names.h"
#include "notice.h"
#include "resolver.h"
#include "sampler.h"

/* Callers of profiling_set_hook take turns. Held across JVM calls; never taken by an event. */
static pthread_mutex_t switching = PTHREAD_MUTEX_INITIALIZER;
static bool prepared;

static bool enable(jvmtiEnv *jvmti, jvmtiEvent event) {
  return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL) == JVMTI_ERROR_NONE;
}

/* Does once what the hook needs; errno. */
static int prepare(jvmtiEnv *jvmti, JNIEnv *jni) {
  JavaVM *vm;
  /* The events first: a class prepared meanwhile is entered twice rather than never. */
  if (!enable(jvmti, JVMTI_EVENT_CLASS_LOAD) || !enable(jvmti, JVMTI_EVENT_CLASS_PREPARE) ||
      (*jni)->GetJavaVM(jni, &vm) != JNI_OK) {
    return EPERM; /* without these events AsyncGetCallTrace returns no stacks */
  }
  int error = hook_prepare(vm, jni);
  if (error == 0) {
    jdk_fixes_open(jvmti);
    names_open(jni);
    missing_ids_open(jni);
    /* Sampled, because the JVM never frees method ids: a profile must show their memory. */
    bool sampled = allocator_sample_thread(true);
    catalog_add_loaded(jvmti, jni);
    allocator_sample_thread(sampled);
    error = resolver_start(jvmti, jni);
  }
  return error;
}

int profiling_set_hook(jvmtiEnv *jvmti, JNIEnv *jni, bool on) {
  pthread_mutex_lock(&switching);
  int error = on && !prepared ? prepare(jvmti, jni) : 0;
  prepared |= on && error == 0;
  bool was_set = hook_is_set();
  error = error == 0 ? hook_set(on) : error;
  if (error == 0) {
    if (on != was_set) {
      metadata_hook_changed(on);
    }
    dump_watch_set(on); /* jemalloc may have no hook for it: then dumps that it makes by itself have no Java names */
  }
  pthread_mutex_unlock(&switching);
  return error;
}

void profiling_add_hook(jvmtiEnv *jvmti, JNIEnv *jni) {
  int error = profiling_set_hook(jvmti, jni, true);
  if (error == ENOENT) {
    const char *version = allocator_text("version");
    notice_missing(
        "jemalloc %.40s has no backtrace hook, so profiles show native frames only; use jemalloc 5.3 or later",
        version == NULL ? "" : version);
  } else if (error == ENOTSUP) {
    notice_missing(
        "this JVM can't tell Java stacks (%s), so profiles show native frames only; use a HotSpot JVM, 17 or later",
        hook_obstacle());
  } else if (error != 0) {
    notice_missing("the backtrace hook could not be set (%s), so profiles show native frames only", strerror(error));
  }
}

void profiling_remove_hook(jvmtiEnv *jvmti, JNIEnv *jni) {
  if (profiling_set_hook(jvmti, jni, false) == EBUSY) {
    notice("the backtrace hook stays in place, since another library's hook, set later, calls it");
  }
}

void profiling_count_mappings(bool on) {
  if (on && !allocator_is_sampled_by_ours()) {
    notice(
        "the option mmap has no effect: jemalloc takes this program's samples, and it sees no other memory. Start the "
        "program without prof:true (jemscope run --jemalloc none)");
    return;
  }
  sampler_count_mappings(on);
}

int profiling_switch(bool active) {
  int error = allocator_set_flag("prof.active", active);
  if (error == 0) {
    metadata_active_written(active);
  }
  return error;
}

void profiling_set_active(bool active) {
  int error = profiling_switch(active);
  if (error != 0) {
    const char *tool = error == EBUSY ? allocator_text("jemscope.tool") : NULL;
    if (tool != NULL) {
      notice("sampling could not be switched on: %s has replaced malloc in %zu libraries; stop that tool, then start "
             "again",
             tool, allocator_size("jemscope.tool.libraries", 0));
    } else {
      notice("sampling could not be switched %s (%s)", active ? "on" : "off", strerror(error));
    }
  }
}
