/* Ids for methods that a sample found without: for the noted threads alone, and only where it is safe. */

#include "missing_ids.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "allocator.h"
#include "catalog.h"
#include "check.h"
#include "jdk_fixes.h"

/* The VM's threads are numbers here; thread n's stack has the methods 10 n, 10 n + 1 (old) and 10 n + 2 (known). */
enum { THREADS = 3, FRAMES = 3 };

static const char *version = "25+36";
static int threads_listed;
static int stacks_read;
static bool is_memory_full;
static bool all_are_known;
static int classes_held;
static uintptr_t entered[64];
static int entered_count;

/* A look takes a millisecond for each stack. */
enum { LOOK_NANOS = 1000000 };
static int64_t time_now;
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
  CHECK(clock == CLOCK_MONOTONIC);
  *time = (struct timespec){time_now / 1000000000, time_now % 1000000000};
  return 0;
}

uintptr_t vm_thread(const JNIEnv *jni) { return (uintptr_t)jni; }
bool allocator_sample_thread(bool sampled) { return sampled; }

enum catalog_answer catalog_find(JNIEnv *jni, uintptr_t method, jclass *type) {
  (void)jni;
  *type = all_are_known || method % 10 == 2 ? (jclass)(uintptr_t)1 : NULL;
  return *type != NULL ? CATALOG_FOUND : CATALOG_UNKNOWN;
}
void catalog_add_method(JNIEnv *jni, jclass type, jmethodID method) {
  (void)jni;
  CHECK(type != NULL);
  entered[entered_count++] = (uintptr_t)method;
}

