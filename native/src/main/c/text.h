#ifndef JEMSCOPE_TEXT_H
#define JEMSCOPE_TEXT_H

#include <jni.h>
#include <stddef.h>

/* Turns the JVM's modified UTF-8 into UTF-8, in place (it never grows). */
void text_to_standard(char *text);

/* The string as UTF-8, to be freed; NULL for null or where there is no memory. */
char *text_from_java(JNIEnv *jni, jstring string);

/* A Java string of UTF-8; bytes that are none become '?'. NULL for NULL, or with an exception pending. */
jstring text_to_java(JNIEnv *jni, const char *text);

/*
 * Copies UTF-8 into what jemalloc takes as a thread's name: printable ASCII. Whatever else stands in it becomes one '?'
 * per character.
 */
void text_to_printable(const char *text, char *printable, size_t size);

#endif
