#ifndef JEMSCOPE_CONTROL_JSON_H
#define JEMSCOPE_CONTROL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A flat object, as requests send it. */

enum { JSON_MEMBERS = 8, JSON_TEXT_BYTES = 256 };

enum json_kind { JSON_TEXT, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

struct json_object {
  int count;
  struct json_member {
    enum json_kind kind;
    int64_t number;
    char name[32];
    char text[JSON_TEXT_BYTES];
  } members[JSON_MEMBERS];
};

/* False for anything else than a flat object of whole numbers, texts of moderate length and so on. No text at all is an
   empty object. */
bool json_read(const char *text, struct json_object *object);

/* NULL if there is none, or null. */
const struct json_member *json_find(const struct json_object *object, const char *name);

/* Writes a text in quotation marks, or null for NULL. */
void json_write_text(FILE *out, const char *text);

#endif
