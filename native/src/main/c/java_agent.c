/* When the Java half runs. It starts and stops on a thread of its own: at the VM's death the time for stopping it
   must be bounded, and the program's threads must not wait for it before. It may leave earlier, and start again. */

#include "java_agent.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "agent.h"
#include "agent_jar.h"
#include "allocator.h"
#include "java_calls.h"
#include "notice.h"

enum { STOP_MILLIS = 500, LEAVE_MILLIS = 5000, REFERENCES = 32 };

/* NONE also after it has left or failed: then it can be started again. STOPPED is final. */
enum state { STATE_NONE, STATE_STARTING, STATE_RUNNING, STATE_LEAVING, STATE_STOPPING, STATE_STOPPED };

/* Guards the state; no JVM call is made while it is held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static enum state state = STATE_NONE;
static bool hook_leaves; /* while LEAVING: whether the hook goes with the Java half */

/* Written before the thread is started, read by it; only one such thread runs at a time. */
static char *agent_options;

/* Waits use the monotonic clock: the time of day may be set back while a JVM waits to die. */
__attribute__((constructor)) static void open_condition(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  pthread_condattr_destroy(&attributes);
}

static enum state state_now(void) {
  pthread_mutex_lock(&lock);
  enum state now = state;
  pthread_mutex_unlock(&lock);
  return now;
}

/* It has ended and may start again, unless the JVM is ending. */
static void end_state(void) {
  pthread_mutex_lock(&lock);
  state = state == STATE_STOPPING ? STATE_STOPPED : STATE_NONE;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static struct timespec after_millis(long millis) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += millis / 1000;
  until.tv_nsec += millis % 1000 * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return until;
}

/* The Java half has started: waits until it is to go, and stops it. */
static void stay(JNIEnv *jni, jclass agent) {
  pthread_mutex_lock(&lock);
  state = state == STATE_STARTING ? STATE_RUNNING : state;
  bool runs = state == STATE_RUNNING;
  pthread_mutex_unlock(&lock);
  if (runs) {
    agent_jar_prepare(jni, agent);
  }
  pthread_mutex_lock(&lock);
  while (state == STATE_RUNNING) {
    pthread_cond_wait(&changed, &lock);
  }
  bool takes_hook = state == STATE_LEAVING && hook_leaves;
  pthread_mutex_unlock(&lock);
  if (takes_hook) {
    agent_left(jni); /* before the descriptor is removed: callers wait for that */
  }
  agent_jar_stop(jni, agent);
}

static void JNICALL body(jvmtiEnv *jvmti, JNIEnv *jni, void *argument) {
  (void)jvmti;
  (void)argument;
  allocator_sample_thread(false);
  (*jni)->EnsureLocalCapacity(jni, REFERENCES);
  if (agent_jar_has_room(jni)) {
    jclass agent = agent_jar_start(jni, agent_options);
    if (agent != NULL) {
      stay(jni, agent);
    } else if (state_now() != STATE_STOPPING) { /* else it failed because the JVM is ending */
      agent_jar_report_exception(jni, "started");
    }
    (*jni)->ExceptionClear(jni);
  }
  end_state();
}

void java_agent_await_leave(void) {
  struct timespec until = after_millis(LEAVE_MILLIS);
  pthread_mutex_lock(&lock);
  int error = 0;
  while (state == STATE_LEAVING && error == 0) {
    error = pthread_cond_timedwait(&changed, &lock, &until);
  }
  pthread_mutex_unlock(&lock);
}

/* Takes the right to start; false if it runs, or the JVM is ending. */
static bool begin_to_start(void) {
  pthread_mutex_lock(&lock);
  bool free_to_start = state == STATE_NONE;
  state = free_to_start ? STATE_STARTING : state;
  pthread_mutex_unlock(&lock);
  return free_to_start;
}

void java_agent_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *jar, const char *text) {
  if (!begin_to_start()) {
    return;
  }
  if (!agent_jar_find(jar)) {
    end_state();
    return;
  }
  free(agent_options);
  agent_options = agent_jar_options(text);
  if (agent_options == NULL || !java_start_thread(jvmti, jni, "jemscope-start", body)) {
    end_state();
    notice("the Java agent's thread could not be started: this program runs on, and can't be controlled over HTTP");
  }
}

bool java_agent_runs(void) {
  enum state now = state_now();
  return now == STATE_STARTING || now == STATE_RUNNING;
}

void java_agent_leave(bool with_hook) {
  pthread_mutex_lock(&lock);
  if (state == STATE_STARTING || state == STATE_RUNNING) {
    hook_leaves = with_hook;
    state = STATE_LEAVING;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
}

void java_agent_stop(void) {
  struct timespec until = after_millis(STOP_MILLIS);
  pthread_mutex_lock(&lock);
  bool running = state == STATE_RUNNING || state == STATE_LEAVING;
  if (running || state == STATE_STARTING) {
    state = STATE_STOPPING;
    pthread_cond_broadcast(&changed);
  } else if (state == STATE_NONE) {
    state = STATE_STOPPED;
  }
  /* Not while it is still starting: a program of a tenth of a second must not take three. Its thread stops it by
     itself if the JVM lives that long. */
  int error = 0;
  while (running && state == STATE_STOPPING && error == 0) {
    error = pthread_cond_timedwait(&changed, &lock, &until);
  }
  pthread_mutex_unlock(&lock);
}
