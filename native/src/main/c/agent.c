/*
 * The life of the agent: how it gets into the JVM (at start, by attach, or only as a library), what it switches on and
 * in which order, and how it leaves when the JVM dies. Whatever fails on the way is said in one line, and the program
 * runs.
 */

#include "agent.h"

#include <errno.h>
#include <jni.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocator.h"
#include "catalog.h"
#include "dump.h"
#include "dump_watch.h"
#include "environment.h"
#include "hook.h"
#include "agent_jar.h"
#include "java_agent.h"
#include "jdk_fixes.h"
#include "missing_ids.h"
#include "names.h"
#include "natives.h"
#include "notice.h"
#include "options.h"
#include "resolver.h"
#include "metadata.h"
#include "settings.h"
#include "threads.h"

/* Written at load, on one thread, before the first event is asked for. */
static JavaVM *java_vm;
static char *options_text;

/* Written at load; a later attach changes its final_dump and folder, with choosing held. */
static struct options options;
static pthread_mutex_t choosing = PTHREAD_MUTEX_INITIALIZER;

/* release once the environment is set up, acquire for whoever uses it. */
static _Atomic(jvmtiEnv *) environment;

/* True from VMDeath, or the process's end without it, on; whoever makes it true ends things. Sequentially consistent:
   events that come later leave the VM alone. */
static _Atomic bool dead;

/* Which process this is in, once the agent is at work in it; 0 before. release and acquire: with the options. */
static _Atomic pid_t process;

/* Written before process, as the agent begins: the signals blocked then on a thread of the VM's, which its threads have
   from whoever started the program; and whether there is anything to dump. */
static sigset_t blocked_from_start;
static bool profiles;

/* With choosing held: the agent has left, and whoever attaches again starts it anew. */
static bool left;

/* Serialises attaches and VMInit: the attach listener's thread and JMX's jvmtiAgentLoad may come at once. Held across JVM
   calls. */
static pthread_mutex_t attaching = PTHREAD_MUTEX_INITIALIZER;

/* With attaching held: begin was called. An attach can come before VMInit: from an agent whose turn is before ours, and
   from the attach listener, which is there already. */
static bool begun;

/* Makes callers of prepare_hook take turns; held across JVM calls, never by an event. */
static pthread_mutex_t preparing = PTHREAD_MUTEX_INITIALIZER;
static bool prepared;

static bool is_dead(void) { return atomic_load_explicit(&dead, memory_order_seq_cst); }

jvmtiEnv *agent_jvmti(void) { return atomic_load_explicit(&environment, memory_order_acquire); }

static void complain_about_option(const char *key, const char *why) { notice("option %s is ignored: %s", key, why); }

static bool set_event(jvmtiEnv *jvmti, jvmtiEvent event) {
  return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL) == JVMTI_ERROR_NONE;
}

/* With preparing held. */
static int prepare_locked(jvmtiEnv *jvmti, JNIEnv *jni) {
  /* The events first: a class that is prepared in between is entered twice rather than never. */
  if (!set_event(jvmti, JVMTI_EVENT_CLASS_LOAD) || !set_event(jvmti, JVMTI_EVENT_CLASS_PREPARE)) {
    return EPERM; /* without them AsyncGetCallTrace answers nothing */
  }
  int error = hook_prepare(java_vm, jni);
  if (error == 0) {
    jdk_fixes_open(jvmti);
    names_open(jni);
    missing_ids_open(jni);
    /* Sampled, as in on_class_prepare. */
    bool sampled = allocator_sample_thread(true);
    catalog_add_loaded(jvmti, jni);
    allocator_sample_thread(sampled);
    error = resolver_start(jvmti, jni);
  }
  return error;
}

/* Does what the hook needs around it, once; errno, ENOTSUP where this JVM can't do it. */
static int prepare_hook(jvmtiEnv *jvmti, JNIEnv *jni) {
  pthread_mutex_lock(&preparing);
  int error = prepared ? 0 : prepare_locked(jvmti, jni);
  prepared = error == 0;
  pthread_mutex_unlock(&preparing);
  return error;
}

