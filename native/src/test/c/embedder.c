/*
 * A program that embeds the JVM, with a thread that is older than libjvm.so. The thread's table of thread-local
 * variables is too short for libjvm's, and grows while jemalloc samples the growth itself.
 *
 *   embedder LIBJVM FOLDER MAIN_CLASS OPTION…     FOLDER has the libraries made from thread_local.c
 */

#include <pthread.h>
#include <semaphore.h>

#include "embedding.h"
#include "thread_locals.h"

static sem_t loaded;
static variable_function *variable;

static void *run(void *argument) {
  CHECK(sem_wait(&loaded) == 0);
  use_thread_local(variable);
  return argument;
}

int main(int count, char **arguments) {
  CHECK(count > 3);
  pthread_t older;
  CHECK(sem_init(&loaded, 0, 0) == 0 && pthread_create(&older, NULL, run, NULL) == 0);

  JavaVM *vm = run_java(arguments[1], arguments[3], arguments + 4, count - 4);

  variable = load_thread_locals(arguments[2]);
  CHECK(sem_post(&loaded) == 0 && pthread_join(older, NULL) == 0);
  CHECK((*vm)->DestroyJavaVM(vm) == JNI_OK);
  puts("the heap is whole");
  return 0;
}
