#ifndef JEMSCOPE_OPTIONS_H
#define JEMSCOPE_OPTIONS_H

#include <limits.h>
#include <stdbool.h>

enum choice { CHOICE_UNSET, CHOICE_FALSE, CHOICE_TRUE };

/* A path is empty if it was not given. */
struct options {
  char folder[PATH_MAX];
  char agent[PATH_MAX];
  char descriptor[PATH_MAX];
  char config[PATH_MAX];
  enum choice final_dump;
  enum choice active;
  enum choice hook;
  enum choice births;
  enum choice mmap;
  enum choice java;
  enum choice follow;
};

typedef void options_complaint(const char *key, const char *why);

/*
 * Reads "key=value,key=value" with percent-encoded values. An unknown key or a bad value is reported by complain and
 * ignored: a slip in an option must not keep a program from starting.
 */
void options_parse(const char *text, struct options *options, options_complaint *complain);

/* The name of a key that this library uses, by its number from 0 on; NULL after the last. */
const char *options_key(unsigned number);

/*
 * Sets a key of this library to a value, which isn't encoded, unless it has one. Returns why the value is bad, or NULL;
 * also NULL for keys of the Java half, and for those that it reads too and so reports.
 */
const char *options_offer(const char *name, const char *value, struct options *options);

/* Decodes %XX in the first length bytes of text; false if that isn't possible or doesn't fit. */
bool options_decode(const char *text, unsigned long length, char *value, unsigned long size);

/* Encodes what would end or change a value; false if it doesn't fit. */
bool options_encode(const char *value, char *text, unsigned long size);

#endif
