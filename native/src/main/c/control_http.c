/* See control_http.h. */

#include "control_http.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "file_status.h"

/* A slow client must not keep others from being answered. */
enum { LONGEST_SECONDS = 5, LONGEST_ANSWER_SECONDS = 20 };

static time_t seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* The content's length by the head, which is a text; -1 for one that can't be. */
static long content_length(const char *head) {
  static const char name[] = "Content-Length:";
  for (const char *line = head; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n' ? 1 : 0;
    if (strncasecmp(line, name, strlen(name)) == 0) {
      char *end;
      long length = strtol(line + strlen(name), &end, 10);
      return length >= 0 && length <= HTTP_REQUEST_BYTES && (*end == '\r' || *end == '\n') ? length : -1;
    }
  }
  return 0;
}

/* Cuts the first line into its words. */
static bool read_first_line(struct http_request *request) {
  char *line = request->text;
  char *path = strchr(line, ' ');
  char *version = path == NULL ? NULL : strchr(path + 1, ' ');
  char *end = strpbrk(line, "\r\n");
  if (version == NULL || end == NULL || end < version || strncmp(version, " HTTP/1.", strlen(" HTTP/1.")) != 0) {
    return false;
  }
  *path = *version = '\0';
  char *mark = strchr(path + 1, '?');
  if (mark != NULL) {
    *mark = '\0';
  }
  request->method = line;
  request->path = path + 1;
  request->query = mark == NULL ? "" : mark + 1;
  return true;
}

bool http_receive(int connection, struct http_request *request) {
  time_t begin = seconds();
  size_t used = 0;
  for (;;) {
    ssize_t length = recv(connection, request->text + used, HTTP_REQUEST_BYTES - used, 0);
    if (length <= 0 || seconds() - begin > LONGEST_SECONDS) {
      return false;
    }
    used += (size_t)length;
    request->text[used] = '\0';
    if (strlen(request->text) < used) {
      return false; /* no text */
    }
    char *end = strstr(request->text, "\r\n\r\n");
    if (end != NULL) {
      char *body = end + strlen("\r\n\r\n");
      long expected = content_length(request->text);
      if (expected < 0) {
        return false;
      }
      if (used - (size_t)(body - request->text) >= (size_t)expected) {
        body[expected] = '\0';
        request->body = body;
        return read_first_line(request);
      }
    }
    if (used == HTTP_REQUEST_BYTES) {
      return false;
    }
  }
}

bool http_begin(struct http_response *response) {
  response->text = open_memstream(&response->content, &response->length);
  return response->text != NULL;
}

void http_end(struct http_response *response) {
  if (fclose(response->text) != 0) {
    response->length = 0;
  }
  response->text = NULL;
}

static bool send_all(int connection, const char *bytes, size_t length, time_t until) {
  while (length > 0) {
    ssize_t sent = seconds() > until ? -1 : send(connection, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0) {
      return false;
    }
    bytes += sent;
    length -= (size_t)sent;
  }
  return true;
}

static bool send_head(int connection, const struct http_response *response, uint64_t length, time_t until) {
  char head[256];
  static const char format[] =
      "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %" PRIu64 "\r\nConnection: close\r\n\r\n";
  int bytes = snprintf(head, sizeof(head), format, response->status, response->status < 400 ? "OK" : "Refused",
                       response->type, length);
  return send_all(connection, head, (size_t)bytes, until);
}

static void send_file(int connection, const struct http_response *response, time_t until) {
  struct stat status;
  char bytes[8192];
  if (file_status_of_open(response->file, &status) != 0 ||
      !send_head(connection, response, (uint64_t)status.st_size, until)) {
    return;
  }
  ssize_t length;
  while ((length = read(response->file, bytes, sizeof(bytes))) > 0 &&
         send_all(connection, bytes, (size_t)length, until)) {
  }
}

void http_send(int connection, struct http_response *response) {
  time_t until = seconds() + LONGEST_ANSWER_SECONDS;
  if (response->file >= 0) {
    send_file(connection, response, until);
    close(response->file);
  } else if (response->content != NULL && send_head(connection, response, response->length, until)) {
    send_all(connection, response->content, response->length, until);
  }
  free(response->content);
}
