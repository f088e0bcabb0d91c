#ifndef JEMSCOPE_CONTROL_H
#define JEMSCOPE_CONTROL_H

#include <stdbool.h>

/*
 * The control of a preloaded program: a thread of ours answers HTTP requests on a Unix socket, <pid>.sock in the
 * runtime folder. They are a part of the agent's, by the same addresses, and come from the program's own user or root.
 * The thread blocks all signals and doesn't keep the program alive. The socket appears a moment after the start, so a
 * program that is over by then leaves nothing behind.
 */

/* Starts the thread. folder: where dumps are written; empty for the runtime folder. */
void control_start(const char *folder);

/* Around a fork, on its thread. False if a request takes too long to wait for: then without the calls after. */
bool control_before_fork(void);
void control_after_fork(void);

/* In each child. One that is prepared has a thread and a socket of its own. */
void control_after_fork_in_child(bool is_prepared);

/* Ends the thread and removes the socket; where it returns true, control_resume starts another. A connection is closed
   at once; a dump that is being written is awaited. */
bool control_pause(void);
void control_resume(void);

/* The program ends: removes the socket. */
void control_stop(void);

/* While a request is answered no thread forks. For what takes long, and neither asks the dynamic linker nor holds a
   lock of the C library's that a child would miss, these two let them. */
void control_allow_forks(void);
void control_hold_forks(void);

#endif
