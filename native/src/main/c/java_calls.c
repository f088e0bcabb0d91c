/* Calls into Java's own classes, and strings between C and Java. */

#include "java_calls.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static bool returns_nothing(const char *signature) { return signature[strlen(signature) - 1] == 'V'; }

static jobject unless_thrown(JNIEnv *jni, jobject result) { return (*jni)->ExceptionCheck(jni) ? NULL : result; }

jobject java_call(JNIEnv *jni, jobject receiver, const char *name, const char *signature, ...) {
  if (receiver == NULL || (*jni)->ExceptionCheck(jni)) {
    return NULL;
  }
  jclass type = (*jni)->GetObjectClass(jni, receiver);
  jmethodID method = (*jni)->GetMethodID(jni, type, name, signature);
  (*jni)->DeleteLocalRef(jni, type);
  jobject result = NULL;
  va_list arguments;
  va_start(arguments, signature);
  if (method != NULL && returns_nothing(signature)) {
    (*jni)->CallVoidMethodV(jni, receiver, method, arguments);
  } else if (method != NULL) {
    result = (*jni)->CallObjectMethodV(jni, receiver, method, arguments);
  }
  va_end(arguments);
  return unless_thrown(jni, result);
}

jobject java_call_static(JNIEnv *jni, jclass type, const char *name, const char *signature, ...) {
  if (type == NULL || (*jni)->ExceptionCheck(jni)) {
    return NULL;
  }
  jmethodID method = (*jni)->GetStaticMethodID(jni, type, name, signature);
  jobject result = NULL;
  va_list arguments;
  va_start(arguments, signature);
  if (method != NULL && returns_nothing(signature)) {
    (*jni)->CallStaticVoidMethodV(jni, type, method, arguments);
  } else if (method != NULL) {
    result = (*jni)->CallStaticObjectMethodV(jni, type, method, arguments);
  }
  va_end(arguments);
  return unless_thrown(jni, result);
}

jobject java_new(JNIEnv *jni, const char *type_name, const char *signature, ...) {
  jclass type = (*jni)->ExceptionCheck(jni) ? NULL : (*jni)->FindClass(jni, type_name);
  jmethodID constructor = type == NULL ? NULL : (*jni)->GetMethodID(jni, type, "<init>", signature);
  jobject result = NULL;
  va_list arguments;
  va_start(arguments, signature);
  if (constructor != NULL) {
    result = (*jni)->NewObjectV(jni, type, constructor, arguments);
  }
  va_end(arguments);
  (*jni)->DeleteLocalRef(jni, type);
  return unless_thrown(jni, result);
}

jstring java_string(JNIEnv *jni, const char *text) {
  if (text == NULL || (*jni)->ExceptionCheck(jni)) {
    return NULL;
  }
  /* Not NewStringUTF: it wants the JVM's modified UTF-8, and paths can be any bytes. */
  jsize length = (jsize)strlen(text);
  jbyteArray bytes = (*jni)->NewByteArray(jni, length);
  if (bytes == NULL) {
    return NULL;
  }
  (*jni)->SetByteArrayRegion(jni, bytes, 0, length, (const jbyte *)text);
  jstring charset = (*jni)->NewStringUTF(jni, "UTF-8");
  jstring string = java_new(jni, "java/lang/String", "([BLjava/lang/String;)V", bytes, charset);
  (*jni)->DeleteLocalRef(jni, charset);
  (*jni)->DeleteLocalRef(jni, bytes);
  return string;
}

char *java_text(JNIEnv *jni, jstring string) {
  if (string == NULL) {
    return NULL;
  }
  jsize bytes = (*jni)->GetStringUTFLength(jni, string);
  char *text = malloc((size_t)bytes + 1);
  if (text != NULL) {
    (*jni)->GetStringUTFRegion(jni, string, 0, (*jni)->GetStringLength(jni, string), text);
    text[bytes] = '\0';
    text_to_standard(text);
  }
  return text;
}

static jobject top_group(jvmtiEnv *jvmti) {
  jint count = 0;
  jthreadGroup *groups = NULL;
  (*jvmti)->GetTopThreadGroups(jvmti, &count, &groups);
  jobject group = count > 0 ? groups[0] : NULL;
  (*jvmti)->Deallocate(jvmti, (unsigned char *)groups);
  return group;
}

bool java_start_thread(jvmtiEnv *jvmti, JNIEnv *jni, const char *name, jvmtiStartFunction body) {
  enum { REFERENCES = 16 };
  bool started = false;
  if ((*jni)->PushLocalFrame(jni, REFERENCES) == JNI_OK) {
    jobject thread = java_new(jni, "java/lang/Thread", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
                              top_group(jvmti), java_string(jni, name));
    started = thread != NULL &&
              (*jvmti)->RunAgentThread(jvmti, thread, body, NULL, JVMTI_THREAD_NORM_PRIORITY) == JVMTI_ERROR_NONE;
    (*jni)->PopLocalFrame(jni, NULL);
  }
  (*jni)->ExceptionClear(jni);
  return started;
}
