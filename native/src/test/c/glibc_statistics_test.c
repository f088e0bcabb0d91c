/* What is told of glibc's malloc, through the functions that stand for jemalloc's. */

#include "glibc_statistics.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocator.h"
#include "check.h"
#include "malloc_name.h"

enum { BLOCKS = 4000, BLOCK = 10007, LARGE = 3 << 20 };

static char text[1 << 20];

static void append(void *sink, const char *part) {
  (void)sink;
  CHECK(strlen(text) + strlen(part) < sizeof(text));
  strcat(text, part);
}

static const char *read_statistics(const char *options) {
  text[0] = '\0';
  CHECK(allocator_statistics(append, NULL, options));
  return text;
}

/* The number after a key, from a place in the text on. */
static uint64_t number(const char *from, const char *key) {
  const char *found = strstr(from, key);
  CHECK(found != NULL);
  return strtoull(found + strlen(key), NULL, 10);
}

static size_t count(const char *in, const char *word) {
  size_t found = 0;
  for (const char *at = strstr(in, word); at != NULL; at = strstr(at + 1, word)) {
    found++;
  }
  return found;
}

static void *work(void *block) {
  *(void **)block = malloc(BLOCK);
  return NULL;
}

static void tells_the_arenas(void) {
  size_t arenas = count(read_statistics("J"), "\"arena\":") - 1; /* mallinfo2 has a field of that name */
  pthread_t thread;
  void *block = NULL;
  CHECK(pthread_create(&thread, NULL, work, &block) == 0 && pthread_join(thread, NULL) == 0);
  CHECK(count(read_statistics("J"), "\"arena\":") - 1 == arenas + 1);
  const char *second = strstr(text, "{\"arena\":1,");
  CHECK(second != NULL && number(second, "\"inUseBytes\":") >= BLOCK);
  CHECK(number(second, "\"systemBytes\":") == number(second, "\"inUseBytes\":") + number(second, "\"freeBytes\":"));
  CHECK(strstr(read_statistics("Ja"), "arenas") == NULL);
  free(block);
}

static size_t read_allocated(void) {
  size_t value = 0;
  size_t size = sizeof(value);
  CHECK(allocator_mallctl("stats.allocated", &value, &size, NULL, 0) == 0);
  return value;
}

static size_t resident(void) {
  size_t all = 0;
  size_t pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%zu %zu", &all, &pages) == 2);
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void counts_what_the_program_holds_and_returns_the_rest(void) {
  static void *blocks[BLOCKS];
  read_statistics("");
  size_t before = read_allocated();
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = memset(malloc(BLOCK), 1, BLOCK);
  }
  void *volatile large = malloc(LARGE);
  size_t held = read_allocated() - before;
  CHECK(held >= (size_t)BLOCKS * BLOCK + LARGE && held < (size_t)BLOCKS * (BLOCK + 32) + LARGE + 8192);
  CHECK(number(read_statistics("J"), "\"hblkhd\":") >= LARGE && number(text, "\"hblks\":") == 1);

  for (int i = 0; i < BLOCKS - 1; i++) { /* the last one keeps the heap from shrinking by itself */
    free(blocks[i]);
  }
  CHECK(number(read_statistics("J"), "\"fordblks\":") >= (size_t)(BLOCKS - 1) * BLOCK);
  size_t pages = resident();
  CHECK(allocator_mallctl("jemscope.trim", NULL, NULL, NULL, 0) == 0);
  CHECK(pages - resident() > (size_t)BLOCKS * BLOCK * 9 / 10);
  free(blocks[BLOCKS - 1]);
  free(large);
}

static void names_the_allocator(void) {
  char expected[64];
  snprintf(expected, sizeof(expected), "glibc %s", gnu_get_libc_version());
  CHECK(strcmp(malloc_name(), expected) == 0);
  CHECK(strcmp(allocator_text("jemscope.malloc"), expected) == 0);
  CHECK(allocator_flag("jemscope.samples", false));
  CHECK(strstr(read_statistics("J"), "{\"allocator\":\"glibc ") == text);
  CHECK(strstr(read_statistics(""), "Allocator: glibc ") != NULL && strstr(text, "End glibc statistics") != NULL);
}

int main(void) {
  names_the_allocator();
  tells_the_arenas();
  counts_what_the_program_holds_and_returns_the_rest();
  size_t value;
  size_t size = sizeof(value);
  CHECK(allocator_mallctl("stats.resident", &value, &size, NULL, 0) == ENOENT);
  CHECK(allocator_mallctl("arena.0.purge", NULL, NULL, NULL, 0) == ENOENT);
  return 0;
}
