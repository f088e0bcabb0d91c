/*
 * How the agent enters a JVM (at start, by attach, or only as a library), what it starts and in which order, and which
 * events it follows. Whatever fails is reported in one line, and the program runs.
 */

#include "agent.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "agent_jar.h"
#include "allocator.h"
#include "births.h"
#include "catalog.h"
#include "counters.h"
#include "ending.h"
#include "environment.h"
#include "java_agent.h"
#include "metadata.h"
#include "natives.h"
#include "notice.h"
#include "options.h"
#include "profiling.h"
#include "resolver.h"
#include "sampler.h"
#include "sampler_controls.h"
#include "settings.h"
#include "threads.h"

/* Written at load, on one thread, before the first event is enabled. */
static struct options options;
static char *options_text;

/* release once it is set up, acquire where it is used. */
static _Atomic(jvmtiEnv *) published;

/* The agent has left: an attach starts it again. relaxed: it orders nothing. */
static _Atomic bool left;

/* Serialises attaches and VMInit: the attach listener's thread and JMX's jvmtiAgentLoad may call at once. Held
   across JVM calls. */
static pthread_mutex_t attaching = PTHREAD_MUTEX_INITIALIZER;

/* With attaching held: begin was called. An attach can come before VMInit: from an agent that the JVM calls earlier,
   and from the attach listener. */
static bool begun;

jvmtiEnv *agent_jvmti(void) { return atomic_load_explicit(&published, memory_order_acquire); }

static void report_option(const char *key, const char *why) { notice("option %s is ignored: %s", key, why); }

static void enable(jvmtiEnv *jvmti, jvmtiEvent event) {
  (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL);
}

int agent_set_hook(JNIEnv *jni, bool on) {
  jvmtiEnv *jvmti = agent_jvmti();
  return jvmti == NULL ? EINVAL : profiling_set_hook(jvmti, jni, on);
}

void agent_count_exhaustion(void) {
  jvmtiEnv *jvmti = agent_jvmti();
  if (jvmti != NULL) {
    enable(jvmti, JVMTI_EVENT_RESOURCE_EXHAUSTED);
  }
}

void agent_left(JNIEnv *jni) {
  atomic_store_explicit(&left, true, memory_order_relaxed);
  ending_choose(CHOICE_FALSE, "");
  profiling_remove_hook(agent_jvmti(), jni);
  sampler_close();
}

/* Everything that needs a JVM that can run Java, once. With attaching held. */
static void begin(jvmtiEnv *jvmti, JNIEnv *jni, bool attached) {
  if (begun) {
    return;
  }
  begun = true;
  sampler_configure(environment_captured("MALLOC_CONF"));
  bool sampled = allocator_sample_thread(false);
  metadata_open(jvmti);
  ending_prepare();
  ending_choose(options.final_dump, options.folder);
  threads_open();
  if (attached) {
    threads_count_unnamed(jvmti, jni);
  }
  threads_name_current(jvmti, jni, NULL);
  enable(jvmti, JVMTI_EVENT_THREAD_START);
  if (options.births != CHOICE_FALSE) {
    births_start();
  }
  if (options.hook != CHOICE_FALSE) {
    profiling_add_hook(jvmti, jni);
  }
  profiling_count_mappings(options.mmap == CHOICE_TRUE);
  if (options.active == CHOICE_TRUE) {
    profiling_set_active(true);
  }
  if (options.java != CHOICE_FALSE) {
    java_agent_start(jvmti, jni, options.agent, options_text);
  }
  allocator_sample_thread(sampled);
}

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
  (void)thread;
  pthread_mutex_lock(&attaching);
  begin(jvmti, jni, false);
  pthread_mutex_unlock(&attaching);
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
  java_agent_stop();
  ending_run(jvmti, jni);
  if (allocator_flag("opt.prof_final", false)) {
    resolver_catch_up(jvmti, jni); /* jemalloc's own dump comes when the VM can't name frames any more */
  }
  resolver_stop();
}

static void JNICALL on_thread_start(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
  if (!ending_has_begun()) {
    threads_name_current(jvmti, jni, thread);
  }
}

