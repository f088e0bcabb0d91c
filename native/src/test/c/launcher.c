/*
 * A program that has jemalloc linked into itself and embeds the JVM.
 *
 *   launcher LIBJVM MAIN_CLASS OPTION…     runs MAIN_CLASS with the JVM's options
 */

#include "embedding.h"

int main(int count, char **arguments) {
  CHECK(count > 2);
  JavaVM *vm = run_java(arguments[1], arguments[2], arguments + 3, count - 3);
  CHECK((*vm)->DestroyJavaVM(vm) == JNI_OK);
  return 0;
}
