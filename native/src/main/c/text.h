#ifndef JEMSCOPE_TEXT_H
#define JEMSCOPE_TEXT_H

#include <stddef.h>

/* Turns the JVM's modified UTF-8 into UTF-8, in place (it never grows). */
void text_to_standard(char *text);

/* Copies UTF-8 as printable ASCII, which is all that jemalloc takes as a thread's name; any other character becomes
   a '?'. */
void text_to_printable(const char *text, char *printable, size_t size);

#endif
