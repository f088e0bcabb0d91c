#ifndef JEMSCOPE_NATIVES_H
#define JEMSCOPE_NATIVES_H

#include <jni.h>
#include <stdbool.h>

/* Binds io.jemscope.allocator.JemallocNatives; false with an exception pending. */
bool natives_register(JNIEnv *jni, jclass type);

#endif
