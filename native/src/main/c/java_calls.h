#ifndef JEMSCOPE_JAVA_CALLS_H
#define JEMSCOPE_JAVA_CALLS_H

#include <jvmti.h>
#include <stdbool.h>

/*
 * Calls a method by name. Returns NULL if it returns nothing or throws; the exception then stays pending. Without a
 * receiver, or with an exception pending already, nothing is called. So calls can follow each other with one check at
 * the end, and each has the check that -Xcheck:jni wants.
 */
jobject java_call(JNIEnv *jni, jobject receiver, const char *name, const char *signature, ...);
jobject java_call_static(JNIEnv *jni, jclass type, const char *name, const char *signature, ...);
jobject java_new(JNIEnv *jni, const char *type, const char *signature, ...);

/* A Java string of UTF-8. NULL for NULL, or with an exception pending. */
jstring java_string(JNIEnv *jni, const char *text);

/* The string as UTF-8, to be freed; NULL for NULL or without memory. */
char *java_text(JNIEnv *jni, jstring string);

/*
 * Starts a daemon thread of Jemscope in the JVM's top thread group, where programs that list or interrupt their own
 * threads don't see it.
 */
bool java_start_thread(jvmtiEnv *jvmti, JNIEnv *jni, const char *name, jvmtiStartFunction body);

#endif
