/*
 * What the hook knows of HotSpot beyond JNI. All of it comes from the tables that libjvm exports for debuggers
 * (gHotSpotVMStructs) and from the Java thread that calls vm_open, so no layout is compiled in. If something is
 * missing, the hook stays off.
 */

#include "vm.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "java_calls.h"
#include "vm_tables.h"

/* All written once in vm_open, before the hook is published to jemalloc with release; read-only in the hook. */
static pthread_key_t thread_key; /* HotSpot's own: its value is the calling thread's Thread* */
static const struct JNINativeInterface_ *jni_functions;
static ptrdiff_t thread_of_jni; /* from a JavaThread to its JNIEnv */
static ptrdiff_t thread_state;
static ptrdiff_t anchor_sp;
static ptrdiff_t anchor_pc;
static ptrdiff_t stack_base; /* of a Thread; its stack ends below */
static ptrdiff_t stack_size;
static const uintptr_t *code_cache_low; /* NULL if unknown */
static const uintptr_t *code_cache_high;

/*
 * The VM's numbers for a thread that is being started (_thread_new), is in the VM (_thread_in_vm) or runs Java
 * (_thread_in_Java); never changed yet.
 */
enum { STATE_NEW = 2, STATE_IN_VM = 6, STATE_IN_JAVA = 8 };

/*
 * The first words of the threads that run Java: their classes' tables of virtual functions. What stands behind the
 * smaller Thread of the VM or the collector may have been a Java thread's before, its JNIEnv included.
 */
enum { MOST_KINDS = 16 };
static uintptr_t java_kinds[MOST_KINDS];
static unsigned java_kind_count;

/*
 * java.lang.Thread.eetop holds the address of the VM's thread object (JavaThread). A virtual thread has none, so its
 * carrier is asked; JDK 17 has no carriers.
 */
static jlong vm_thread_of_caller(JNIEnv *jni, jclass type, jfieldID eetop) {
  static const char signature[] = "()Ljava/lang/Thread;";
  jobject thread = java_call_static(jni, type, "currentCarrierThread", signature);
  if (thread == NULL) {
    (*jni)->ExceptionClear(jni);
    thread = java_call_static(jni, type, "currentThread", signature);
  }
  jlong vm_thread = thread == NULL || eetop == NULL ? 0 : (*jni)->GetLongField(jni, thread, eetop);
  (*jni)->ExceptionClear(jni);
  (*jni)->DeleteLocalRef(jni, thread);
  return vm_thread;
}

static bool is_java_kind(const void *vm_thread) {
  uintptr_t kind = *(const uintptr_t *)vm_thread;
  for (unsigned i = 0; i < java_kind_count; i++) {
    if (java_kinds[i] == kind) {
      return true;
    }
  }
  return false;
}

static void learn_kind(const void *vm_thread) {
  if (!is_java_kind(vm_thread) && java_kind_count < MOST_KINDS) {
    java_kinds[java_kind_count++] = *(const uintptr_t *)vm_thread;
  }
}

/* Of all Java threads: the caller may be of a kind of its own, as the thread that attaches agents is from JDK 21 on. */
static void learn_kinds(JNIEnv *jni, jclass type, jfieldID eetop) {
  jobjectArray threads = java_call_static(jni, type, "getThreads", "()[Ljava/lang/Thread;");
  (*jni)->ExceptionClear(jni);
  jsize count = threads == NULL ? 0 : (*jni)->GetArrayLength(jni, threads);
  for (jsize i = 0; i < count; i++) {
    jobject thread = (*jni)->GetObjectArrayElement(jni, threads, i);
    jlong vm_thread = thread == NULL ? 0 : (*jni)->GetLongField(jni, thread, eetop);
    /* One that ends now may be gone. Then a word that no thread begins with is learned. */
    if (vm_thread != 0 && vm_is_readable((const void *)(uintptr_t)vm_thread)) {
      learn_kind((const void *)(uintptr_t)vm_thread);
    }
    (*jni)->DeleteLocalRef(jni, thread);
  }
  (*jni)->DeleteLocalRef(jni, threads);
}

