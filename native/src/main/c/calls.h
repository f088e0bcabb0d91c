#ifndef JEMSCOPE_CALLS_H
#define JEMSCOPE_CALLS_H

#include <jni.h>

/*
 * Calls that answer NULL where Java threw, with the exception still pending. Asking after each call is JNI's rule, and
 * -Xcheck:jni prints a warning into the program's output for each call that doesn't.
 */
jobject calls_object(JNIEnv *jni, jobject receiver, jmethodID method, ...);
jobject calls_static_object(JNIEnv *jni, jclass type, jmethodID method, ...);
jobject calls_new(JNIEnv *jni, jclass type, jmethodID constructor, ...);

/* The same for methods that answer nothing: JNI_FALSE where Java threw. */
jboolean calls_static_void(JNIEnv *jni, jclass type, jmethodID method, ...);
jboolean calls_void(JNIEnv *jni, jobject receiver, jmethodID method, ...);

#endif
