#ifndef JEMSCOPE_MISSING_IDS_H
#define JEMSCOPE_MISSING_IDS_H

#include <jvmti.h>
#include <stdbool.h>

#include "vm.h"

/* Call on a Java thread, before the hook is set. */
void missing_ids_open(JNIEnv *jni);

/* Notes the thread of jni if one of its frames has a method without an id. Safe in the hook. */
void missing_ids_note(const JNIEnv *jni, const ASGCT_CallFrame *frames, jint count);

/* Whether a thread was noted since missing_ids_create last ran. Safe in the hook. */
bool missing_ids_are_wanted(void);

/*
 * Creates the ids of all methods that are on the stacks of the noted threads now, and enters them in the catalog.
 * After a look it rests and does nothing. Threads noted meanwhile stay noted, and the next sample with a missing id, or
 * the next turn of the resolver, tries again. One caller at a time.
 */
void missing_ids_create(jvmtiEnv *jvmti, JNIEnv *jni);

#endif
