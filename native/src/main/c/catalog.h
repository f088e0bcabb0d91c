#ifndef JEMSCOPE_CATALOG_H
#define JEMSCOPE_CATALOG_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Enters a class: makes the JVM create its methods' ids, and remembers which class each id belongs to. Leaves out
 * classes whose ids would cost too much memory: see catalog.c. True if so much was entered since the last catalog_tidy
 * that it is time for one.
 */
bool catalog_add(jvmtiEnv *jvmti, JNIEnv *jni, jclass type);

/* Enters one method of a class. The caller holds the class. */
void catalog_add_method(JNIEnv *jni, jclass type, jmethodID method);

/* Enters all classes that are loaded now. */
void catalog_add_loaded(jvmtiEnv *jvmti, JNIEnv *jni);

enum catalog_answer {
  CATALOG_FOUND,  /* *type is a local reference: the class stays loaded while it is held */
  CATALOG_GONE,   /* the class has been unloaded; its method ids must not be used any more */
  CATALOG_UNKNOWN /* the method was never entered */
};

/* Which class a method id belongs to. One caller at a time, of this and of catalog_tidy. */
enum catalog_answer catalog_find(JNIEnv *jni, uintptr_t method, jclass *type);

/* Forgets classes that are gone, when there may be many. Call after all known frames have been named; if it returns
   true, name them again and call it once more. */
bool catalog_tidy(JNIEnv *jni);

#endif
