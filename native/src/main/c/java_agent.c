/*
 * The Java half in the target. The program must not meet it: its classes live in a loader of their own under the
 * platform loader, and everything happens on a thread of its own, which also waits to stop it again (at the VM's death
 * nobody else could bound the time that takes). It may leave before, and come again.
 */

#include "java_agent.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agent.h"
#include "allocator.h"
#include "calls.h"
#include "heap_room.h"
#include "natives.h"
#include "notice.h"
#include "options.h"
#include "own_path.h"
#include "system_thread.h"
#include "text.h"

enum { STOP_MILLIS = 500, LEAVE_MILLIS = 5000, REFERENCES = 32 };

/* More than its start was ever seen to take of the Java heap. */
enum { START_BYTES = 2 << 20 };

/* NONE also after it has left or failed: then it can be started again. STOPPED is for good. */
enum state { STATE_NONE, STATE_STARTING, STATE_RUNNING, STATE_LEAVING, STATE_STOPPING, STATE_STOPPED };

/* Guards what follows up to the blank line; no JVM call is made while it is held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state = STATE_NONE;
static bool hook_leaves; /* while LEAVING: whether the hook goes with the Java half */
static bool loaded;      /* its classes are there, and stay */

/* Opened once, before the state first changes. */
static pthread_once_t condition_once = PTHREAD_ONCE_INIT;
static pthread_cond_t changed;

/* Written before the thread is started, read by it; there is one such thread at a time. */
static char jar_path[PATH_MAX];
static char *agent_options;

/* Of that thread alone: the class loader, a global reference, kept for the next start. What this library is and what
   the jar's classes are belong together, and the library stays in the process whatever becomes of its file. */
static jobject agent_loader;

