#ifndef JEMSCOPE_NAMES_H
#define JEMSCOPE_NAMES_H

#include <jvmti.h>
#include <stdbool.h>
#include <stddef.h>

#include "frames.h"

#define NAME_LOST "[lost: class unloaded before its name was taken]"
#define NAME_WITHOUT_METHOD "[unknown Java method]"
#define NAME_DROPPED "[Java frame left out: the frame table is full]"

/* Finds the built-in class loaders, whose classes need no prefix. Call on a Java thread, with the VM initialised. */
void names_open(JNIEnv *jni);

/* Whether the boot, platform or application loader has loaded the class. */
bool names_loader_is_builtin(jvmtiEnv *jvmti, JNIEnv *jni, jclass type);

/* Writes the frame's "[loader/]class.method(File.java:line)"; false if its class is gone, or may be. Leaves local
   references to the caller's local frame. One caller at a time. */
bool names_write(jvmtiEnv *jvmti, JNIEnv *jni, struct frame_key key, char *name, size_t size);

#endif
