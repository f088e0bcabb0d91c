/*
 * A program that embeds the JVM, with a thread that is older than libjvm.so. The thread's table of thread-local
 * variables is too short for libjvm's, and grows while jemalloc samples the growth itself.
 *
 *   embedder LIBJVM FOLDER MAIN_CLASS OPTION…     FOLDER has the libraries made from thread_local.c
 */

#include <jni.h>
#include <pthread.h>
#include <semaphore.h>

#include "thread_locals.h"

enum { MOST_OPTIONS = 16 };

typedef jint create_function(JavaVM **, void **, void *);

static sem_t loaded;
static variable_function *variable;

static void *run(void *argument) {
  CHECK(sem_wait(&loaded) == 0);
  use_thread_local(variable);
  return argument;
}

int main(int count, char **arguments) {
  CHECK(count > 3 && count - 4 <= MOST_OPTIONS);
  pthread_t older;
  CHECK(sem_init(&loaded, 0, 0) == 0 && pthread_create(&older, NULL, run, NULL) == 0);

  void *libjvm = dlopen(arguments[1], RTLD_NOW);
  CHECK(libjvm != NULL);
  void *symbol = dlsym(libjvm, "JNI_CreateJavaVM");
  CHECK(symbol != NULL);
  create_function *create;
  memcpy(&create, &symbol, sizeof(create));
  JavaVMOption options[MOST_OPTIONS];
  for (int i = 4; i < count; i++) {
    options[i - 4] = (JavaVMOption){arguments[i], NULL};
  }
  JavaVMInitArgs init = {JNI_VERSION_10, count - 4, options, JNI_FALSE};
  JavaVM *vm;
  JNIEnv *jni;
  CHECK(create(&vm, (void **)&jni, &init) == JNI_OK);

  jclass type = (*jni)->FindClass(jni, arguments[3]);
  CHECK(type != NULL);
  jmethodID method = (*jni)->GetStaticMethodID(jni, type, "main", "([Ljava/lang/String;)V");
  CHECK(method != NULL);
  jobjectArray none = (*jni)->NewObjectArray(jni, 0, (*jni)->FindClass(jni, "java/lang/String"), NULL);
  (*jni)->CallStaticVoidMethod(jni, type, method, none);
  CHECK(!(*jni)->ExceptionCheck(jni));

  variable = load_thread_locals(arguments[2]);
  CHECK(sem_post(&loaded) == 0 && pthread_join(older, NULL) == 0);
  CHECK((*vm)->DestroyJavaVM(vm) == JNI_OK);
  puts("the heap is whole");
  return 0;
}
