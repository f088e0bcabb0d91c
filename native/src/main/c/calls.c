/* Calls into Java, each with its look for an exception. */

#include "calls.h"

#include <stdarg.h>
#include <stddef.h>

static jobject unless_thrown(JNIEnv *jni, jobject answer) { return (*jni)->ExceptionCheck(jni) ? NULL : answer; }

jobject calls_object(JNIEnv *jni, jobject receiver, jmethodID method, ...) {
  va_list arguments;
  va_start(arguments, method);
  jobject answer = (*jni)->CallObjectMethodV(jni, receiver, method, arguments);
  va_end(arguments);
  return unless_thrown(jni, answer);
}

jobject calls_static_object(JNIEnv *jni, jclass type, jmethodID method, ...) {
  va_list arguments;
  va_start(arguments, method);
  jobject answer = (*jni)->CallStaticObjectMethodV(jni, type, method, arguments);
  va_end(arguments);
  return unless_thrown(jni, answer);
}

jobject calls_new(JNIEnv *jni, jclass type, jmethodID constructor, ...) {
  va_list arguments;
  va_start(arguments, constructor);
  jobject answer = (*jni)->NewObjectV(jni, type, constructor, arguments);
  va_end(arguments);
  return unless_thrown(jni, answer);
}

jboolean calls_static_void(JNIEnv *jni, jclass type, jmethodID method, ...) {
  va_list arguments;
  va_start(arguments, method);
  (*jni)->CallStaticVoidMethodV(jni, type, method, arguments);
  va_end(arguments);
  return (*jni)->ExceptionCheck(jni) ? JNI_FALSE : JNI_TRUE;
}

jboolean calls_void(JNIEnv *jni, jobject receiver, jmethodID method, ...) {
  va_list arguments;
  va_start(arguments, method);
  (*jni)->CallVoidMethodV(jni, receiver, method, arguments);
  va_end(arguments);
  return (*jni)->ExceptionCheck(jni) ? JNI_FALSE : JNI_TRUE;
}