static jvmtiError JNICALL property(jvmtiEnv *jvmti, const char *name, char **value) {
  (void)jvmti;
  CHECK(strcmp(name, "java.vm.version") == 0);
  *value = strdup(version);
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL deallocate(jvmtiEnv *jvmti, unsigned char *memory) {
  (void)jvmti;
  free(memory);
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL all_threads(jvmtiEnv *jvmti, jint *count, jthread **threads) {
  (void)jvmti;
  threads_listed++;
  *count = THREADS;
  *threads = calloc(THREADS, sizeof(**threads));
  for (uintptr_t i = 0; i < THREADS; i++) {
    (*threads)[i] = (jthread)(i + 1);
  }
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL loaded_classes(jvmtiEnv *jvmti, jint *count, jclass **types) {
  (void)jvmti;
  classes_held++;
  CHECK(stacks_read == 0);
  *count = 0;
  *types = NULL;
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL stack_trace(jvmtiEnv *jvmti, jthread thread, jint start, jint depth, jvmtiFrameInfo *frames,
                                      jint *count) {
  (void)jvmti;
  CHECK(start == 0 && depth >= FRAMES);
  stacks_read++;
  time_now += LOOK_NANOS;
  *count = FRAMES;
  for (uintptr_t i = 0; i < FRAMES; i++) {
    frames[i].method = (jmethodID)((uintptr_t)thread * 10 + i);
  }
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL declaring_class(jvmtiEnv *jvmti, jmethodID method, jclass *type) {
  (void)jvmti;
  *type = (jclass)method;
  return JVMTI_ERROR_NONE;
}
static jvmtiError JNICALL is_obsolete(jvmtiEnv *jvmti, jmethodID method, jboolean *old) {
  (void)jvmti;
  *old = (uintptr_t)method % 10 == 1;
  return JVMTI_ERROR_NONE;
}

static jclass JNICALL find_class(JNIEnv *jni, const char *name) {
  (void)jni;
  CHECK(strcmp(name, "java/lang/Thread") == 0);
  return (jclass)(uintptr_t)1;
}
static jfieldID JNICALL field(JNIEnv *jni, jclass type, const char *name, const char *signature) {
  (void)jni;
  (void)type;
  CHECK(strcmp(name, "eetop") == 0 && strcmp(signature, "J") == 0);
  return (jfieldID)(uintptr_t)1;
}
static jlong JNICALL read_field(JNIEnv *jni, jobject thread, jfieldID id) {
  (void)jni;
  (void)id;
  return (jlong)(uintptr_t)thread;
}
static void JNICALL clear(JNIEnv *jni) { (void)jni; }
static void JNICALL delete_local(JNIEnv *jni, jobject reference) {
  (void)jni;
  (void)reference;
}
static jint JNICALL push(JNIEnv *jni, jint capacity) {
  (void)jni;
  (void)capacity;
  return is_memory_full ? JNI_ENOMEM : JNI_OK;
}
static jobject JNICALL pop(JNIEnv *jni, jobject result) {
  (void)jni;
  return result;
}

static const struct jvmtiInterface_1_ jvmti_functions = {.GetSystemProperty = property,
                                                         .Deallocate = deallocate,
                                                         .GetAllThreads = all_threads,
                                                         .GetLoadedClasses = loaded_classes,
                                                         .GetStackTrace = stack_trace,
                                                         .GetMethodDeclaringClass = declaring_class,
                                                         .IsMethodObsolete = is_obsolete};
static const struct JNINativeInterface_ jni_functions = {.FindClass = find_class,
                                                         .GetFieldID = field,
                                                         .GetLongField = read_field,
                                                         .ExceptionClear = clear,
                                                         .DeleteLocalRef = delete_local,
                                                         .PushLocalFrame = push,
                                                         .PopLocalFrame = pop};
static jvmtiEnv jvmti = &jvmti_functions;
static JNIEnv jni = &jni_functions;

static void note(uintptr_t thread, bool missing) {
  ASGCT_CallFrame frames[] = {{0, (jmethodID)(uintptr_t)5}, {0, missing ? NULL : (jmethodID)(uintptr_t)6}};
  missing_ids_note((const JNIEnv *)thread, frames, 2);
}

/* After the rest of the last look. */
static void create(void) {
  time_now += 2000000000;
  missing_ids_create(&jvmti, &jni);
  CHECK(!missing_ids_are_wanted());
}

static void open_with(const char *text) {
  version = text;
  threads_listed = stacks_read = classes_held = entered_count = 0;
  jdk_fixes_open(&jvmti);
  missing_ids_open(&jni);
}

static void only_threads_with_a_method_without_id_are_looked_at(void) {
  open_with("25+36");
  note(1, false);
  CHECK(!missing_ids_are_wanted());
  create();
  CHECK(stacks_read == 0);
  note(2, true);
  note(2, true);
  note(7, true); /* it has ended meanwhile */
  CHECK(missing_ids_are_wanted());
  create();
  CHECK(stacks_read == 1 && entered_count == 2 && entered[0] == 20 && entered[1] == 21);
  CHECK(classes_held == 0);
}

static void classes_are_held_where_asking_for_them_can_crash(void) {
  open_with("17.0.15+6-Debian-1deb12u1");
  note(3, true);
  create();
  CHECK(classes_held == 1 && entered_count == 2);
}

static void old_versions_are_left_out_where_their_ids_can_dangle(void) {
  open_with("17.0.9+9");
  note(3, true);
  create();
  CHECK(entered_count == 1 && entered[0] == 30);
}

static void more_threads_than_there_is_room_for_are_no_harm(void) {
  open_with("25+36");
  for (uintptr_t thread = 1; thread < 100; thread++) {
    note(thread, true);
  }
  create();
  CHECK(stacks_read == THREADS);
}

static void many_noted_threads_are_looked_up_at_once(void) {
  open_with("25+36");
  note(1, true);
  note(2, true);
  note(3, true);
  create();
  CHECK(stacks_read == 3 && threads_listed == 1);
}

/* Whether the next sample of thread 1 leads to a look after so many milliseconds. */
static bool looks_after(int64_t millis) {
  int before = threads_listed;
  time_now += millis * 1000000;
  note(1, true);
  CHECK(missing_ids_are_wanted());
  missing_ids_create(&jvmti, &jni);
  CHECK(!missing_ids_are_wanted()); /* the resolver sleeps until the next sample */
  return threads_listed > before;
}

static void rests_grow_while_looks_enter_nothing(void) {
  open_with("25+36");
  note(1, true);
  create();
  CHECK(!looks_after(19) && looks_after(1));
  all_are_known = true;
  CHECK(looks_after(20));
  CHECK(!looks_after(39) && looks_after(1));
  CHECK(!looks_after(79) && looks_after(1));
  for (int i = 0; i < 10; i++) {
    CHECK(looks_after(1000));
  }
  CHECK(!looks_after(999));
  all_are_known = false;
  CHECK(looks_after(1) && !looks_after(19) && looks_after(1));
}

static void without_memory_it_gives_up(void) {
  open_with("25+36");
  is_memory_full = true;
  note(1, true);
  create();
  is_memory_full = false;
  note(1, true);
  CHECK(!missing_ids_are_wanted());
  create();
  CHECK(threads_listed == 0);
}

int main(void) {
  only_threads_with_a_method_without_id_are_looked_at();
  classes_are_held_where_asking_for_them_can_crash();
  old_versions_are_left_out_where_their_ids_can_dangle();
  more_threads_than_there_is_room_for_are_no_harm();
  many_noted_threads_are_looked_up_at_once();
  rests_grow_while_looks_enter_nothing();
  without_memory_it_gives_up();
  return 0;
}
