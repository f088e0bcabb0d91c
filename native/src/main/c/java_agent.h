#ifndef JEMSCOPE_JAVA_AGENT_H
#define JEMSCOPE_JAVA_AGENT_H

#include <jvmti.h>
#include <stdbool.h>

/*
 * Starts the Java half from its jar, in a class loader of its own and on a daemon thread of its own. text is the option
 * text, which the Java half reads for itself. What goes wrong is one line on standard error. Nothing happens where it
 * runs already; one that is leaving is waited for.
 */
void java_agent_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *jar, const char *text);

/* True from its start on, until it leaves or its start has failed. */
bool java_agent_runs(void);

/* True once its classes are there. They stay: from then on no other jar is taken. */
bool java_agent_is_loaded(void);

/* Has the Java half put its things away and go, soon and on its own thread; with_hook: the hook goes as well. Harmless
   where it doesn't run. It may be started again. */
void java_agent_leave(bool with_hook);

/* Lets the Java half put its things away, for 500 ms at most. */
void java_agent_stop(void);

#endif
