#ifndef JEMSCOPE_ENDING_H
#define JEMSCOPE_ENDING_H

#include <jvmti.h>
#include <stdbool.h>

#include "options.h"

/* Before this call the process's end does nothing. */
void ending_prepare(void);

/* In a forked child that may end like its parent: without this call its end does nothing. */
void ending_after_fork(void);

/*
 * Whether and where a final dump is written; CHOICE_UNSET and an empty folder change nothing. Reports a bad folder now,
 * and not only when the program has run for hours.
 */
void ending_choose(enum choice final_dump, const char *folder);

/* Removes the hook and writes the final dump. Only the first call does. */
void ending_run(jvmtiEnv *jvmti, JNIEnv *jni);

/* From then on events leave the VM alone. */
bool ending_has_begun(void);

#endif
