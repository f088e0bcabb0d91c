/* The natives of io.jemscope.allocator.JemallocNatives: the allocator, the hook and the VM. */

#include "natives.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "agent.h"
#include "allocator.h"
#include "counters.h"
#include "dump.h"
#include "environment.h"
#include "glibc.h"
#include "glibc_statistics.h"
#include "hook.h"
#include "java_agent.h"
#include "java_calls.h"
#include "metadata.h"
#include "resolver.h"
#include "vm.h"

#define STRING "Ljava/lang/String;"

enum { TEXT_BYTES = 4096 };

/*
 * jemalloc checks the size of a value and nothing else. A number as wide as a pointer, given to a control that takes a
 * pointer, would end the process. So a control's name decides what it takes.
 */
static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text);
  return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* Controls that are set by a text. */
static bool takes_text(const char *name) {
  return strcmp(name, "prof.dump") == 0 || strcmp(name, "prof.prefix") == 0 || strcmp(name, "prof.log_start") == 0 ||
         strcmp(name, "thread.prof.name") == 0 ||
         (starts_with(name, "arena.") && (ends_with(name, ".dss") || ends_with(name, ".name")));
}

/* Controls whose value holds an address that jemalloc follows or calls. */
static bool follows_address(const char *name) {
  /* experimental holds hooks, batches of allocations and queries: none of them is a plain value. */
  return takes_text(name) || starts_with(name, "experimental.") || ends_with(name, ".extent_hooks");
}

/* ENOENT for a name that jemalloc doesn't know, else EINVAL: the value isn't of the kind that the control takes. */
static int wrong_kind(const char *control) {
  size_t mib[16];
  size_t length = sizeof(mib) / sizeof(mib[0]);
  int error = allocator_name_to_mib(control, mib, &length);
  return error == 0 ? EINVAL : error;
}

static jint JNICALL native_read(JNIEnv *jni, jclass type, jstring name, jbyteArray value, jintArray length) {
  (void)type;
  char *control = java_text(jni, name);
  jbyte *bytes = control == NULL ? NULL : (*jni)->GetByteArrayElements(jni, value, NULL);
  int error = ENOMEM;
  if (bytes != NULL) {
    jint room = (*jni)->GetArrayLength(jni, value);
    size_t size = (size_t)room;
    /* jemalloc would write an arena's name to the address that the value holds. */
    error = follows_address(control) ? wrong_kind(control) : allocator_mallctl(control, bytes, &size, NULL, 0);
    jint written = size < (size_t)room ? (jint)size : room;
    (*jni)->ReleaseByteArrayElements(jni, value, bytes, error == 0 ? 0 : JNI_ABORT);
    if (error == 0) {
      (*jni)->SetIntArrayRegion(jni, length, 0, 1, &written);
    }
  }
  free(control);
  return error;
}

static jint JNICALL native_write(JNIEnv *jni, jclass type, jstring name, jbyteArray value) {
  (void)type;
  char *control = java_text(jni, name);
  jsize length = value == NULL ? 0 : (*jni)->GetArrayLength(jni, value);
  jbyte *bytes = control == NULL || value == NULL ? NULL : (*jni)->GetByteArrayElements(jni, value, NULL);
  if (control == NULL || (value != NULL && bytes == NULL)) {
    free(control);
    return ENOMEM;
  }
  int error = bytes != NULL && follows_address(control) ? wrong_kind(control)
                                                        : allocator_mallctl(control, NULL, NULL, bytes, (size_t)length);
  if (error == 0 && length == 1 && strcmp(control, "prof.active") == 0) {
    metadata_active_written(bytes[0] != 0);
  }
  if (error == 0 && strcmp(control, "prof.reset") == 0) {
    metadata_samples_discarded();
  }
  if (bytes != NULL) {
    (*jni)->ReleaseByteArrayElements(jni, value, bytes, JNI_ABORT);
  }
  free(control);
  return error;
}

/* Whether a text begins there: jemalloc doesn't say whether a control's eight bytes are a text's address or a
   number. Each page is tried before it is read. */
static bool is_text(const char *text) {
  enum { SMALLEST_PAGE = 4096 };
  bool readable = vm_is_readable(text);
  for (; readable && *text != '\0'; text++) {
    readable = (uintptr_t)(text + 1) % SMALLEST_PAGE != 0 || vm_is_readable(text + 1);
  }
  return readable;
}

