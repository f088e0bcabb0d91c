#ifndef JEMSCOPE_CATALOG_H
#define JEMSCOPE_CATALOG_H

#include <jvmti.h>
#include <stdint.h>

/* Enters a class: makes the JVM give its methods their ids, and remembers which class each id belongs to. */
void catalog_add(jvmtiEnv *jvmti, JNIEnv *jni, jclass type);

/* Enters all classes that are loaded now. */
void catalog_add_loaded(jvmtiEnv *jvmti, JNIEnv *jni);

enum catalog_answer {
  CATALOG_FOUND,  /* *type is a local reference: the class stays loaded while it is held */
  CATALOG_GONE,   /* the class has been unloaded; its method ids must not be used any more */
  CATALOG_UNKNOWN /* the method was never entered */
};

/* Which class a method id belongs to. One caller at a time. */
enum catalog_answer catalog_find(JNIEnv *jni, uintptr_t method, jclass *type);

#endif
