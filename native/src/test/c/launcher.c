/*
 * A program that has jemalloc linked into itself and embeds the JVM.
 *
 *   launcher LIBJVM MAIN_CLASS OPTION…     runs MAIN_CLASS with the JVM's options
 */

#include <dlfcn.h>
#include <jni.h>
#include <string.h>

#include "check.h"

enum { MOST_OPTIONS = 16 };

typedef jint create_function(JavaVM **, void **, void *);

int main(int count, char **arguments) {
  CHECK(count > 2 && count - 3 <= MOST_OPTIONS);
  void *libjvm = dlopen(arguments[1], RTLD_NOW);
  CHECK(libjvm != NULL);
  void *symbol = dlsym(libjvm, "JNI_CreateJavaVM");
  create_function *create;
  memcpy(&create, &symbol, sizeof(create));
  CHECK(create != NULL);

  JavaVMOption options[MOST_OPTIONS];
  for (int i = 3; i < count; i++) {
    options[i - 3] = (JavaVMOption){arguments[i], NULL};
  }
  JavaVMInitArgs init = {JNI_VERSION_10, count - 3, options, JNI_FALSE};
  JavaVM *vm;
  JNIEnv *jni;
  CHECK(create(&vm, (void **)&jni, &init) == JNI_OK);

  jclass type = (*jni)->FindClass(jni, arguments[2]);
  CHECK(type != NULL);
  jmethodID method = (*jni)->GetStaticMethodID(jni, type, "main", "([Ljava/lang/String;)V");
  CHECK(method != NULL);
  jobjectArray none = (*jni)->NewObjectArray(jni, 0, (*jni)->FindClass(jni, "java/lang/String"), NULL);
  (*jni)->CallStaticVoidMethod(jni, type, method, none);
  CHECK(!(*jni)->ExceptionCheck(jni));
  CHECK((*vm)->DestroyJavaVM(vm) == JNI_OK);
  return 0;
}
