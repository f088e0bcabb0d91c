/*
 * The JVM's modified UTF-8. It differs from UTF-8 in two points: characters outside the basic plane are two surrogates
 * of three bytes each, and NUL is two bytes.
 */

#include "text.h"

#include <stdbool.h>
#include <stdint.h>

static bool is_surrogate(const unsigned char *bytes, unsigned char low, unsigned char high) {
  return bytes[0] == 0xED && bytes[1] >= low && bytes[1] <= high && bytes[2] != '\0';
}

static uint32_t surrogate(const unsigned char *bytes) { return ((uint32_t)(bytes[1] & 0x0F) << 6) | (bytes[2] & 0x3F); }

void text_to_standard(char *text) {
  const unsigned char *in = (const unsigned char *)text;
  unsigned char *out = (unsigned char *)text;
  while (*in != '\0') {
    if (is_surrogate(in, 0xA0, 0xAF) && is_surrogate(in + 3, 0xB0, 0xBF)) {
      uint32_t point = 0x10000 + ((surrogate(in) & 0x3FF) << 10) + (surrogate(in + 3) & 0x3FF);
      *out++ = (unsigned char)(0xF0 | (point >> 18));
      *out++ = (unsigned char)(0x80 | ((point >> 12) & 0x3F));
      *out++ = (unsigned char)(0x80 | ((point >> 6) & 0x3F));
      *out++ = (unsigned char)(0x80 | (point & 0x3F));
      in += 6;
    } else if (in[0] == 0xC0 && in[1] == 0x80) {
      *out++ = '?'; /* a NUL inside would end the text for every reader */
      in += 2;
    } else {
      *out++ = *in++;
    }
  }
  *out = '\0';
}

void text_to_printable(const char *text, char *printable, size_t size) {
  size_t out = 0;
  for (const unsigned char *in = (const unsigned char *)text; *in != '\0' && out + 1 < size; in++) {
    bool inside_character = (*in & 0xC0) == 0x80;
    if (!inside_character) {
      printable[out++] = *in >= ' ' && *in < 0x7F ? (char)*in : '?';
    }
  }
  printable[out] = '\0';
}
