/*
 * An agent that listens to the JVM's sampled objects, as profilers do, and allocates as it is told of one: only of
 * those behind DeoptStorm's loading of Thunder, on the same thread. That is when the JVM makes the objects anew that it
 * had compiled away.
 */

#include <jvmti.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static _Atomic long heard;
static _Thread_local int left; /* objects to allocate for */

static void JNICALL on_object(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object, jclass type, jlong size) {
  (void)jvmti;
  (void)jni;
  (void)thread;
  (void)object;
  (void)type;
  (void)size;
  if (left == 0) {
    return;
  }
  left--;
  enum { BYTES = 4096 }; /* more than the tests' distance between samples */
  char *volatile memory = malloc(BYTES);
  CHECK(memory != NULL);
  free(memory);
  atomic_fetch_add_explicit(&heard, 1, memory_order_relaxed);
}

static void JNICALL on_class(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
  (void)jni;
  (void)thread;
  enum { OBJECTS = 64 }; /* more than there are before the one that matters */
  char *signature = NULL;
  CHECK((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE);
  if (strcmp(signature, "LDeoptStorm$Weather$Hail;") == 0) {
    left = OBJECTS;
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni) {
  (void)jvmti;
  (void)jni;
  fprintf(stdout, "heard %ld\n", atomic_load_explicit(&heard, memory_order_relaxed));
  fflush(stdout);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  (void)options;
  (void)reserved;
  void *opened;
  CHECK((*vm)->GetEnv(vm, &opened, JVMTI_VERSION_11) == JNI_OK);
  jvmtiEnv *jvmti = opened;
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof(wanted));
  wanted.can_generate_sampled_object_alloc_events = 1;
  jvmtiEventCallbacks callbacks;
  memset(&callbacks, 0, sizeof(callbacks));
  callbacks.SampledObjectAlloc = on_object;
  callbacks.ClassPrepare = on_class;
  callbacks.VMDeath = on_death;
  CHECK((*jvmti)->AddCapabilities(jvmti, &wanted) == JVMTI_ERROR_NONE);
  CHECK((*jvmti)->SetHeapSamplingInterval(jvmti, 0) == JVMTI_ERROR_NONE);
  CHECK((*jvmti)->SetEventCallbacks(jvmti, &callbacks, (jint)sizeof(callbacks)) == JVMTI_ERROR_NONE);
  static const jvmtiEvent events[] = {JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, JVMTI_EVENT_CLASS_PREPARE,
                                      JVMTI_EVENT_VM_DEATH};
  for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
    CHECK((*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, events[i], NULL) == JVMTI_ERROR_NONE);
  }
  return JNI_OK;
}
