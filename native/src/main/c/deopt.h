#ifndef JEMSCOPE_DEOPT_H
#define JEMSCOPE_DEOPT_H

#include <jni.h>

#include "vm.h"

/*
 * Finds out whether stacks can be had inside deoptimisation; until then, and where they can't, deopt_ask is no more
 * than call_trace. Call on the thread of jni, after vm_open, before the hook is set.
 */
void deopt_prove(async_get_call_trace *call_trace, JNIEnv *jni, void *context);

/* Asks for the stack of the calling thread. Safe in the hook. */
void deopt_ask(async_get_call_trace *call_trace, struct java_stack *stack, jint depth, void *context);

#endif