int agent_set_hook(JNIEnv *jni, bool on) {
  jvmtiEnv *jvmti = agent_jvmti();
  if (jvmti == NULL) {
    return EINVAL;
  }
  int error = on ? prepare_hook(jvmti, jni) : 0;
  if (error != 0) {
    return error;
  }
  bool was_set = hook_is_set();
  error = hook_set(on);
  if (error == 0) {
    /* Not every jemalloc has it; without it the dumps that jemalloc makes by itself have no Java names. */
    dump_watch_set(on);
  }
  if (error == 0 && on != was_set) {
    metadata_hook_changed(on);
  }
  return error;
}

/* Says what is missing for a profile, if anything; answers whether profiling is there. */
static bool check_profiling(void) {
  if (!allocator_present()) {
    notice_missing("this program does not run on jemalloc, so its native memory can't be profiled; start it with "
                   "LD_PRELOAD=libjemalloc.so.2 and MALLOC_CONF=prof:true, or with 'jemscope record --'");
    return false;
  }
  if (!allocator_flag("config.prof", false)) {
    notice_missing("this build of jemalloc has no heap profiling, so this program's native memory can't be profiled; "
                   "use one that was configured with --enable-prof");
    return false;
  }
  if (!allocator_flag("opt.prof", false)) {
    notice_missing("jemalloc's heap profiling is off, so this program's native memory can't be profiled; start it with "
                   "MALLOC_CONF=prof:true");
    return false;
  }
  return true;
}

/* Takes out the hook on somebody's wish; it stays where it can't be. */
static void remove_hook(JNIEnv *jni) {
  if (agent_set_hook(jni, false) == EBUSY) {
    notice("the backtrace hook stays in place, since another library's hook, set later, calls it");
  }
}

void agent_left(JNIEnv *jni) {
  pthread_mutex_lock(&choosing);
  left = true;
  options.final_dump = CHOICE_FALSE;
  pthread_mutex_unlock(&choosing);
  remove_hook(jni);
}

static void set_hook_at_start(JNIEnv *jni) {
  int error = agent_set_hook(jni, true);
  if (error == ENOENT) {
    const char *version = allocator_text("version");
    notice_missing(
        "jemalloc %.40s has no backtrace hook, so profiles show native frames only; use jemalloc 5.3 or later",
        version == NULL ? "" : version);
  } else if (error == ENOTSUP) {
    notice_missing(
        "this JVM can't tell Java stacks (%s), so profiles show native frames only; use a HotSpot JVM, 17 or later",
        hook_obstacle());
  } else if (error != 0) {
    notice_missing("the backtrace hook could not be set (%s), so profiles show native frames only", strerror(error));
  }
}

static void set_active(bool active) {
  if (allocator_set_flag("prof.active", active) == 0) {
    metadata_active_written(active);
  }
}

/* Whether the folder is checked early, or used now. */
enum folder_use { FOLDER_FOR_LATER, FOLDER_FOR_NOW };

static const char *no_dump(enum folder_use use) {
  return use == FOLDER_FOR_NOW ? "no final dump was written" : "no final dump will be written";
}

/* Makes the folder if it is for now; false with a line on standard error where it isn't fit for a dump. */
static bool open_folder(const char *folder, enum folder_use use) {
  static const char *const reasons[] = {
      [FOLDER_NONE] = "it is not a folder",
      [FOLDER_LINK] = "it is a symbolic link, which another user may have put there",
      [FOLDER_OF_ANOTHER] = "it belongs to another user",
      [FOLDER_OPEN_TO_OTHERS] = "other users may write to it",
      [FOLDER_BELOW_ANOTHERS] = "belongs to another user",
      [FOLDER_BELOW_OPEN] = "can be written by every user",
  };
  char above[PATH_MAX];
  enum folder_state state =
      use == FOLDER_FOR_NOW ? dump_open_folder(folder, above) : dump_look_at_folder(folder, above);
  if (state == FOLDER_BELOW_ANOTHERS || state == FOLDER_BELOW_OPEN) {
    notice("%s, since the folder %s can't be used: its parent folder %s %s. Name another folder with folder=PATH",
           no_dump(use), folder, above, reasons[state]);
  } else if (state != FOLDER_OWN) {
    notice("%s, since the folder %s can't be used: %s. Fix or remove it, or name another folder with folder=PATH",
           no_dump(use), folder, state == FOLDER_UNREACHABLE ? strerror(errno) : reasons[state]);
  }
  return state == FOLDER_OWN;
}

