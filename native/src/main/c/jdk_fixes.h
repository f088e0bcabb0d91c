#ifndef JEMSCOPE_JDK_FIXES_H
#define JEMSCOPE_JDK_FIXES_H

#include <jvmti.h>
#include <stdbool.h>

/* Which fixes of HotSpot this JVM has, by its java.vm.version; none if that can't be read or parsed. */

/* Reads the version. Call before the others, which any thread may then call. */
void jdk_fixes_open(jvmtiEnv *jvmti);

/*
 * GetMethodDeclaringClass of a method whose class is being unloaded returns an error instead of crashing: JDK-8268364
 * (18, 17.0.14) and JDK-8339725 (24, 21.0.6, 17.0.17).
 */
bool jdk_fixes_declaring_class(void);

/* The id of an old version of a method stays valid, or becomes invalid, when the JVM frees that version: JDK-8313816
 * (22, 21.0.3, 17.0.11). */
bool jdk_fixes_old_versions(void);

#endif
