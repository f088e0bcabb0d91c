/* Names for frames: soon, without a second caller, and never waited for without end. */

#include "resolver.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "allocator.h"
#include "catalog.h"
#include "check.h"
#include "dump_watch.h"
#include "frames.h"
#include "java_calls.h"
#include "missing_ids.h"
#include "names.h"

enum { SLOW = 0x7000 };

static sem_t in_slow_name;
static sem_t may_go_on;
static _Atomic int tidied;
static _Atomic int turns_wanted;
static bool thread_fails = true;
static pthread_t resolver;

bool allocator_sample_thread(bool sampled) { return sampled; }

static _Atomic bool ids_wanted;
bool missing_ids_are_wanted(void) { return atomic_load(&ids_wanted); }
void missing_ids_create(jvmtiEnv *jvmti, JNIEnv *jni) {
  (void)jvmti;
  (void)jni;
  atomic_store(&ids_wanted, false);
}

bool dump_watch_has_work(void) { return false; }
void dump_watch_work(bool complete) { CHECK(!complete); }

bool names_write(jvmtiEnv *jvmti, JNIEnv *jni, struct frame_key key, char *name, size_t size) {
  (void)jvmti;
  (void)jni;
  if (key.method == SLOW) {
    sem_post(&in_slow_name);
    sem_wait(&may_go_on);
  }
  snprintf(name, size, "name of %zx", (size_t)key.method);
  return true;
}

bool catalog_tidy(JNIEnv *jni) {
  (void)jni;
  atomic_fetch_add(&tidied, 1);
  return atomic_exchange(&turns_wanted, 0) > 0;
}

static jint JNICALL push(JNIEnv *jni, jint capacity) {
  (void)jni;
  (void)capacity;
  return JNI_OK;
}
static jobject JNICALL pop(JNIEnv *jni, jobject result) {
  (void)jni;
  return result;
}
static const struct JNINativeInterface_ functions = {.PushLocalFrame = push, .PopLocalFrame = pop};
static JNIEnv jni = &functions;

static jvmtiStartFunction thread_body;

static void *thread_main(void *argument) {
  thread_body(NULL, &jni, argument);
  return NULL;
}

bool java_start_thread(jvmtiEnv *jvmti, JNIEnv *env, const char *name, jvmtiStartFunction body) {
  (void)jvmti;
  (void)env;
  (void)name;
  thread_body = body;
  return !thread_fails && pthread_create(&resolver, NULL, thread_main, NULL) == 0;
}

struct looked_up {
  uint32_t number;
  const char *name;
};

static void look(void *sink, uint32_t number, const char *name) {
  struct looked_up *wanted = sink;
  if (number == wanted->number) {
    wanted->name = name;
  }
}

static bool is_named(uint32_t number, const char *name) {
  struct looked_up wanted = {number, NULL};
  resolver_each(look, &wanted);
  return wanted.name != NULL && strcmp(wanted.name, name) == 0;
}

static uint32_t sample(uintptr_t method) {
  uint32_t number = frames_number((struct frame_key){method, 0});
  resolver_wake();
  return number;
}

/* Waits until the condition holds, for ten seconds at most. */
#define COMES_TRUE(condition)                                                                                          \
  do {                                                                                                                 \
    for (int i = 0; i < 10000 && !(condition); i++) {                                                                  \
      nanosleep(&(struct timespec){0, 1000000}, NULL);                                                                 \
    }                                                                                                                  \
    CHECK(condition);                                                                                                  \
  } while (0)

static void a_thread_that_could_not_be_started_is_started_later(void) {
  CHECK(resolver_catch_up(NULL, &jni)); /* nothing to name is no failure */
  CHECK(resolver_settle());
  CHECK(resolver_start(NULL, &jni) != 0);
  CHECK(resolver_start(NULL, &jni) != 0);
  thread_fails = false;
  CHECK(resolver_start(NULL, &jni) == 0);
  CHECK(resolver_start(NULL, &jni) == 0);
}

static void frames_are_named_soon(void) {
  for (uintptr_t method = 0x1000; method < 0x1100; method++) {
    uint32_t number = sample(method);
    char name[32];
    snprintf(name, sizeof(name), "name of %zx", (size_t)method);
    if (method % 16 == 0) {
      COMES_TRUE(is_named(number, name));
    }
  }
}

static void the_catalog_is_tidied_without_samples_and_frames_named_between_its_turns(void) {
  int before = atomic_load(&tidied);
  atomic_store(&turns_wanted, 1);
  resolver_tidy();
  COMES_TRUE(atomic_load(&tidied) >= before + 2 && atomic_load(&turns_wanted) == 0);
}

static void missing_ids_are_created_without_new_frames(void) {
  atomic_store(&ids_wanted, true);
  resolver_wake();
  COMES_TRUE(!atomic_load(&ids_wanted));
}

static long millis(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void who_cannot_name_frames_waits_for_the_thread(void) {
  uint32_t number = sample(0x5000);
  long began = millis();
  /* It waits a tenth of a second, which a busy machine may not be done in. */
  CHECK(resolver_settle() || millis() - began >= 90);
  COMES_TRUE(resolver_settle());
  CHECK(is_named(number, "name of 5000"));
}

static void who_comes_too_late_is_told_and_sees_the_names_there_are(void) {
  uint32_t known = sample(0x6000);
  COMES_TRUE(is_named(known, "name of 6000"));
  uint32_t slow = sample(SLOW);
  sem_wait(&in_slow_name);
  CHECK(!resolver_catch_up(NULL, &jni));
  CHECK(!resolver_settle());
  CHECK(is_named(known, "name of 6000") && !is_named(slow, "name of 7000"));
  sem_post(&may_go_on);
  CHECK(resolver_catch_up(NULL, &jni) && is_named(slow, "name of 7000"));
}

int main(void) {
  sem_init(&in_slow_name, 0, 0);
  sem_init(&may_go_on, 0, 0);
  CHECK(frames_open());
  a_thread_that_could_not_be_started_is_started_later();
  frames_are_named_soon();
  the_catalog_is_tidied_without_samples_and_frames_named_between_its_turns();
  missing_ids_are_created_without_new_frames();
  who_cannot_name_frames_waits_for_the_thread();
  who_comes_too_late_is_told_and_sees_the_names_there_are();
  resolver_stop();
  pthread_join(resolver, NULL);
  return 0;
}
