/* Endings.java's natives: a process that ends, or has a child that ends, without a word to the JVM. */

#include <jni.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

JNIEXPORT void JNICALL Java_Endings_exit(JNIEnv *jni, jclass type, jint status);
JNIEXPORT void JNICALL Java_Endings_forkAndExit(JNIEnv *jni, jclass type, jint status);
JNIEXPORT void JNICALL Java_Endings_blockAndExit(JNIEnv *jni, jclass type, jint status);
JNIEXPORT void JNICALL Java_Endings_exitInHandler(JNIEnv *jni, jclass type, jint status);
JNIEXPORT void JNICALL Java_Endings_crash(JNIEnv *jni, jclass type);

void Java_Endings_exit(JNIEnv *jni, jclass type, jint status) {
  (void)jni;
  (void)type;
  exit(status);
}

void Java_Endings_forkAndExit(JNIEnv *jni, jclass type, jint status) {
  (void)jni;
  (void)type;
  pid_t child = fork();
  if (child == 0) {
    exit(status);
  }
  int ended;
  CHECK(waitpid(child, &ended, 0) == child && WIFEXITED(ended) && WEXITSTATUS(ended) == status);
}

void Java_Endings_blockAndExit(JNIEnv *jni, jclass type, jint status) {
  (void)jni;
  (void)type;
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  CHECK(pthread_sigmask(SIG_BLOCK, &blocked, NULL) == 0);
  exit(status);
}

static int status_in_handler;

static void exit_in_handler(int number) {
  (void)number;
  exit(status_in_handler);
}

void Java_Endings_exitInHandler(JNIEnv *jni, jclass type, jint status) {
  (void)jni;
  (void)type;
  status_in_handler = status;
  signal(SIGALRM, exit_in_handler);
  raise(SIGALRM);
}

void Java_Endings_crash(JNIEnv *jni, jclass type) {
  (void)jni;
  (void)type;
  *(volatile int *)NULL = 1;
}