/* Does nothing: AsyncGetCallTrace returns stacks only if some agent has enabled this event. */
static void JNICALL on_class_load(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
  (void)jvmti;
  (void)jni;
  (void)thread;
  (void)type;
}

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
  (void)thread;
  if (!ending_has_begun()) {
    /* Sampled, as in profiling.c. */
    if (catalog_add(jvmti, jni, type)) {
      resolver_tidy();
    }
  }
}

/* A full Java heap is not native memory's. Direct buffers and Unsafe throw in Java, which no event tells of. */
static void JNICALL on_resource_exhausted(jvmtiEnv *jvmti, JNIEnv *jni, jint flags, const void *reserved,
                                          const char *what) {
  (void)jvmti;
  (void)jni;
  (void)reserved;
  bool too_long = what != NULL && strstr(what, "array size") != NULL; /* an array that no heap has room for */
  if ((flags & JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP) == 0 && !too_long) {
    counters_add(COUNTER_MEMORY_EXHAUSTED);
  }
}

static void report_not_live(void) {
  notice("the JVM is still starting or already ending, so this attach changes nothing. Attach again when the program "
         "runs");
}

static jvmtiEnv *open_jvmti(JavaVM *vm) {
  void *opened = NULL;
  jint answer = (*vm)->GetEnv(vm, &opened, JVMTI_VERSION_11);
  if (answer == JNI_EDETACHED) { /* HotSpot's result outside the live phase, except at the loading of agents */
    report_not_live();
    return NULL;
  }
  if (answer != JNI_OK || opened == NULL) {
    notice_missing("this JVM has no JVM TI 11, so Jemscope can't work in it; use JDK 17 or later");
    return NULL;
  }
  jvmtiEnv *jvmti = opened;
  /* Both only make the JVM keep what it has already read; running code costs the same. */
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof(wanted));
  wanted.can_get_line_numbers = 1;
  wanted.can_get_source_file_name = 1;
  (*jvmti)->AddCapabilities(jvmti, &wanted); /* without them frames show no lines */
  jvmtiCapabilities exhaustion;
  memset(&exhaustion, 0, sizeof(exhaustion));
  exhaustion.can_generate_resource_exhaustion_threads_events = 1;
  (*jvmti)->AddCapabilities(jvmti, &exhaustion); /* without it only a lack of memory for classes is counted */
  jvmtiEventCallbacks callbacks;
  memset(&callbacks, 0, sizeof(callbacks));
  callbacks.VMInit = on_vm_init;
  callbacks.VMDeath = on_vm_death;
  callbacks.ThreadStart = on_thread_start;
  callbacks.ClassLoad = on_class_load;
  callbacks.ClassPrepare = on_class_prepare;
  callbacks.ResourceExhausted = on_resource_exhausted;
  (*jvmti)->SetEventCallbacks(jvmti, &callbacks, (jint)sizeof(callbacks));
  return jvmti;
}

/* What loading at start and by attach have in common; NULL if the JVM offers no way in. */
static jvmtiEnv *load(JavaVM *vm, const char *text) {
  options_parse(text, &options, report_option);
  options_text = text == NULL ? NULL : strdup(text);
  environment_capture();
  jvmtiEnv *jvmti = open_jvmti(vm);
  if (jvmti != NULL) {
    settings_complete(&options, jvmti, report_option);
    atomic_store_explicit(&published, jvmti, memory_order_release);
    enable(jvmti, JVMTI_EVENT_VM_DEATH);
  }
  return jvmti;
}

/* Names the options that were given and can't be changed in a running program. */
static void report_unchanged(const struct options *again) {
  bool runs = java_agent_runs();
  bool jar = agent_jar_is_loaded() && again->agent[0] != '\0' && strcmp(again->agent, options.agent) != 0;
  bool descriptor = runs && again->descriptor[0] != '\0' && strcmp(again->descriptor, options.descriptor) != 0;
  bool java = runs && again->java == CHOICE_FALSE;
  bool follow = again->follow != CHOICE_UNSET && again->follow != options.follow;
  if (jar || descriptor || java || follow) {
    notice("Jemscope is in this program already, so these options stay as they were:%s%s%s%s. Start the program anew "
           "to change them",
           jar ? " agent" : "", descriptor ? " descriptor" : "", java ? " java" : "", follow ? " follow" : "");
  }
}

