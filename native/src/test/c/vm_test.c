/* What the hook reads of the VM's threads: which are Java's, and the return address that the interpreter leaves out. */

#include "vm.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "java_calls.h"
#include "vm_tables.h"

enum { NEW = 2, IN_VM = 6, IN_JAVA = 8, BLOCKED = 10 };

/* --- the VM --- */

struct vm_thread {
  uintptr_t kind;
  void **stack_base;
  size_t stack_bytes;
  struct {
    void **sp;
    void *pc;
  } anchor;
  int32_t state;
  JNIEnv jni;
};

enum { JAVA = 4096, COLLECTOR = 8192, ATTACHER = 16384 };

static void *stack[8];
static struct vm_thread thread = {.kind = ATTACHER, .stack_base = stack + 8, .stack_bytes = sizeof(stack)};
static struct vm_thread other = {.kind = JAVA};
static char code[16]; /* the whole of the code cache */
static uintptr_t code_low = (uintptr_t)code;
static uintptr_t code_high = (uintptr_t)(code + sizeof(code));

static void call_trace(ASGCT_CallTrace *asked, jint depth, void *context) {
  (void)depth;
  (void)context;
  asked->num_frames = 0;
}

int __wrap_dladdr(const void *address, Dl_info *object);
void *__wrap_dlopen(const char *name, int mode);
int __wrap_dlclose(void *object);
void *__wrap_dlsym(void *object, const char *name);

int __wrap_dladdr(const void *address, Dl_info *object) {
  (void)address;
  *object = (Dl_info){.dli_fname = "libjvm.so"};
  return 1;
}

void *__wrap_dlopen(const char *name, int mode) {
  (void)mode;
  return strcmp(name, "libjvm.so") == 0 ? &thread : NULL;
}

int __wrap_dlclose(void *object) {
  CHECK(object == &thread);
  return 0;
}

void *__wrap_dlsym(void *object, const char *name) {
  (void)object;
  CHECK(strcmp(name, "AsyncGetCallTrace") == 0);
  async_get_call_trace *function = call_trace;
  void *symbol;
  memcpy(&symbol, &function, sizeof(symbol));
  return symbol;
}

bool vm_tables_open(void *libjvm, struct vm_tables *tables) {
  (void)tables;
  return libjvm == &thread;
}

ptrdiff_t vm_tables_offset(const struct vm_tables *tables, const char *type, const char *field) {
  (void)tables;
  (void)type;
  static const struct {
    const char *field;
    size_t offset;
  } fields[] = {
      {"_thread_state", offsetof(struct vm_thread, state)},
      {"_anchor", offsetof(struct vm_thread, anchor)},
      {"_last_Java_sp", offsetof(struct vm_thread, anchor.sp) - offsetof(struct vm_thread, anchor)},
      {"_last_Java_pc", offsetof(struct vm_thread, anchor.pc) - offsetof(struct vm_thread, anchor)},
      {"_stack_base", offsetof(struct vm_thread, stack_base)},
      {"_stack_size", offsetof(struct vm_thread, stack_bytes)},
  };
  for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
    if (strcmp(field, fields[i].field) == 0) {
      return (ptrdiff_t)fields[i].offset;
    }
  }
  return -1;
}

/* The address of a static field, and NULL for any other. */
const uintptr_t *vm_tables_static(const struct vm_tables *tables, const char *type, const char *field) {
  (void)tables;
  (void)type;
  return strcmp(field, "_low_bound") == 0 ? &code_low : strcmp(field, "_high_bound") == 0 ? &code_high : NULL;
}

static char object;  /* stands for whatever JNI hands out */
static char carrier; /* stands for Thread.currentCarrierThread */
static char neighbour; /* stands for another thread */

/* Whether the answer to "current thread" is the carrier: a virtual thread has no JavaThread of its own. */
static bool on_carrier = true;

jobject java_call_static(JNIEnv *jni, jclass type, const char *name, const char *signature, ...) {
  (void)jni;
  (void)type;
  (void)signature;
  return (jobject)(void *)(strcmp(name, "currentCarrierThread") == 0 && on_carrier ? &carrier : &object);
}

static jclass JNICALL find_class(JNIEnv *jni, const char *name) {
  (void)jni;
  (void)name;
  return (jobject)(void *)&object;
}

static jfieldID JNICALL find_field(JNIEnv *jni, jclass type, const char *name, const char *signature) {
  (void)jni;
  (void)type;
  (void)name;
  (void)signature;
  return (jfieldID)(void *)&object;
}

static jlong JNICALL thread_of(JNIEnv *jni, jobject of, jfieldID field) {
  (void)jni;
  (void)field;
  return of == (jobject)(void *)&carrier   ? (jlong)(intptr_t)&thread
         : of == (jobject)(void *)&neighbour ? (jlong)(intptr_t)&other
                                           : 0;
}

/* Two threads, of which the first ends. */
static jsize JNICALL count_threads(JNIEnv *jni, jarray threads) {
  (void)jni;
  (void)threads;
  return 2;
}

static jobject JNICALL thread_at(JNIEnv *jni, jobjectArray threads, jsize index) {
  (void)jni;
  (void)threads;
  return (jobject)(void *)(index == 0 ? &object : &neighbour);
}

static void JNICALL clear(JNIEnv *jni) { (void)jni; }

static void JNICALL forget(JNIEnv *jni, jobject local) {
  (void)jni;
  (void)local;
}

