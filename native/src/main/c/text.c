/*
 * The JVM's modified UTF-8 beside everybody else's: it writes characters outside the basic plane as two surrogates of
 * three bytes, and NUL as two bytes.
 */

#include "text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

char *text_from_java(JNIEnv *jni, jstring string) {
  if (string == NULL) {
    return NULL;
  }
  jsize bytes = (*jni)->GetStringUTFLength(jni, string);
  char *text = malloc((size_t)bytes + 1);
  if (text != NULL) {
    (*jni)->GetStringUTFRegion(jni, string, 0, (*jni)->GetStringLength(jni, string), text);
    text[bytes] = '\0';
    text_to_standard(text);
  }
  return text;
}

static size_t length_by_lead(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xC2 || lead >= 0xF5) {
    return 0; /* inside a character, or never in UTF-8 */
  }
  if (lead < 0xE0) {
    return 2;
  }
  return lead < 0xF0 ? 3 : 4;
}

/* How many bytes the character at the front has; 0 when it is no UTF-8. */
static size_t character_length(const unsigned char *bytes) {
  size_t length = length_by_lead(bytes[0]);
  for (size_t i = 1; i < length; i++) {
    if ((bytes[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  return length;
}

/* Writes the four-byte character as UTF-16; answers the units written. */
static size_t to_units(const unsigned char *bytes, size_t length, jchar *units) {
  if (length == 4) {
    uint32_t point = ((uint32_t)(bytes[0] & 0x07) << 18) | ((uint32_t)(bytes[1] & 0x3F) << 12) |
                     ((uint32_t)(bytes[2] & 0x3F) << 6) | (bytes[3] & 0x3F);
    if (point < 0x10000 || point > 0x10FFFF) {
      units[0] = '?';
      return 1;
    }
    units[0] = (jchar)(0xD800 + ((point - 0x10000) >> 10));
    units[1] = (jchar)(0xDC00 + ((point - 0x10000) & 0x3FF));
    return 2;
  }
  if (length == 3) {
    units[0] = (jchar)(((bytes[0] & 0x0F) << 12) | ((bytes[1] & 0x3F) << 6) | (bytes[2] & 0x3F));
  } else if (length == 2) {
    units[0] = (jchar)(((bytes[0] & 0x1F) << 6) | (bytes[1] & 0x3F));
  } else {
    units[0] = length == 1 ? bytes[0] : '?';
  }
  return 1;
}

jstring text_to_java(JNIEnv *jni, const char *text) {
  if (text == NULL) {
    return NULL;
  }
  jchar *units = malloc((strlen(text) + 1) * sizeof(*units));
  if (units == NULL) {
    return NULL;
  }
  size_t count = 0;
  for (const unsigned char *in = (const unsigned char *)text; *in != '\0';) {
    size_t length = character_length(in);
    count += to_units(in, length, units + count);
    in += length == 0 ? 1 : length;
  }
  jstring string = (*jni)->NewString(jni, units, (jsize)count);
  free(units);
  return string;
}

void text_to_printable(const char *text, char *printable, size_t size) {
  size_t out = 0;
  for (const unsigned char *in = (const unsigned char *)text; *in != '\0' && out + 1 < size;) {
    size_t length = character_length(in);
    printable[out++] = length == 1 && *in >= ' ' && *in < 0x7F ? (char)*in : '?';
    in += length == 0 ? 1 : length;
  }
  printable[out] = '\0';
}
