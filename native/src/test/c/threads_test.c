/* A thread's name in profiles: the first it has as a Java thread, and never another. */

#include "threads.h"

#include <errno.h>
#include <string.h>

#include "allocator.h"
#include "check.h"
#include "counters.h"

/* --- jemalloc, with one thread --- */

static char in_jemalloc[64];
static int writes;

bool allocator_flag(const char *name, bool otherwise) {
  return strcmp(name, "opt.prof") == 0 || (strcmp(name, "opt.prof_sys_thread_name") != 0 && otherwise);
}

int allocator_mallctl(const char *control, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  CHECK(strcmp(control, "thread.prof.name") == 0);
  if (old != NULL) {
    const char *name = in_jemalloc;
    CHECK(*old_size == sizeof(name));
    memcpy(old, (void *)&name, sizeof(name));
  }
  if (fresh != NULL) {
    const char *name;
    CHECK(fresh_size == sizeof(name));
    memcpy((void *)&name, fresh, sizeof(name));
    strcpy(in_jemalloc, name);
    writes++;
  }
  return 0;
}

bool allocator_is_sampled_by_ours(void) { return false; }

void counters_add(enum counter counter) {
  (void)counter;
  CHECK(false);
}

/* --- the JVM, with one thread --- */

static const char *java_name;

static jvmtiError JNICALL thread_info(jvmtiEnv *jvmti, jthread thread, jvmtiThreadInfo *info) {
  (void)jvmti;
  (void)thread;
  *info = (jvmtiThreadInfo){.name = strdup(java_name)};
  return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL deallocate(jvmtiEnv *jvmti, unsigned char *memory) {
  (void)jvmti;
  free(memory);
  return JVMTI_ERROR_NONE;
}

static void JNICALL forget(JNIEnv *jni, jobject local) {
  (void)jni;
  (void)local;
}

static void start_as(const char *name) {
  static const struct jvmtiInterface_1_ tools = {.GetThreadInfo = thread_info, .Deallocate = deallocate};
  static const struct JNINativeInterface_ calls = {.DeleteLocalRef = forget};
  jvmtiEnv jvmti = &tools;
  JNIEnv jni = &calls;
  java_name = name;
  threads_name_current(&jvmti, &jni, NULL);
}

int main(void) {
  threads_open();
  start_as("DestroyJavaVM");
  CHECK(writes == 0);
  start_as("worker 1");
  CHECK(writes == 1 && strcmp(in_jemalloc, "worker 1") == 0);
  start_as("worker 2"); /* the same thread, attached again */
  CHECK(writes == 1 && strcmp(in_jemalloc, "worker 1") == 0);
  return 0;
}
