#ifndef JEMSCOPE_TEST_EMBEDDING_H
#define JEMSCOPE_TEST_EMBEDDING_H

/* What programs that embed the JVM have in common. */

#include <dlfcn.h>
#include <jni.h>
#include <string.h>

#include "check.h"

/* Creates the JVM of that libjvm with the given options, and runs the class's main method in it. */
static inline JavaVM *run_java(const char *libjvm, const char *main_class, char **arguments, int count) {
  enum { MOST_OPTIONS = 16 };
  typedef jint create_function(JavaVM **, void **, void *);
  CHECK(count >= 0 && count <= MOST_OPTIONS);
  void *library = dlopen(libjvm, RTLD_NOW);
  CHECK(library != NULL);
  void *symbol = dlsym(library, "JNI_CreateJavaVM");
  CHECK(symbol != NULL);
  create_function *create;
  memcpy(&create, &symbol, sizeof(create));

  JavaVMOption options[MOST_OPTIONS];
  for (int i = 0; i < count; i++) {
    options[i] = (JavaVMOption){arguments[i], NULL};
  }
  JavaVMInitArgs init = {JNI_VERSION_10, count, options, JNI_FALSE};
  JavaVM *vm;
  JNIEnv *jni;
  CHECK(create(&vm, (void **)&jni, &init) == JNI_OK);

  jclass type = (*jni)->FindClass(jni, main_class);
  CHECK(type != NULL);
  jmethodID method = (*jni)->GetStaticMethodID(jni, type, "main", "([Ljava/lang/String;)V");
  CHECK(method != NULL);
  jobjectArray none = (*jni)->NewObjectArray(jni, 0, (*jni)->FindClass(jni, "java/lang/String"), NULL);
  (*jni)->CallStaticVoidMethod(jni, type, method, none);
  CHECK(!(*jni)->ExceptionCheck(jni));
  return vm;
}

#endif
