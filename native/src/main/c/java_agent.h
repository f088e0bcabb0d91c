#ifndef JEMSCOPE_JAVA_AGENT_H
#define JEMSCOPE_JAVA_AGENT_H

#include <jvmti.h>
#include <stdbool.h>

/*
 * Starts the Java half from its jar, on a thread of its own. text is the option text, which the Java half parses again.
 * Failures are reported in one line on standard error. Does nothing if it runs or is leaving.
 */
void java_agent_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *jar, const char *text);

/* True from its start on, until it leaves or its start has failed. */
bool java_agent_runs(void);

/* Stops the Java half soon, on its own thread; with_hook: the hook is removed too. Harmless if it doesn't run. It
   may be started again. */
void java_agent_leave(bool with_hook);

/* Waits while the Java half is leaving, 5 s at most. */
void java_agent_await_leave(void);

/* Stops the Java half for good, waiting 500 ms at most. */
void java_agent_stop(void);

#endif