/* Where the dumps go: the chosen folder, else the default one. False with a line on standard error. */
static bool find_folder(const char *chosen, enum folder_use use, char *folder, size_t size) {
  int length;
  if (chosen[0] != '\0') {
    length = snprintf(folder, size, "%s", chosen);
  } else {
    char runtime[PATH_MAX];
    dump_runtime_folder(runtime, sizeof(runtime));
    if (!open_folder(runtime, use)) {
      return false;
    }
    length = snprintf(folder, size, "%s/dumps/%ld", runtime, (long)getpid());
  }
  if (length < 0 || (size_t)length >= size) {
    notice("%s, since its folder's name is too long; name another folder with folder=PATH", no_dump(use));
    return false;
  }
  return open_folder(folder, use);
}

/*
 * Reports a bad folder for the final dump now, and not only when the program has run for hours. With attaching held:
 * only an attach changes the folder.
 */
static void check_final_folder(void) {
  char folder[PATH_MAX];
  pthread_mutex_lock(&choosing);
  bool wanted = options.final_dump == CHOICE_TRUE;
  pthread_mutex_unlock(&choosing);
  if (wanted && allocator_flag("opt.prof", false)) {
    find_folder(options.folder, FOLDER_FOR_LATER, folder, sizeof(folder));
  }
}

/* Everything that waits for a JVM that can run Java, once. With attaching held. */
static void begin(jvmtiEnv *jvmti, JNIEnv *jni, bool attached) {
  if (begun) {
    return;
  }
  begun = true;
  bool profiling = check_profiling();
  bool sampled = profiling && allocator_sample_thread(false);
  metadata_open(jvmti);
  profiles = profiling;
  if (pthread_sigmask(SIG_SETMASK, NULL, &blocked_from_start) != 0) {
    sigemptyset(&blocked_from_start);
  }
  atomic_store_explicit(&process, getpid(), memory_order_release);
  check_final_folder();
  if (profiling) {
    threads_open();
    if (attached) {
      threads_count_unnamed(jvmti, jni);
    }
    threads_name_current(jvmti, jni, NULL);
    set_event(jvmti, JVMTI_EVENT_THREAD_START);
    if (options.hook != CHOICE_FALSE) {
      set_hook_at_start(jni);
    }
    if (options.active == CHOICE_TRUE) {
      set_active(true);
    }
  }
  /* Without jemalloc there is nothing to control: only whoever asks for the Java agent by name gets it then. */
  if (options.java == CHOICE_TRUE || (options.java == CHOICE_UNSET && allocator_present())) {
    java_agent_start(jvmti, jni, options.agent, options_text);
  }
  if (profiling) {
    allocator_sample_thread(sampled);
  }
}

/*
 * As <pid>.final.heap. A program in a container always has the same number, so there may be dumps of that name from
 * its earlier runs: then <pid>.2.final.heap and so on.
 */
static void final_dump(jvmtiEnv *jvmti, JNIEnv *jni, const struct options *chosen) {
  enum { MOST_OF_A_NUMBER = 1000 };
  char folder[PATH_MAX];
  char path[PATH_MAX];
  int error = EEXIST;
  if (!find_folder(chosen->folder, FOLDER_FOR_NOW, folder, sizeof(folder))) {
    return;
  }
  for (int turn = 1; turn <= MOST_OF_A_NUMBER && error == EEXIST; turn++) {
    char again[16] = "";
    if (turn > 1) {
      snprintf(again, sizeof(again), ".%d", turn);
    }
    int length = snprintf(path, sizeof(path), "%s/%ld%s.final.heap", folder, (long)getpid(), again);
    error = length < 0 || (size_t)length >= sizeof(path) ? ENAMETOOLONG : dump_write(jvmti, jni, path, "final");
  }
  if (error != 0) {
    notice("the final dump could not be written to %s: %s. Make room there, or name another folder with folder=PATH",
           path, strerror(error));
  }
}

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
  (void)thread;
  pthread_mutex_lock(&attaching);
  begin(jvmti, jni, false);
  pthread_mutex_unlock(&attaching);
}

/* Both NULL where the JVM can't be asked. */
static void end(jvmtiEnv *jvmti, JNIEnv *jni) {
  static struct options chosen; /* it is large for a stack, and there is one end */
  hook_close();
  pthread_mutex_lock(&choosing);
  chosen = options;
  pthread_mutex_unlock(&choosing);
  if (chosen.final_dump == CHOICE_TRUE && allocator_flag("opt.prof", false)) {
    final_dump(jvmti, jni, &chosen);
  }
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
  java_agent_stop();
  if (!atomic_exchange_explicit(&dead, true, memory_order_seq_cst)) {
    end(jvmti, jni);
  }
  resolver_stop();
}

