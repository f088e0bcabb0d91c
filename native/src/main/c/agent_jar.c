/* The Java half's classes. The program must not meet them: they live in a loader of their own below the platform
   loader, and the loader is made only if the heap has room for what they need. */

#include "agent_jar.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "java_calls.h"
#include "natives.h"
#include "notice.h"
#include "objects.h"
#include "options.h"

/* More of the Java heap than the start was ever seen to take. */
enum { START_BYTES = 2 << 20 };

/* Of the heap, and at most: counted as free, but can't be allocated, such as survivor spaces. */
enum { UNUSABLE_SHARE = 16, MOST_UNUSABLE = 16 << 20 };

enum { HEAP_CHECKS = 50, BETWEEN_CHECKS_NANOS = 20 * 1000 * 1000 };

static char jar_path[PATH_MAX];

/* A global reference, kept for the next start: the classes belong to this library, which stays in the process whatever
   becomes of its file. */
static _Atomic(jobject) agent_loader;

static bool own_path(char path[PATH_MAX]) { return objects_path((uintptr_t)&own_path, path); }

bool agent_jar_is_loaded(void) { return atomic_load_explicit(&agent_loader, memory_order_relaxed) != NULL; }

bool agent_jar_find(const char *jar) {
  char own[PATH_MAX];
  if (agent_jar_is_loaded()) {
    return true;
  }
  if (jar[0] != '\0') {
    snprintf(jar_path, sizeof(jar_path), "%s", jar);
  } else {
    char *slash = own_path(own) ? strrchr(own, '/') : NULL;
    if (slash == NULL) {
      return false;
    }
    snprintf(jar_path, sizeof(jar_path), "%.*s/jemscope-agent.jar", (int)(slash - own), own);
  }
  if (access(jar_path, R_OK) != 0) {
    notice_missing("the Java agent's jar can't be read at %s, so this program can't be controlled over HTTP; put it "
                   "there, give its place with agent=PATH, or say java=false",
                   jar_path);
    return false;
  }
  return true;
}

char *agent_jar_options(const char *text) {
  char path[PATH_MAX];
  char encoded[3 * PATH_MAX];
  char *whole = NULL;
  bool given = text != NULL && text[0] != '\0';
  if (!own_path(path) || !options_encode(path, encoded, sizeof(encoded)) ||
      asprintf(&whole, "%s%snative=%s", given ? text : "", given ? "," : "", encoded) < 0) {
    return NULL;
  }
  return whole;
}

/* A figure of java.lang.Runtime; -1 if Java threw. */
static jlong figure(JNIEnv *jni, jclass type, jobject runtime, const char *name) {
  jmethodID method = (*jni)->GetMethodID(jni, type, name, "()J");
  jlong bytes = method == NULL ? -1 : (*jni)->CallLongMethod(jni, runtime, method);
  return (*jni)->ExceptionCheck(jni) ? -1 : bytes;
}

/* How much can be allocated in the Java heap; START_BYTES if the JVM doesn't say. */
static jlong usable_heap(JNIEnv *jni, jclass type, jobject runtime) {
  jlong most = runtime == NULL ? -1 : figure(jni, type, runtime, "maxMemory");
  jlong total = most < 0 ? -1 : figure(jni, type, runtime, "totalMemory");
  jlong unused = total < 0 ? -1 : figure(jni, type, runtime, "freeMemory");
  if (unused < 0) {
    (*jni)->ExceptionClear(jni);
    return START_BYTES;
  }
  jlong unusable = most / UNUSABLE_SHARE < MOST_UNUSABLE ? most / UNUSABLE_SHARE : MOST_UNUSABLE;
  jlong usable = most - total + unused - unusable;
  return usable < 0 ? 0 : usable;
}