/* The key under which HotSpot keeps each thread's Thread*: the only one that holds the caller's. */
static bool find_key(const void *vm_thread) {
  int found = 0;
  for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; key++) {
    if (pthread_getspecific(key) == vm_thread) {
      thread_key = key;
      found++;
    }
  }
  return found == 1;
}

static bool find_thread(JNIEnv *jni) {
  enum { LARGEST_THREAD = 64 * 1024 };
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jfieldID eetop = type == NULL ? NULL : (*jni)->GetFieldID(jni, type, "eetop", "J");
  jlong vm_thread = vm_thread_of_caller(jni, type, eetop);
  jlong distance = (jlong)(intptr_t)jni - vm_thread;
  /* The JNIEnv is a member of the JavaThread. */
  bool is_found =
      vm_thread != 0 && distance > 0 && distance < LARGEST_THREAD && find_key((const void *)(uintptr_t)vm_thread);
  if (is_found) {
    jni_functions = *jni;
    thread_of_jni = (ptrdiff_t)distance;
    learn_kind((const void *)(uintptr_t)vm_thread);
    learn_kinds(jni, type, eetop);
  }
  (*jni)->DeleteLocalRef(jni, type);
  return is_found;
}

bool vm_is_readable(const void *address) {
  enum { NO_SUCH_ACTION = -1 };
  static const size_t signal_set_bytes = sizeof(uint64_t);
  uintptr_t word = (uintptr_t)address & ~(sizeof(uint64_t) - 1); /* so that it lies on one page */
  return syscall(SYS_rt_sigprocmask, NO_SUCH_ACTION, word, NULL, signal_set_bytes) != 0 && errno == EINVAL;
}

JNIEnv *vm_current_jni(void) {
  char *thread = pthread_getspecific(thread_key);
  if (thread == NULL) {
    return NULL;
  }
  JNIEnv *jni = (JNIEnv *)(void *)(thread + thread_of_jni);
  if (is_java_kind(thread)) {
    return jni;
  }
  enum { SMALLEST_PAGE = 4096 };
  /* VM and GC threads use the same key, but have no JNIEnv: another word stands there, or their smaller Thread ends
     before it, and the next page may be missing. */
  const char *last = thread + (thread_of_jni > thread_state ? thread_of_jni : thread_state);
  bool same_page = (uintptr_t)thread / SMALLEST_PAGE == (uintptr_t)last / SMALLEST_PAGE;
  /* All Java threads have the same table of functions; so have the compilers' threads. */
  return (same_page || vm_is_readable(last)) && *jni == jni_functions ? jni : NULL;
}

bool vm_runs_java(const JNIEnv *jni) { return is_java_kind((const char *)jni - thread_of_jni); }

/* By its own path: a program that embeds the JVM may have loaded it without making its names global. The file may be
   another by now: it isn't opened. */