/*
 * A signal that may have interrupted the calling thread, perhaps in the middle of malloc, by a handler that never came
 * back: it is blocked until the handler does. 0 where there is none. Threads block none by themselves but the VM's
 * SIGQUIT, and those that the program was started with. Where the program's own code blocks one, nobody can tell.
 */
static int signal_perhaps_handled(void) {
  sigset_t blocked;
  if (pthread_sigmask(SIG_SETMASK, NULL, &blocked) != 0) {
    return SIGRTMIN;
  }
  for (int number = 1; number < SIGRTMIN; number++) {
    if (number != SIGQUIT && sigismember(&blocked, number) == 1 && sigismember(&blocked_from_start, number) != 1) {
      return number;
    }
  }
  return 0;
}

/* Fit for a signal's handler: it waits for nothing, and would rather say nothing. */
static void tell_of_no_final_dump(int number) {
  if (!profiles || pthread_mutex_trylock(&choosing) != 0) {
    return;
  }
  bool wanted = options.final_dump == CHOICE_TRUE;
  pthread_mutex_unlock(&choosing);
  if (wanted) {
    notice("no final dump was written, since exit() was called on a thread that blocks signal %d, perhaps in its "
           "handler, where none can be. Unblock it before exit(), or take a dump before",
           number);
  }
}

/*
 * Where the program calls exit() itself, or the launcher does since the VM has no memory left to be taken down with,
 * nobody is told of the VM's death. It lives on meanwhile, but isn't to be asked for anything from here: this may be
 * any thread. A child that was forked and never became another program has nothing to dump.
 */
__attribute__((destructor)) static void on_exit_without_vm_death(void) {
  pid_t at_work = atomic_load_explicit(&process, memory_order_acquire);
  if (at_work == 0 || at_work != getpid() || is_dead()) {
    return;
  }
  int number = signal_perhaps_handled();
  if (number != 0) {
    tell_of_no_final_dump(number);
  } else if (!atomic_exchange_explicit(&dead, true, memory_order_seq_cst)) {
    allocator_sample_thread(false);
    end(NULL, NULL);
  }
}

static void JNICALL on_thread_start(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
  if (!is_dead()) {
    threads_name_current(jvmti, jni, thread);
  }
}

/* Needs no work: AsyncGetCallTrace answers only where some agent has asked for this event. */
static void JNICALL on_class_load(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
  (void)jvmti;
  (void)jni;
  (void)thread;
  (void)type;
}

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
  (void)thread;
  if (!is_dead()) {
    /* Sampled: the JVM never frees method ids, so a profile must show their memory. */
    if (catalog_add(jvmti, jni, type)) {
      resolver_tidy();
    }
  }
}

static void tell_not_live(void) {
  notice("the JVM is still starting or already ending, so this attach changes nothing. Attach again when the program "
         "runs");
}

static jvmtiEnv *open_jvmti(JavaVM *vm) {
  void *opened = NULL;
  jint answer = (*vm)->GetEnv(vm, &opened, JVMTI_VERSION_11);
  if (answer == JNI_EDETACHED) { /* HotSpot's answer from the loading of agents to the live phase, and behind it */
    tell_not_live();
    return NULL;
  }
  if (answer != JNI_OK || opened == NULL) {
    notice_missing("this JVM has no JVM TI 11, so Jemscope can't work in it; use JDK 17 or later");
    return NULL;
  }
  jvmtiEnv *jvmti = opened;
  /* Both only make the JVM keep what it has already read; neither costs running code anything. */
  jvmtiCapabilities wanted;
  memset(&wanted, 0, sizeof(wanted));
  wanted.can_get_line_numbers = 1;
  wanted.can_get_source_file_name = 1;
  (*jvmti)->AddCapabilities(jvmti, &wanted); /* without them frames show no lines, which is no reason to stop */
  jvmtiEventCallbacks callbacks;
  memset(&callbacks, 0, sizeof(callbacks));
  callbacks.VMInit = on_vm_init;
  callbacks.VMDeath = on_vm_death;
  callbacks.ThreadStart = on_thread_start;
  callbacks.ClassLoad = on_class_load;
  callbacks.ClassPrepare = on_class_prepare;
  (*jvmti)->SetEventCallbacks(jvmti, &callbacks, (jint)sizeof(callbacks));
  return jvmti;
}

