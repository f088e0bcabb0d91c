#ifndef JEMSCOPE_VM_H
#define JEMSCOPE_VM_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

/* AsyncGetCallTrace's own types and names: HotSpot exports the function, but no header for it. */
typedef struct {
  jint lineno; /* a bytecode index, or -3 in a native method */
  jmethodID method_id;
} ASGCT_CallFrame;

typedef struct {
  JNIEnv *env_id;
  jint num_frames; /* written, or a negative reason */
  ASGCT_CallFrame *frames;
} ASGCT_CallTrace;

typedef void async_get_call_trace(ASGCT_CallTrace *trace, jint depth, void *context);

/* Looks up what the hook needs from libjvm. Call on a Java thread (jni is its own), before the hook is set. Returns
   NULL if something is missing; *obstacle then says what, as the end of a sentence. */
async_get_call_trace *vm_open(JavaVM *vm, JNIEnv *jni, const char **obstacle);

/* Whether the word at the address can be read: the kernel reads it, and then refuses the call. Safe in the hook. */
bool vm_is_readable(const void *address);

/*
 * The calling thread's JNIEnv; NULL on a thread that is not a Java thread. Unlike GetEnv, it never touches libjvm's
 * thread-local storage. May change errno. Valid after vm_open succeeded. Safe in the hook.
 */
JNIEnv *vm_current_jni(void);

/*
 * The address of a static field of the VM's own, or the offset of any other in its object; -1 if this JVM doesn't say.
 * Takes the loader's lock, so not in the hook.
 */
intptr_t vm_field(JavaVM *vm, const char *type, const char *field);

/* The address of the VM's thread of jni, as java.lang.Thread.eetop has it. Safe in the hook. */
uintptr_t vm_thread(const JNIEnv *jni);

/* Whether the thread of jni is being started and has run no Java yet. Safe in the hook. */
bool vm_is_starting(const JNIEnv *jni);

/* Whether the thread of jni surely has no Java frame: a compiler thread, or one that was just attached. Safe in the
   hook. */
bool vm_is_without_java(const JNIEnv *jni);

/* Whether it may have Java frames to look for: threads of the VM's own may not, even if the memory behind their object
   still looks like a Java thread's. Safe in the hook. */
bool vm_runs_java(const JNIEnv *jni);

/*
 * The interpreter calls into the VM without saying where it returns to; the VM itself finds that address on the stack
 * when it first needs it. This does the same for the calling thread. Returns what vm_forget_return resets, or NULL if
 * there was nothing to do. Safe in the hook.
 */
void **vm_find_return(JNIEnv *jni);
void vm_forget_return(void **found);

/* Whether the address lies in compiled Java code, the interpreter or the VM's stubs; false if this JVM doesn't say.
   Safe in the hook. */
bool vm_code_cache_contains(uintptr_t address);

#endif
