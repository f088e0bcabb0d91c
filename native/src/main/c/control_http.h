#ifndef JEMSCOPE_CONTROL_HTTP_H
#define JEMSCOPE_CONTROL_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* As much of HTTP/1.1 as the control of a preloaded program needs: one small request for each connection. */

enum { HTTP_REQUEST_BYTES = 16 * 1024 };

struct http_request {
  char text[HTTP_REQUEST_BYTES + 1];
  const char *method;
  const char *path;
  const char *query; /* behind the question mark; may be empty */
  const char *body;  /* may be empty */
};

/* Reads one; false if it isn't one, is too large or too slow: then nothing is answered. */
bool http_receive(int connection, struct http_request *request);

/* The content is what is written to text; if file isn't -1, it is that file's, which is closed. */
struct http_response {
  int status;
  const char *type;
  FILE *text;
  int file;
  char *content; /* of text */
  size_t length;
};

/* Begins the text of a response; false without memory. */
bool http_begin(struct http_response *response);

/* Ends it. */
void http_end(struct http_response *response);

/* Sends it and frees its content. */
void http_send(int connection, struct http_response *response);

#endif
