/* The natives of ThreadLocals.java. */

#include <jni.h>

#include "thread_locals.h"

JNIEXPORT void JNICALL Java_ThreadLocals_use(JNIEnv *jni, jclass type, jstring folder);

JNIEXPORT void JNICALL Java_ThreadLocals_use(JNIEnv *jni, jclass type, jstring folder) {
  (void)type;
  const char *path = (*jni)->GetStringUTFChars(jni, folder, NULL);
  CHECK(path != NULL);
  use_thread_local(load_thread_locals(path));
  (*jni)->ReleaseStringUTFChars(jni, folder, path);
}