static jint JNICALL native_read_string(JNIEnv *jni, jclass type, jstring name, jobjectArray value) {
  (void)type;
  char *control = java_text(jni, name);
  if (control == NULL) {
    return ENOMEM;
  }
  /* Not NULL: jemalloc writes an arena's name to this address. */
  char room[TEXT_BYTES] = "";
  const char *text = room;
  size_t size = sizeof(text);
  int error = allocator_mallctl(control, &text, &size, NULL, 0);
  free(control);
  if (error != 0) {
    return error;
  }
  if (text != NULL && !is_text(text)) {
    return EINVAL;
  }
  (*jni)->SetObjectArrayElement(jni, value, 0, java_string(jni, text));
  return 0;
}

static jint JNICALL native_write_string(JNIEnv *jni, jclass type, jstring name, jstring value) {
  (void)type;
  char *control = java_text(jni, name);
  char *text = java_text(jni, value);
  int error;
  if (control == NULL || (value != NULL && text == NULL)) {
    error = ENOMEM;
  } else if (!takes_text(control) || (text == NULL && strcmp(control, "prof.dump") != 0)) {
    error = wrong_kind(control); /* without a name jemalloc makes one for a dump; elsewhere it would follow the NULL */
  } else {
    error = allocator_mallctl(control, NULL, NULL, &text, sizeof(text));
  }
  free(text);
  free(control);
  return error;
}

static void gather(void *sink, const char *part) { fputs(part, sink); }

static jstring JNICALL native_statistics(JNIEnv *jni, jclass type, jstring options) {
  (void)type;
  char *text = NULL;
  size_t size;
  FILE *sink = open_memstream(&text, &size);
  char *letters = java_text(jni, options);
  bool there = sink != NULL && allocator_statistics(gather, sink, letters);
  bool whole = sink != NULL && fclose(sink) == 0;
  jstring statistics = there && whole ? java_string(jni, text) : NULL;
  free(letters);
  free(text);
  return statistics;
}

static jstring JNICALL native_origin(JNIEnv *jni, jclass type) {
  (void)type;
  char path[PATH_MAX];
  char origin[PATH_MAX + 16];
  if (!allocator_present() || !allocator_path(path)) {
    return NULL;
  }
  snprintf(origin, sizeof(origin), "%s|%s", allocator_prefix(), path);
  return java_string(jni, origin);
}

static jboolean JNICALL native_canary(JNIEnv *jni, jclass type) {
  (void)jni;
  (void)type;
  return allocator_canary() ? JNI_TRUE : JNI_FALSE;
}

static jboolean JNICALL native_hooked(JNIEnv *jni, jclass type) {
  (void)jni;
  (void)type;
  return hook_is_set() ? JNI_TRUE : JNI_FALSE;
}

static jint JNICALL native_set_hook(JNIEnv *jni, jclass type, jboolean on) {
  (void)type;
  return agent_set_hook(jni, on == JNI_TRUE);
}

static void JNICALL native_count_exhaustion(JNIEnv *jni, jclass type) {
  (void)jni;
  (void)type;
  agent_count_exhaustion();
}

static jlongArray JNICALL native_counters(JNIEnv *jni, jclass type) {
  (void)type;
  jlong values[COUNTERS];
  for (int i = 0; i < COUNTERS; i++) {
    values[i] = (jlong)counters_read((enum counter)i);
  }
  jlongArray array = (*jni)->NewLongArray(jni, COUNTERS);
  if (array != NULL) {
    (*jni)->SetLongArrayRegion(jni, array, 0, COUNTERS, values);
  }
  return array;
}

static jobjectArray JNICALL native_counter_names(JNIEnv *jni, jclass type) {
  (void)type;
  jclass string = (*jni)->FindClass(jni, "java/lang/String");
  jobjectArray array = string == NULL ? NULL : (*jni)->NewObjectArray(jni, COUNTERS, string, NULL);
  for (int i = 0; array != NULL && i < COUNTERS; i++) {
    jstring name = java_string(jni, counters_name((enum counter)i));
    if (name == NULL) {
      return NULL;
    }
    (*jni)->SetObjectArrayElement(jni, array, i, name);
    (*jni)->DeleteLocalRef(jni, name);
  }
  return array;
}

static jint JNICALL native_dump(JNIEnv *jni, jclass type, jstring path, jstring kind) {
  (void)type;
  char *path_text = java_text(jni, path);
  char *kind_text = java_text(jni, kind);
  bool lacking = path_text == NULL || (kind != NULL && kind_text == NULL);
  int error = lacking ? ENOMEM : dump_write(agent_jvmti(), jni, path_text, kind_text);
  free(kind_text);
  free(path_text);
  return error;
}

