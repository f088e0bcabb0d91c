/* Threads' names in profiles. Without them jemalloc has only numbers. */

#include "threads.h"

#include <stdbool.h>
#include <string.h>

#include "allocator.h"
#include "counters.h"
#include "text.h"

/* What the JVM calls the main thread once main has returned; what it allocated belongs under "main". */
#define AFTER_MAIN "DestroyJavaVM"

#define CONTROL "thread.prof.name"

enum { NAME_BYTES = 256 };

/* Written once in threads_open, before the first thread event is enabled. */
static bool can_be_named;

void threads_open(void) {
  const char *name = NULL;
  size_t size = sizeof(name);
  /* With prof_sys_thread_name jemalloc sets the system's names itself and refuses others. */
  can_be_named = allocator_flag("opt.prof", false) && allocator_mallctl(CONTROL, &name, &size, NULL, 0) == 0 &&
                 !allocator_flag("opt.prof_sys_thread_name", false);
}

/*
 * A name that is there stays: jemalloc 5.3.0 frees the old one while another thread may be writing it into a dump. A
 * native thread can become a Java thread again and again, each time with another name.
 */
static bool is_named(void) {
  const char *name = NULL;
  size_t size = sizeof(name);
  return allocator_mallctl(CONTROL, &name, &size, NULL, 0) == 0 && name != NULL && *name != '\0';
}

static bool set_name(const char *name) {
  char printable[NAME_BYTES];
  const char *value = printable;
  text_to_printable(name, printable, sizeof(printable));
  return allocator_mallctl(CONTROL, NULL, NULL, &value, sizeof(value)) == 0;
}

void threads_name_current(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
  if (!can_be_named || is_named()) {
    return;
  }
  jvmtiThreadInfo info = {.name = NULL};
  if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE || info.name == NULL) {
    counters_add(COUNTER_THREADS_UNNAMED);
    return;
  }
  text_to_standard(info.name);
  if (strcmp(info.name, AFTER_MAIN) != 0 && !set_name(info.name)) {
    counters_add(COUNTER_THREADS_UNNAMED);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
  (*jni)->DeleteLocalRef(jni, info.thread_group);
  (*jni)->DeleteLocalRef(jni, info.context_class_loader);
}

void threads_count_unnamed(jvmtiEnv *jvmti, JNIEnv *jni) {
  jint count = 0;
  jthread *threads = NULL;
  /* Our own sampler has the system's names for them. */
  if (allocator_is_sampled_by_ours() || (*jvmti)->GetAllThreads(jvmti, &count, &threads) != JVMTI_ERROR_NONE) {
    return;
  }
  for (jint i = 0; i < count; i++) {
    if (i > 0) { /* one is the caller, which names itself */
      counters_add(COUNTER_THREADS_UNNAMED);
    }
    (*jni)->DeleteLocalRef(jni, threads[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
}
