/*
 * Ids for methods that a sample found without one: methods of classes that the catalog left out, and old versions of
 * methods, which keep running after their class was redefined.
 *
 * Only GetStackTrace creates an id for an old version, and it does so for each method on the stack. The hook can't call
 * it, so it notes the thread, and the resolver calls it for that thread. Frames sampled until then stay unknown; later
 * samples have the id.
 */

#include "missing_ids.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "allocator.h"
#include "catalog.h"
#include "jdk_fixes.h"

enum {
  THREADS = 8, /* noted at a time; samples of further threads are noted later */
  DEPTH = 256, /* more than the hook records of a stack */
  REST = 20    /* times as long as the last look took, so that it costs at most 5 % of a processor */
};

/* A look that enters nothing doubles the rest, up to this: some methods never get an id. */
static const int64_t LONG_REST = 1000000000;

/* Addresses of the VM's threads; 0 = free. relaxed: part of the resolver's handshake with the hook. */
static _Atomic uintptr_t noted[THREADS];

/* A sample had a method without an id since the last turn of the resolver. */
static _Atomic bool wanted;

/* The JVM can't look threads up, or has no memory for that; relaxed. */
static _Atomic bool given_up;

/* Written once in missing_ids_open. */
static jfieldID vm_thread_field; /* java.lang.Thread.eetop */

/* Nanoseconds, of the monotonic clock. Only touched in missing_ids_create, whose callers take turns. */
static int64_t next_look;
static int64_t rest;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void missing_ids_open(JNIEnv *jni) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  vm_thread_field = type == NULL ? NULL : (*jni)->GetFieldID(jni, type, "eetop", "J");
  if (vm_thread_field == NULL) {
    atomic_store_explicit(&given_up, true, memory_order_relaxed);
  }
  (*jni)->ExceptionClear(jni);
  (*jni)->DeleteLocalRef(jni, type);
}

static void note(uintptr_t thread) {
  for (int i = 0; i < THREADS; i++) {
    uintptr_t seen = 0;
    if (atomic_compare_exchange_strong_explicit(&noted[i], &seen, thread, memory_order_relaxed, memory_order_relaxed) ||
        seen == thread) {
      return;
    }
  }
}

void missing_ids_note(const JNIEnv *jni, const ASGCT_CallFrame *frames, jint count) {
  if (atomic_load_explicit(&given_up, memory_order_relaxed)) {
    return;
  }
  for (jint i = 0; i < count; i++) {
    if (frames[i].method_id == NULL) {
      note(vm_thread(jni));
      atomic_store_explicit(&wanted, true, memory_order_release);
      return;
    }
  }
}

bool missing_ids_are_wanted(void) { return atomic_load_explicit(&wanted, memory_order_relaxed); }

static bool is_any_noted(void) {
  for (int i = 0; i < THREADS; i++) {
    if (atomic_load_explicit(&noted[i], memory_order_relaxed) != 0) {
      return true;
    }
  }
  return false;
}

/* Keeps all classes loaded until the local frame is popped. */
static void hold_classes(jvmtiEnv *jvmti) {
  jint count = 0;
  jclass *types = NULL;
  if ((*jvmti)->GetLoadedClasses(jvmti, &count, &types) == JVMTI_ERROR_NONE) {
    (*jvmti)->Deallocate(jvmti, (unsigned char *)types);
  }
}

/* Whether it was unknown and is entered now. */
static bool enter_method(jvmtiEnv *jvmti, JNIEnv *jni, jmethodID method) {
  jclass type = NULL;
  jboolean is_old = JNI_FALSE;
  enum catalog_answer answer = catalog_find(jni, (uintptr_t)method, &type);
  bool enters =
      answer == CATALOG_UNKNOWN && (*jvmti)->GetMethodDeclaringClass(jvmti, method, &type) == JVMTI_ERROR_NONE &&
      (*jvmti)->IsMethodObsolete(jvmti, method, &is_old) == JVMTI_ERROR_NONE && (!is_old || jdk_fixes_old_versions());
  if (enters) {
    catalog_add_method(jni, type, method);
  }
  (*jni)->DeleteLocalRef(jni, type);
  return enters;
}

/* Whether a method was entered. */
static bool create_for(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
  static jvmtiFrameInfo frames[DEPTH]; /* large for a stack; callers take turns */
  jint count = 0;
  bool entered = false;
  /* The ids stay: so their memory is sampled, as the program's is. */
  bool sampled = allocator_sample_thread(true);
  jvmtiError error = (*jvmti)->GetStackTrace(jvmti, thread, 0, DEPTH, frames, &count);
  allocator_sample_thread(sampled);
  for (jint i = 0; error == JVMTI_ERROR_NONE && i < count; i++) {
    entered |= enter_method(jvmti, jni, frames[i].method);
  }
  return entered;
}

/* Takes the noted threads; returns whether a method was entered. Threads that have ended are left out. */
static bool look(jvmtiEnv *jvmti, JNIEnv *jni) {
  uintptr_t taken[THREADS];
  jint count = 0;
  jthread *threads = NULL;
  bool entered = false;
  for (int i = 0; i < THREADS; i++) {
    taken[i] = atomic_exchange_explicit(&noted[i], 0, memory_order_relaxed);
  }
  if ((*jvmti)->GetAllThreads(jvmti, &count, &threads) != JVMTI_ERROR_NONE) {
    return false;
  }
  for (jint i = 0; i < count; i++) {
    uintptr_t vm_thread = (uintptr_t)(*jni)->GetLongField(jni, threads[i], vm_thread_field);
    for (int j = 0; j < THREADS; j++) {
      if (vm_thread != 0 && taken[j] == vm_thread) {
        entered |= create_for(jvmti, jni, threads[i]);
      }
    }
    (*jni)->DeleteLocalRef(jni, threads[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
  return entered;
}

void missing_ids_create(jvmtiEnv *jvmti, JNIEnv *jni) {
  enum { LOCAL_REFERENCES = 1 << 16 }; /* the most that HotSpot grants; -Xcheck:jni warns of more */
  /* Acquire: the threads of all earlier samples are seen now, those of later ones in the next turn. */
  atomic_exchange_explicit(&wanted, false, memory_order_acquire);
  if (atomic_load_explicit(&given_up, memory_order_relaxed) || !is_any_noted()) {
    return;
  }
  int64_t began = now();
  if (began < next_look) {
    return;
  }
  if ((*jni)->PushLocalFrame(jni, LOCAL_REFERENCES) != JNI_OK) {
    (*jni)->ExceptionClear(jni);
    atomic_store_explicit(&given_up, true, memory_order_relaxed);
    return;
  }
  if (!jdk_fixes_declaring_class()) {
    hold_classes(jvmti); /* before the stacks are read, so that none of their classes can be unloaded meanwhile */
  }
  bool entered = look(jvmti, jni);
  (*jni)->PopLocalFrame(jni, NULL);
  int64_t ended = now();
  int64_t least = (ended - began) * REST;
  int64_t doubled = rest * 2 < LONG_REST ? rest * 2 : LONG_REST;
  rest = entered || doubled < least ? least : doubled;
  next_look = ended + rest;
}