/* Its waits end by the monotonic clock: the time of day may be set back while a JVM waits to die. */
static void open_condition(void) {
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

static void change_state(enum state fresh) {
  pthread_mutex_lock(&lock);
  state = fresh;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/* The Java half is gone: it may come again, unless the JVM is ending. */
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

/* Tells the pending exception in one line and clears it. */
static void tell_exception(JNIEnv *jni, const char *doing) {
  jthrowable thrown = (*jni)->ExceptionOccurred(jni);
  (*jni)->ExceptionClear(jni);
  char *text = NULL;
  if (thrown != NULL) {
    jclass type = (*jni)->GetObjectClass(jni, thrown);
    jmethodID to_string = (*jni)->GetMethodID(jni, type, "toString", "()Ljava/lang/String;");
    jstring string = to_string == NULL ? NULL : calls_object(jni, thrown, to_string);
    (*jni)->ExceptionClear(jni);
    text = text_from_java(jni, string);
  }
  notice("the Java agent could not be %s (%s): this program runs on, and can't be controlled over HTTP", doing,
         text == NULL ? "no reason given" : text);
  free(text);
}

/* new URLClassLoader("jemscope", {jar}, platform loader); NULL with an exception pending. */
static jobject new_loader(JNIEnv *jni, const char *jar) {
  jclass file_type = (*jni)->FindClass(jni, "java/io/File");
  jclass uri_type = (*jni)->FindClass(jni, "java/net/URI");
  jclass url_type = (*jni)->FindClass(jni, "java/net/URL");
  jclass loader_type = (*jni)->FindClass(jni, "java/net/URLClassLoader");
  if (file_type == NULL || uri_type == NULL || url_type == NULL || loader_type == NULL) {
    return NULL;
  }
  jmethodID new_file = (*jni)->GetMethodID(jni, file_type, "<init>", "(Ljava/lang/String;)V");
  jmethodID to_uri = (*jni)->GetMethodID(jni, file_type, "toURI", "()Ljava/net/URI;");
  jmethodID to_url = (*jni)->GetMethodID(jni, uri_type, "toURL", "()Ljava/net/URL;");
  jmethodID platform =
      (*jni)->GetStaticMethodID(jni, loader_type, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  jmethodID new_url_loader =
      (*jni)->GetMethodID(jni, loader_type, "<init>", "(Ljava/lang/String;[Ljava/net/URL;Ljava/lang/ClassLoader;)V");
  if ((*jni)->ExceptionCheck(jni)) {
    return NULL;
  }
  jstring path = text_to_java(jni, jar);
  jobject file = path == NULL ? NULL : calls_new(jni, file_type, new_file, path);
  jobject uri = file == NULL ? NULL : calls_object(jni, file, to_uri);
  jobject url = uri == NULL ? NULL : calls_object(jni, uri, to_url);
  jobjectArray urls = url == NULL ? NULL : (*jni)->NewObjectArray(jni, 1, url_type, url);
  jobject parent = urls == NULL ? NULL : calls_static_object(jni, loader_type, platform);
  jstring name = parent == NULL ? NULL : text_to_java(jni, "jemscope");
  return name == NULL ? NULL : calls_new(jni, loader_type, new_url_loader, name, urls, parent);
}

/* What the agent's own threads inherit must not be the program's loader. */
static void set_context_loader(JNIEnv *jni, jobject loader) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID current =
      type == NULL ? NULL : (*jni)->GetStaticMethodID(jni, type, "currentThread", "()Ljava/lang/Thread;");
  jmethodID set =
      current == NULL ? NULL : (*jni)->GetMethodID(jni, type, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V");
  jobject thread = set == NULL ? NULL : calls_static_object(jni, type, current);
  if (thread != NULL) {
    calls_void(jni, thread, set, loader);
  }
}

static jclass load_class(JNIEnv *jni, jobject loader, const char *name) {
  jclass type = (*jni)->GetObjectClass(jni, loader);
  jmethodID load = (*jni)->GetMethodID(jni, type, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
  jstring text = load == NULL ? NULL : text_to_java(jni, name);
  return text == NULL ? NULL : calls_object(jni, loader, load, text);
}

/* The loader of the agent's classes with its natives bound, made once; NULL with an exception pending. */
static jobject open_loader(JNIEnv *jni) {
  if (agent_loader != NULL) {
    set_context_loader(jni, agent_loader);
    return agent_loader;
  }
  jobject loader = new_loader(jni, jar_path);
  if (loader == NULL || (*jni)->ExceptionCheck(jni)) {
    return NULL;
  }
  set_context_loader(jni, loader);
  jclass natives =
      (*jni)->ExceptionCheck(jni) ? NULL : load_class(jni, loader, "io.jemscope.allocator.JemallocNatives");
  if (natives == NULL || !natives_register(jni, natives)) {
    return NULL;
  }
  agent_loader = (*jni)->NewGlobalRef(jni, loader);
  return loader;
}

/* Answers the agent's class after its start(); NULL with an exception pending. */
static jclass start(JNIEnv *jni) {
  jobject loader = open_loader(jni);
  if (loader == NULL || (*jni)->ExceptionCheck(jni)) {
    return NULL;
  }
  jclass agent = load_class(jni, loader, "io.jemscope.agent.bootstrap.Agent");
  jmethodID method = agent == NULL ? NULL : (*jni)->GetStaticMethodID(jni, agent, "start", "(Ljava/lang/String;)V");
  jstring text = method == NULL ? NULL : text_to_java(jni, agent_options);
  if (text != NULL) {
    calls_static_void(jni, agent, method, text);
  }
  return (*jni)->ExceptionCheck(jni) ? NULL : agent;
}

/* Calls a method of the agent's class that takes nothing; false with an exception pending. */
static bool call(JNIEnv *jni, jclass agent, const char *name) {
  jmethodID method = (*jni)->GetStaticMethodID(jni, agent, name, "()V");
  if (method != NULL) {
    calls_static_void(jni, agent, method);
  }
  return !(*jni)->ExceptionCheck(jni);
}

/* What the agent does once it is there; it does without where that can't be done. */
static void prepare(JNIEnv *jni, jclass agent) {
  if (!call(jni, agent, "prepare")) {
    (*jni)->ExceptionClear(jni);
  }
}

static void stop(JNIEnv *jni, jclass agent) {
  if (!call(jni, agent, "stop")) {
    tell_exception(jni, "stopped");
  }
}

static void JNICALL run(jvmtiEnv *jvmti, JNIEnv *jni, void *argument) {
  (void)jvmti;
  (void)argument;
  allocator_sample_thread(false);
  jlong free_kib = 0;
  if (!heap_has_room(jni, START_BYTES, &free_kib)) {
    notice("the Java agent is not started, since %lld KiB of the Java heap are free and it may need %d: this program "
           "runs on, and can't be controlled over HTTP; attach again when more is free",
           (long long)free_kib, START_BYTES / 1024);
    end_state();
    return;
  }
  jclass agent = (*jni)->PushLocalFrame(jni, REFERENCES) == JNI_OK ? start(jni) : NULL;
  if (agent == NULL) {
    if (state_now() != STATE_STOPPING) { /* else the JVM is ending, and that is why */
      tell_exception(jni, "started");
    }
    (*jni)->ExceptionClear(jni);
    end_state();
    return;
  }
  pthread_mutex_lock(&lock);
  loaded = true;
  state = state == STATE_STARTING ? STATE_RUNNING : state;
  bool runs = state == STATE_RUNNING;
  pthread_mutex_unlock(&lock);
  if (runs) {
    prepare(jni, agent);
  }
  pthread_mutex_lock(&lock);
  while (state == STATE_RUNNING) {
    pthread_cond_wait(&changed, &lock);
  }
  bool takes_hook = state == STATE_LEAVING && hook_leaves;
  pthread_mutex_unlock(&lock);
  if (takes_hook) {
    agent_left(jni); /* before the descriptor goes: once that is gone all is done */
  }
  stop(jni, agent);
  (*jni)->PopLocalFrame(jni, NULL);
  end_state();
}

/* The given options, and where this library is. */
static char *options_with_path(const char *text) {
  char path[PATH_MAX];
  char encoded[3 * PATH_MAX];
  if (!own_path(path, sizeof(path)) || !options_encode(path, encoded, sizeof(encoded))) {
    return NULL;
  }
  bool given = text != NULL && text[0] != '\0';
  size_t size = (given ? strlen(text) : 0) + strlen(encoded) + sizeof(",native=");
  char *whole = malloc(size);
  if (whole != NULL) {
    snprintf(whole, size, "%s%snative=%s", given ? text : "", given ? "," : "", encoded);
  }
  return whole;
}

/* The jar that lies beside this library, unless another one is named; false with a line on standard error. */
static bool find_jar(const char *jar) {
  if (jar[0] != '\0') {
    snprintf(jar_path, sizeof(jar_path), "%s", jar);
  } else if (!own_sibling("jemscope-agent.jar", jar_path, sizeof(jar_path))) {
    return false;
  }
  if (access(jar_path, R_OK) != 0) {
    notice_missing("the Java agent's jar can't be read at %s, so this program can't be controlled over HTTP; put it "
                   "there, give its place with agent=PATH, or say java=false",
                   jar_path);
    return false;
  }
  return true;
}

/* Takes the right to start; false where it runs, or the JVM is ending. One that is just leaving is waited for. */
static bool begin_to_start(void) {
  struct timespec until = after_millis(LEAVE_MILLIS);
  pthread_mutex_lock(&lock);
  int error = 0;
  while (state == STATE_LEAVING && error == 0) {
    error = pthread_cond_timedwait(&changed, &lock, &until);
  }
  bool free_to_start = state == STATE_NONE;
  state = free_to_start ? STATE_STARTING : state;
  pthread_mutex_unlock(&lock);
  return free_to_start;
}

void java_agent_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *jar, const char *text) {
  pthread_once(&condition_once, open_condition);
  if (!begin_to_start()) {
    return;
  }
  if (!java_agent_is_loaded() && !find_jar(jar)) {
    change_state(STATE_NONE);
    return;
  }
  free(agent_options);
  agent_options = options_with_path(text);
  if (agent_options == NULL || !system_thread_start(jvmti, jni, "jemscope-start", run, NULL)) {
    change_state(STATE_NONE);
    notice("the Java agent's thread could not be started: this program runs on, and can't be controlled over HTTP");
  }
}

bool java_agent_runs(void) {
  enum state now = state_now();
  return now == STATE_STARTING || now == STATE_RUNNING;
}

bool java_agent_is_loaded(void) {
  pthread_mutex_lock(&lock);
  bool is_loaded = loaded;
  pthread_mutex_unlock(&lock);
  return is_loaded;
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
  pthread_once(&condition_once, open_condition);
  pthread_mutex_lock(&lock);
  bool running = state == STATE_RUNNING || state == STATE_LEAVING;
  if (running || state == STATE_STARTING) {
    state = STATE_STOPPING;
    pthread_cond_broadcast(&changed);
  } else if (state == STATE_NONE) {
    state = STATE_STOPPED;
  }
  /* One that is still starting isn't waited for: a program of a tenth of a second must not take three. Its thread stops
     it by itself if the JVM lives that long. */
  int error = 0;
  while (running && state == STATE_STOPPING && error == 0) {
    error = pthread_cond_timedwait(&changed, &lock, &until);
  }
  pthread_mutex_unlock(&lock);
}