bool agent_jar_has_room(JNIEnv *jni) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Runtime");
  jobject runtime = java_call_static(jni, type, "getRuntime", "()Ljava/lang/Runtime;");
  jlong usable = 0;
  for (int checks = 0; checks < HEAP_CHECKS && usable < START_BYTES; checks++) {
    if (checks > 0) {
      nanosleep(&(struct timespec){.tv_nsec = BETWEEN_CHECKS_NANOS}, NULL);
    }
    usable = usable_heap(jni, type, runtime);
  }
  if (usable < START_BYTES) {
    notice("the Java agent is not started, since %lld KiB of the Java heap are free and it may need %d: this program "
           "runs on, and can't be controlled over HTTP; attach again when more is free",
           (long long)usable / 1024, START_BYTES / 1024);
  }
  return usable >= START_BYTES;
}

/* new URLClassLoader("jemscope", {jar}, platform loader); NULL with an exception pending. */
static jobject new_loader(JNIEnv *jni) {
  jobject file = java_new(jni, "java/io/File", "(Ljava/lang/String;)V", java_string(jni, jar_path));
  jobject uri = java_call(jni, file, "toURI", "()Ljava/net/URI;");
  jobject url = java_call(jni, uri, "toURL", "()Ljava/net/URL;");
  if (url == NULL) {
    return NULL;
  }
  jobject urls = (*jni)->NewObjectArray(jni, 1, (*jni)->GetObjectClass(jni, url), url);
  jobject parent = java_call_static(jni, (*jni)->FindClass(jni, "java/lang/ClassLoader"), "getPlatformClassLoader",
                                    "()Ljava/lang/ClassLoader;");
  return java_new(jni, "java/net/URLClassLoader", "(Ljava/lang/String;[Ljava/net/URL;Ljava/lang/ClassLoader;)V",
                  java_string(jni, "jemscope"), urls, parent);
}

/* The agent's own threads inherit it, and must not have the program's. */
static void set_context_loader(JNIEnv *jni, jobject loader) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jobject thread = java_call_static(jni, type, "currentThread", "()Ljava/lang/Thread;");
  java_call(jni, thread, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V", loader);
}

static jclass load_class(JNIEnv *jni, jobject loader, const char *name) {
  return java_call(jni, loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", java_string(jni, name));
}

/* The loader of the agent's classes, with its natives bound; NULL with an exception pending. */
static jobject open_loader(JNIEnv *jni) {
  jobject loader = atomic_load_explicit(&agent_loader, memory_order_relaxed);
  if (loader == NULL) {
    loader = new_loader(jni);
    jclass natives = load_class(jni, loader, "io.jemscope.allocator.JemallocNatives");
    if (natives == NULL || !natives_register(jni, natives)) {
      return NULL;
    }
    loader = (*jni)->NewGlobalRef(jni, loader);
    atomic_store_explicit(&agent_loader, loader, memory_order_relaxed);
  }
  return loader;
}

jclass agent_jar_start(JNIEnv *jni, const char *options) {
  jobject loader = open_loader(jni);
  if (loader == NULL) {
    return NULL;
  }
  set_context_loader(jni, loader);
  jclass agent = load_class(jni, loader, "io.jemscope.agent.bootstrap.Agent");
  java_call_static(jni, agent, "start", "(Ljava/lang/String;)V", java_string(jni, options));
  return (*jni)->ExceptionCheck(jni) ? NULL : agent;
}

void agent_jar_prepare(JNIEnv *jni, jclass agent) {
  java_call_static(jni, agent, "prepare", "()V");
  (*jni)->ExceptionClear(jni);
}

void agent_jar_stop(JNIEnv *jni, jclass agent) {
  java_call_static(jni, agent, "stop", "()V");
  if ((*jni)->ExceptionCheck(jni)) {
    agent_jar_report_exception(jni, "stopped");
  }
}

void agent_jar_report_exception(JNIEnv *jni, const char *doing) {
  jthrowable thrown = (*jni)->ExceptionOccurred(jni);
  (*jni)->ExceptionClear(jni);
  char *text = java_text(jni, java_call(jni, thrown, "toString", "()Ljava/lang/String;"));
  (*jni)->ExceptionClear(jni);
  notice("the Java agent could not be %s (%s): this program runs on, and can't be controlled over HTTP", doing,
         text == NULL ? "no reason given" : text);
  free(text);
}
