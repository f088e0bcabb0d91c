#ifndef JEMSCOPE_AGENT_JAR_H
#define JEMSCOPE_AGENT_JAR_H

#include <jni.h>
#include <stdbool.h>

/* The Java half's classes, which are loaded once and stay. All but agent_jar_is_loaded: one caller at a time. */

/* Finds the jar beside this library, unless another is named; false with a line on standard error. */
bool agent_jar_find(const char *jar);

/* From then on no other jar is used. */
bool agent_jar_is_loaded(void);

/* The option text, with this library's path as the option native; to be freed, NULL without memory. */
char *agent_jar_options(const char *text);

/* Whether the Java heap has room for the agent's start; false with a line on standard error. Garbage counts as used
   until it is collected, so this waits for room, a second at most. Allocates nothing in the heap. */
bool agent_jar_has_room(JNIEnv *jni);

/* Loads the agent's class and calls its start(); NULL if that fails, mostly with an exception pending. */
jclass agent_jar_start(JNIEnv *jni, const char *options);

/* Calls prepare(), which may fail. */
void agent_jar_prepare(JNIEnv *jni, jclass agent);

/* Calls stop(). */
void agent_jar_stop(JNIEnv *jni, jclass agent);

/* Reports the pending exception in one line and clears it. */
void agent_jar_report_exception(JNIEnv *jni, const char *doing);

#endif