static void tells_java_threads_from_others(pthread_key_t key) {
  static struct vm_thread of_collector = {.kind = COLLECTOR};
  CHECK(vm_current_jni() == &thread.jni);
  CHECK(pthread_setspecific(key, &of_collector) == 0 && vm_current_jni() == NULL);
  CHECK(pthread_setspecific(key, NULL) == 0 && vm_current_jni() == NULL);
  other.jni = thread.jni;
  CHECK(pthread_setspecific(key, &other) == 0 && vm_current_jni() == &other.jni && vm_runs_java(&other.jni));
  /* It got the memory of a Java thread that ended. */
  of_collector.jni = thread.jni;
  CHECK(pthread_setspecific(key, &of_collector) == 0 && !vm_runs_java(&of_collector.jni));
  CHECK(pthread_setspecific(key, &thread) == 0 && vm_current_jni() == &thread.jni && vm_runs_java(&thread.jni));
}

/* A thread of the VM may be smaller than Java's, and its memory may end behind it. */
static void reads_nothing_behind_a_smaller_thread(pthread_key_t key) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != MAP_FAILED);
  struct vm_thread *at_end = (struct vm_thread *)(void *)(pages + page - offsetof(struct vm_thread, jni));
  at_end->jni = thread.jni;
  CHECK(pthread_setspecific(key, at_end) == 0 && vm_current_jni() == &at_end->jni);
  CHECK(mprotect(pages + page, page, PROT_NONE) == 0 && vm_current_jni() == NULL);
  CHECK(munmap(pages + page, page) == 0 && vm_current_jni() == NULL);
  CHECK(munmap(pages, page) == 0 && pthread_setspecific(key, &thread) == 0);
}

static void tells_where_a_field_stands(JavaVM *vm) {
  CHECK(vm_field(vm, "CodeCache", "_low_bound") == (intptr_t)&code_low);
  CHECK(vm_field(vm, "JavaThread", "_thread_state") == offsetof(struct vm_thread, state));
  CHECK(vm_field(vm, "JavaThread", "_none") == -1);
}

static void open_vm(void) {
  static const struct JNINativeInterface_ calls = {.FindClass = find_class,
                                                   .GetFieldID = find_field,
                                                   .GetLongField = thread_of,
                                                   .GetArrayLength = count_threads,
                                                   .GetObjectArrayElement = thread_at,
                                                   .ExceptionClear = clear,
                                                   .DeleteLocalRef = forget};
  static const struct JNIInvokeInterface_ invoke = {.GetEnv = NULL};
  static JavaVM vm = &invoke;
  const char *obstacle = NULL;
  thread.jni = &calls;
  CHECK(vm_open(&vm, &thread.jni, &obstacle) == NULL && strstr(obstacle, "pthread key") != NULL);
  /* Twice the same value: which of the keys is the VM's? */
  pthread_key_t key, another;
  CHECK(pthread_key_create(&key, NULL) == 0 && pthread_key_create(&another, NULL) == 0);
  CHECK(pthread_setspecific(key, &thread) == 0 && pthread_setspecific(another, &thread) == 0);
  CHECK(vm_open(&vm, &thread.jni, &obstacle) == NULL);
  CHECK(pthread_setspecific(another, NULL) == 0);
  on_carrier = false;
  CHECK(vm_open(&vm, &thread.jni, &obstacle) == NULL);
  on_carrier = true;
  CHECK(vm_open(&vm, &thread.jni, &obstacle) == call_trace);
  tells_java_threads_from_others(key);
  reads_nothing_behind_a_smaller_thread(key);
  tells_where_a_field_stands(&vm);
}

/* --- the tests --- */

/* A thread in that state, whose return address stands on the stack alone. */
static void begin(int32_t state) {
  thread.state = state;
  thread.anchor.sp = stack + 4;
  thread.anchor.pc = NULL;
  stack[3] = code + 5;
}

static void a_return_is_found_in_the_vm_only(void) {
  for (int32_t state = 0; state <= BLOCKED; state++) {
    begin(state);
    void **found = vm_find_return(&thread.jni);
    CHECK((found != NULL) == (state == IN_VM));
    CHECK(thread.anchor.pc == (state == IN_VM ? code + 5 : NULL));
    if (found != NULL) {
      vm_forget_return(found);
      CHECK(thread.anchor.pc == NULL);
    }
  }
}

static void none_is_found_outside_the_code_cache(void) {
  begin(IN_VM);
  stack[3] = code + sizeof(code);
  CHECK(vm_find_return(&thread.jni) == NULL && thread.anchor.pc == NULL);
  begin(IN_VM);
  thread.anchor.sp = NULL;
  CHECK(vm_find_return(&thread.jni) == NULL);
  static void *elsewhere[] = {code + 5, NULL};
  thread.anchor.sp = elsewhere + 1;
  CHECK(vm_find_return(&thread.jni) == NULL);
  thread.anchor.sp = stack;
  CHECK(vm_find_return(&thread.jni) == NULL);
}

static void tells_threads_that_run_no_java(void) {
  begin(NEW);
  CHECK(vm_is_starting(&thread.jni) && !vm_is_without_java(&thread.jni));
  thread.anchor.sp = NULL;
  thread.state = IN_VM;
  CHECK(!vm_is_starting(&thread.jni) && vm_is_without_java(&thread.jni));
  thread.state = IN_JAVA; /* a leaf call does not set the anchor */
  CHECK(!vm_is_without_java(&thread.jni));
}

int main(void) {
  open_vm();
  a_return_is_found_in_the_vm_only();
  none_is_found_outside_the_code_cache();
  tells_threads_that_run_no_java();
  return 0;
}