/* The names of all frames so far, as beside a dump of that path. */
static jint JNICALL native_symbols(JNIEnv *jni, jclass type, jstring path, jstring kind) {
  (void)type;
  char *path_text = java_text(jni, path);
  char *kind_text = java_text(jni, kind);
  int error = ENOMEM;
  if (path_text != NULL && kind_text != NULL) {
    jvmtiEnv *jvmti = agent_jvmti();
    error = dump_write_symbols(path_text, kind_text, jvmti != NULL ? resolver_catch_up(jvmti, jni) : resolver_settle());
  }
  free(kind_text);
  free(path_text);
  return error;
}

static jstring JNICALL native_conf_symbol(JNIEnv *jni, jclass type) {
  (void)type;
  return java_string(jni, allocator_conf_symbol());
}

static jstring JNICALL native_preload_environment(JNIEnv *jni, jclass type, jstring name) {
  (void)type;
  char *variable = java_text(jni, name);
  const char *value = variable == NULL ? NULL : environment_captured(variable);
  free(variable);
  return java_string(jni, value);
}

/*
 * Linux has a priority for each thread, which the JVM's own setPriority doesn't touch as a rule. Five steps down, a
 * thread has a third of the weight of one that stays: a quarter of a processor that another keeps busy (19 steps: 1.4
 * %).
 */
static void JNICALL native_lower_priority(JNIEnv *jni, jclass type) {
  enum { STEPS = 5 };
  (void)jni;
  (void)type;
  id_t thread = (id_t)syscall(SYS_gettid);
  setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + STEPS);
}

static jlong JNICALL native_vm_field(JNIEnv *jni, jclass type, jstring of, jstring field) {
  (void)type;
  JavaVM *vm;
  char *of_text = java_text(jni, of);
  char *field_text = java_text(jni, field);
  bool whole = of_text != NULL && field_text != NULL && (*jni)->GetJavaVM(jni, &vm) == JNI_OK;
  jlong place = whole ? (jlong)vm_field(vm, of_text, field_text) : -1;
  free(field_text);
  free(of_text);
  return place;
}

/* Allocated, free, mapped, mappings: as struct glibc_counts; and arenas. NULL before glibc 2.33. */
static jlongArray JNICALL native_mallinfo(JNIEnv *jni, jclass type) {
  (void)type;
  struct glibc_counts counts;
  if (!glibc_count(&counts)) {
    return NULL;
  }
  jlong values[] = {(jlong)counts.allocated, (jlong)counts.free, (jlong)counts.mapped, (jlong)counts.mappings,
                    (jlong)glibc_arenas()};
  enum { VALUES = sizeof(values) / sizeof(values[0]) };
  jlongArray array = (*jni)->NewLongArray(jni, VALUES);
  if (array != NULL) {
    (*jni)->SetLongArrayRegion(jni, array, 0, VALUES, values);
  }
  return array;
}

static void JNICALL native_leave(JNIEnv *jni, jclass type, jboolean with_hook) {
  (void)jni;
  (void)type;
  java_agent_leave(with_hook == JNI_TRUE);
}

#define METHOD(name, signature, function)                                                                              \
  { (char *)(uintptr_t)name, (char *)(uintptr_t)signature, (void *)(uintptr_t)function }

bool natives_register(JNIEnv *jni, jclass type) {
  const JNINativeMethod methods[] = {
      METHOD("read", "(" STRING "[B[I)I", native_read),
      METHOD("write", "(" STRING "[B)I", native_write),
      METHOD("readString", "(" STRING "[" STRING ")I", native_read_string),
      METHOD("writeString", "(" STRING STRING ")I", native_write_string),
      METHOD("statistics", "(" STRING ")" STRING, native_statistics),
      METHOD("origin", "()" STRING, native_origin),
      METHOD("canary", "()Z", native_canary),
      METHOD("hooked", "()Z", native_hooked),
      METHOD("setHook", "(Z)I", native_set_hook),
      METHOD("countExhaustion", "()V", native_count_exhaustion),
      METHOD("counters", "()[J", native_counters),
      METHOD("counterNames", "()[" STRING, native_counter_names),
      METHOD("dump", "(" STRING STRING ")I", native_dump),
      METHOD("symbols", "(" STRING STRING ")I", native_symbols),
      METHOD("confSymbol", "()" STRING, native_conf_symbol),
      METHOD("preloadEnvironment", "(" STRING ")" STRING, native_preload_environment),
      METHOD("vmField", "(" STRING STRING ")J", native_vm_field),
      METHOD("mallinfo", "()[J", native_mallinfo),
      METHOD("leave", "(Z)V", native_leave),
      METHOD("lowerPriority", "()V", native_lower_priority),
  };
  return (*jni)->RegisterNatives(jni, type, methods, sizeof(methods) / sizeof(methods[0])) == JNI_OK;
}