/* Whom find_property asks; set before the first use, by the one thread that loads. */
static jvmtiEnv *property_source;

static bool find_property(const char *name, char *value, unsigned long size) {
  char *found = NULL;
  if ((*property_source)->GetSystemProperty(property_source, name, &found) != JVMTI_ERROR_NONE || found == NULL) {
    return false;
  }
  bool fits = strlen(found) < size;
  if (fits) {
    strcpy(value, found);
  }
  (*property_source)->Deallocate(property_source, (unsigned char *)found);
  return fits;
}

/* What loading at start and by attach have in common; NULL where the JVM offers no way in. */
static jvmtiEnv *load(JavaVM *vm, const char *text) {
  java_vm = vm;
  options_parse(text, &options, complain_about_option);
  options_text = text == NULL ? NULL : strdup(text);
  environment_capture();
  jvmtiEnv *jvmti = open_jvmti(vm);
  if (jvmti != NULL) {
    property_source = jvmti;
    settings_complete(&options, find_property, complain_about_option);
    atomic_store_explicit(&environment, jvmti, memory_order_release);
    set_event(jvmti, JVMTI_EVENT_VM_DEATH);
  }
  return jvmti;
}

/* Of what can't be changed in a running program, what was asked for all the same. */
static void tell_unchanged(const struct options *again) {
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

/* Whether attaching again is to start the Java half, which isn't there: it has left, or its start has failed. */
static bool wants_java(const struct options *again) {
  return again->java == CHOICE_TRUE ||
         (again->java == CHOICE_UNSET && options.java != CHOICE_FALSE && allocator_present());
}

/* The agent is in already: it does what can still be done. Where it has left, it comes back as it came first. */
static void attach_again(jvmtiEnv *jvmti, JNIEnv *jni, const char *text) {
  static struct options again; /* large for a stack, and used with attaching held */
  options_parse(text, &again, complain_about_option);
  tell_unchanged(&again);
  pthread_mutex_lock(&choosing);
  bool comes_back = left;
  left = false;
  if (again.final_dump != CHOICE_UNSET) {
    options.final_dump = again.final_dump;
  }
  if (again.folder[0] != '\0') {
    memcpy(options.folder, again.folder, sizeof(options.folder));
  }
  pthread_mutex_unlock(&choosing);
  bool wants_hook = again.hook == CHOICE_TRUE || (again.hook == CHOICE_UNSET && comes_back);
  bool wants_profiling = wants_hook || again.active == CHOICE_TRUE || again.final_dump == CHOICE_TRUE;
  bool profiling = wants_profiling && check_profiling();
  bool sampled = allocator_sample_thread(false);
  if (again.final_dump == CHOICE_TRUE || again.folder[0] != '\0') {
    check_final_folder();
  }
  if (wants_hook && profiling) {
    set_hook_at_start(jni);
  } else if (again.hook == CHOICE_FALSE) {
    remove_hook(jni);
  }
  if ((again.active == CHOICE_TRUE && profiling) || again.active == CHOICE_FALSE) {
    set_active(again.active == CHOICE_TRUE);
  }
  if (wants_java(&again)) {
    java_agent_start(jvmti, jni, again.agent, text);
  }
  allocator_sample_thread(sampled);
}

/* All three answer success whatever happens: a JVM whose agent fails to load doesn't start. */

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
    set_event(jvmti, JVMTI_EVENT_VM_INIT);
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
  if (jvmti != NULL && !is_live(jvmti)) {
    tell_not_live();
    return;
  }
  if (jvmti != NULL) {
    begin(jvmti, jni, true);
    attach_again(jvmti, jni, text);
    return;
  }
  jvmti = load(vm, text);
  if (jvmti != NULL) {
    begin(jvmti, jni, true);
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
  void *environment_of_thread = NULL;
  environment_capture();
  if ((*vm)->GetEnv(vm, &environment_of_thread, JNI_VERSION_1_8) == JNI_OK) {
    JNIEnv *jni = environment_of_thread;
    jclass type = (*jni)->FindClass(jni, "io/jemscope/allocator/JemallocNatives");
    if (type != NULL) {
      natives_register(jni, type);
    }
    (*jni)->ExceptionClear(jni);
  }
  return JNI_VERSION_1_8;
}
