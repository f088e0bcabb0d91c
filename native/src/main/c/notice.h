#ifndef JEMSCOPE_NOTICE_H
#define JEMSCOPE_NOTICE_H

/* Writes "jemscope: <text>" as one line to standard error, in one write. */
void notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for what is missing (jemalloc, its profiling, its hook). Only the first such line is written: whatever
   else is missing follows from it, and the program's own standard error must stay readable. */
void notice_missing(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