static void *find_libjvm(JavaVM *vm) {
  Dl_info object;
  return dladdr((void *)(*vm)->GetEnv, &object) == 0 ? NULL : dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

intptr_t vm_field(JavaVM *vm, const char *type, const char *field) {
  intptr_t place = -1;
  struct vm_tables tables;
  void *libjvm = find_libjvm(vm);
  if (libjvm != NULL && vm_tables_open(libjvm, &tables)) {
    const uintptr_t *variable = vm_tables_static(&tables, type, field);
    place = variable != NULL ? (intptr_t)variable : vm_tables_offset(&tables, type, field);
  }
  if (libjvm != NULL) {
    dlclose(libjvm);
  }
  return place;
}

static bool find_fields(const struct vm_tables *tables) {
  ptrdiff_t state = vm_tables_offset(tables, "JavaThread", "_thread_state");
  ptrdiff_t anchor = vm_tables_offset(tables, "JavaThread", "_anchor");
  ptrdiff_t sp = vm_tables_offset(tables, "JavaFrameAnchor", "_last_Java_sp");
  ptrdiff_t pc = vm_tables_offset(tables, "JavaFrameAnchor", "_last_Java_pc");
  thread_state = state;
  anchor_sp = anchor + sp;
  anchor_pc = anchor + pc;
  stack_base = vm_tables_offset(tables, "JavaThread", "_stack_base");
  stack_size = vm_tables_offset(tables, "JavaThread", "_stack_size");
  return state > 0 && anchor > 0 && sp >= 0 && pc >= 0 && stack_base > 0 && stack_size > 0;
}

async_get_call_trace *vm_open(JavaVM *vm, JNIEnv *jni, const char **obstacle) {
  struct vm_tables tables;
  void *libjvm = find_libjvm(vm);
  void *symbol = libjvm == NULL ? NULL : dlsym(libjvm, "AsyncGetCallTrace");
  if (symbol == NULL) {
    *obstacle = "it has no AsyncGetCallTrace";
    return NULL;
  }
  if (!vm_tables_open(libjvm, &tables) || !find_fields(&tables)) {
    *obstacle = "its libjvm.so does not export the tables of its fields";
    return NULL;
  }
  if (!find_thread(jni)) {
    *obstacle = "the pthread key of its current thread was not found";
    return NULL;
  }
  code_cache_low = vm_tables_static(&tables, "CodeCache", "_low_bound");
  code_cache_high = vm_tables_static(&tables, "CodeCache", "_high_bound");
  async_get_call_trace *function;
  memcpy(&function, &symbol, sizeof(function)); /* ISO C has no cast from an object's pointer to a function's */
  return function;
}

static char *field_of_thread(const JNIEnv *jni, ptrdiff_t offset) {
  return (char *)(uintptr_t)jni - thread_of_jni + offset;
}

static int32_t state_of_thread(const JNIEnv *jni) { return *(volatile int32_t *)field_of_thread(jni, thread_state); }

uintptr_t vm_thread(const JNIEnv *jni) { return (uintptr_t)field_of_thread(jni, 0); }

bool vm_is_starting(const JNIEnv *jni) { return state_of_thread(jni) == STATE_NEW; }

bool vm_is_without_java(const JNIEnv *jni) {
  /* last_Java_sp is null. It is also null in a leaf call, but there the thread's state is still "in Java". */
  return *(void *volatile *)field_of_thread(jni, anchor_sp) == NULL && state_of_thread(jni) != STATE_IN_JAVA;
}

/* Whether the word before that one is on the thread's own stack. */
static bool is_on_stack(const JNIEnv *jni, uintptr_t sp) {
  uintptr_t base = *(const uintptr_t *)(const void *)field_of_thread(jni, stack_base);
  size_t size = *(const size_t *)(const void *)field_of_thread(jni, stack_size);
  return sp <= base && base - sp < size - sizeof(void *);
}

void **vm_find_return(JNIEnv *jni) {
  /* volatile, not atomic: only this thread writes its own anchor, in code that the compiler can't see. */
  void **volatile *sp = (void **volatile *)field_of_thread(jni, anchor_sp);
  void *volatile *pc = (void *volatile *)field_of_thread(jni, anchor_pc);
  /*
   * Only in the VM is the anchor the thread's own and at rest: it is set before the thread enters the VM and removed
   * after it leaves. In a transition or in Java it is half set or about to change, and what is written then would stay
   * for the VM to trust.
   */
  if (state_of_thread(jni) != STATE_IN_VM || *sp == NULL || *pc != NULL || !is_on_stack(jni, (uintptr_t)*sp)) {
    return NULL;
  }
  void *found = (*sp)[-1];
  if (!vm_code_cache_contains((uintptr_t)found)) {
    return NULL;
  }
  *pc = found;
  return (void **)pc;
}

void vm_forget_return(void **found) { *(void *volatile *)found = NULL; }

bool vm_code_cache_contains(uintptr_t address) {
  return code_cache_low != NULL && code_cache_high != NULL && address >= *code_cache_low && address < *code_cache_high;
}
