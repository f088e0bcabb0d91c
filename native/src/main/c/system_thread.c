/* Threads of Jemscope's own inside the JVM. */

#include "system_thread.h"

#include <stddef.h>

#include "calls.h"

static jobject top_group(jvmtiEnv *jvmti, JNIEnv *jni) {
  jint count = 0;
  jthreadGroup *groups = NULL;
  jobject group = NULL;
  if ((*jvmti)->GetTopThreadGroups(jvmti, &count, &groups) == JVMTI_ERROR_NONE && count > 0) {
    group = groups[0];
    for (jint i = 1; i < count; i++) {
      (*jni)->DeleteLocalRef(jni, groups[i]);
    }
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)groups);
  return group;
}

bool system_thread_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *name, jvmtiStartFunction run, void *argument) {
  bool started = false;
  jobject group = top_group(jvmti, jni);
  jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
  jmethodID create =
      type == NULL ? NULL : (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V");
  jstring text = create == NULL ? NULL : (*jni)->NewStringUTF(jni, name);
  jobject thread = text == NULL ? NULL : calls_new(jni, type, create, group, text);
  if (thread != NULL && !(*jni)->ExceptionCheck(jni)) {
    started = (*jvmti)->RunAgentThread(jvmti, thread, run, argument, JVMTI_THREAD_NORM_PRIORITY) == JVMTI_ERROR_NONE;
  }
  (*jni)->ExceptionClear(jni);
  (*jni)->DeleteLocalRef(jni, thread);
  (*jni)->DeleteLocalRef(jni, text);
  (*jni)->DeleteLocalRef(jni, type);
  (*jni)->DeleteLocalRef(jni, group);
  return started;
}
