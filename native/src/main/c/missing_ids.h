#ifndef JEMSCOPE_MISSING_IDS_H
#define JEMSCOPE_MISSING_IDS_H

#include <jvmti.h>
#include <stdbool.h>

#include "vm.h"

/* Call on a Java thread, before the hook is set. */
void missing_ids_open(jvmtiEnv *jvmti, JNIEnv *jni);

/* Notes the thread of jni if one of its frames has a method without an id. Safe in the hook. */
void missing_ids_note(const JNIEnv *jni, const struct java_frame *frames, jint count);

/* Whether a thread is noted. Safe in the hook. */
bool missing_ids_are_wanted(void);

/*
 * Creates the ids of all methods that are on the stacks of the noted threads now, and enters them in the catalog.
 * Threads stay noted when it ran a short while ago: then it does nothing. One caller at a time.
 */
void missing_ids_create(jvmtiEnv *jvmti, JNIEnv *jni);

#endif
