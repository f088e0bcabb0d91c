#ifndef JEMSCOPE_JAVA_AGENT_H
#define JEMSCOPE_JAVA_AGENT_H

#include <jvmti.h>
#include <stdbool.h>

/*
 * Starts the Java half from its jar, in a class loader of its own and on a daemon thread of its own. text is the option
 * text, which the Java half reads for itself. What goes wrong is one line on standard error.
 */
void java_agent_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *jar, const char *text);

/* True from its start on, however that ended. */
bool java_agent_was_started(void);

/* Lets the Java half put its things away, for 500 ms at most. */
void java_agent_stop(void);

#endif