/* Whether attaching again starts the Java half if it doesn't run: it has left, or its start has failed. */
static bool wants_java(const struct options *again) {
  return again->java == CHOICE_TRUE || (again->java == CHOICE_UNSET && options.java != CHOICE_FALSE);
}

/* The agent is in already: does what can still be done. If it has left, it comes back as it first came. */
static void attach_again(jvmtiEnv *jvmti, JNIEnv *jni, const char *text) {
  static struct options again; /* large for a stack, and used with attaching held */
  options_parse(text, &again, report_option);
  report_unchanged(&again);
  java_agent_await_leave(); /* it would undo what this attach does */
  bool comes_back = atomic_exchange_explicit(&left, false, memory_order_relaxed);
  bool wants_hook = again.hook == CHOICE_TRUE || (again.hook == CHOICE_UNSET && comes_back);
  bool sampled = allocator_sample_thread(false);
  ending_choose(again.final_dump, again.folder);
  if (wants_hook) {
    profiling_add_hook(jvmti, jni);
  } else if (again.hook == CHOICE_FALSE) {
    profiling_remove_hook(jvmti, jni);
  }
  if (again.mmap != CHOICE_UNSET) {
    profiling_count_mappings(again.mmap == CHOICE_TRUE);
  }
  if (again.active != CHOICE_UNSET) {
    profiling_set_active(again.active == CHOICE_TRUE);
  }
  if (wants_java(&again)) {
    java_agent_start(jvmti, jni, again.agent, text);
  }
  allocator_sample_thread(sampled);
}

/* All three always return success: a JVM whose agent fails to load doesn't start. */

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *text, void *reserved) {
  (void)reserved;
  if (agent_jvmti() != NULL) {
    return JNI_OK; /* named twice on the command line */
  }
  bool sampled = allocator_sample_thread(false);
  jvmtiEnv *jvmti = load(vm, text);
  if (options.follow != CHOICE_TRUE) {
    environment_restore();
  }
  if (jvmti != NULL) {
    enable(jvmti, JVMTI_EVENT_VM_INIT);
  }
  allocator_sample_thread(sampled);
  return JNI_OK;
}

static bool is_live(jvmtiEnv *jvmti) {
  jvmtiPhase phase;
  return (*jvmti)->GetPhase(jvmti, &phase) == JVMTI_ERROR_NONE && phase == JVMTI_PHASE_LIVE;
}

/*
 * With attaching held. The attach listener can run before the live phase, by -XX:+StartAttachListener. Most of JVM TI
 * isn't there then: VMInit begins.
 */
static void attach(JavaVM *vm, JNIEnv *jni, const char *text) {
  jvmtiEnv *jvmti = agent_jvmti();
  bool again = jvmti != NULL;
  if (again && !is_live(jvmti)) {
    report_not_live();
    return;
  }
  jvmti = again ? jvmti : load(vm, text);
  if (jvmti != NULL) {
    begin(jvmti, jni, true);
  }
  if (again) {
    attach_again(jvmti, jni, text);
  }
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *text, void *reserved) {
  (void)reserved;
  void *jni = NULL;
  if ((*vm)->GetEnv(vm, &jni, JNI_VERSION_1_8) == JNI_OK) {
    pthread_mutex_lock(&attaching);
    attach(vm, jni, text);
    pthread_mutex_unlock(&attaching);
  }
  return JNI_OK;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  (void)reserved;
  void *found = NULL;
  environment_capture();
  if ((*vm)->GetEnv(vm, &found, JNI_VERSION_1_8) == JNI_OK) {
    JNIEnv *jni = found;
    jclass type = (*jni)->FindClass(jni, "io/jemscope/allocator/JemallocNatives");
    if (type != NULL) {
      natives_register(jni, type);
    }
    (*jni)->ExceptionClear(jni);
  }
  return JNI_VERSION_1_8;
}
