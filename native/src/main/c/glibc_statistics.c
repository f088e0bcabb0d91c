/* glibc tells of each arena only in the XML that malloc_info writes; its elements are few and have no text. */

#include "glibc_statistics.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glibc.h"
#include "malloc_name.h"

/* A heap element, or what follows the last one: the sums. */
struct heap {
  uint64_t number;
  uint64_t fast_count, fast_bytes;   /* free chunks that aren't merged */
  uint64_t rest_count, rest_bytes;   /* other free chunks, with that at the top */
  uint64_t system_bytes, most_bytes; /* from the system: now, and the most so far */
};

struct output {
  void (*write)(void *sink, const char *text);
  void *sink;
  bool is_json;
  bool is_first; /* of the elements of an array */
};

static __attribute__((format(printf, 2, 3))) void put(const struct output *output, const char *format, ...) {
  char text[512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof(text), format, values);
  va_end(values);
  output->write(output->sink, text);
}

/* The value of an attribute within an element, which ends at its bracket; 0 if it has none. */
static uint64_t attribute(const char *element, const char *name) {
  const char *end = strchr(element, '>');
  const char *found = strstr(element, name);
  return end == NULL || found == NULL || found > end ? 0 : strtoull(found + strlen(name), NULL, 10);
}

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static void read_element(const char *element, struct heap *heap) {
  if (starts_with(element, "<total type=\"fast\"")) {
    heap->fast_count = attribute(element, "count=\"");
    heap->fast_bytes = attribute(element, "size=\"");
  } else if (starts_with(element, "<total type=\"rest\"")) {
    heap->rest_count = attribute(element, "count=\"");
    heap->rest_bytes = attribute(element, "size=\"");
  } else if (starts_with(element, "<system type=\"current\"")) {
    heap->system_bytes = attribute(element, "size=\"");
  } else if (starts_with(element, "<system type=\"max\"")) {
    heap->most_bytes = attribute(element, "size=\"");
  }
}

/* What threads keep in their caches counts as in use. */
static uint64_t in_use(const struct heap *heap) {
  uint64_t free_bytes = heap->fast_bytes + heap->rest_bytes;
  return heap->system_bytes < free_bytes ? 0 : heap->system_bytes - free_bytes;
}

static void put_heap(struct output *output, const struct heap *heap) {
  if (output->is_json) {
    put(output,
        "%s{\"arena\":%" PRIu64 ",\"systemBytes\":%" PRIu64 ",\"mostSystemBytes\":%" PRIu64 ",\"inUseBytes\":%" PRIu64
        ",\"freeBytes\":%" PRIu64 ",\"freeChunks\":%" PRIu64 ",\"fastBytes\":%" PRIu64 ",\"fastChunks\":%" PRIu64 "}",
        output->is_first ? "" : ",", heap->number, heap->system_bytes, heap->most_bytes, in_use(heap),
        heap->fast_bytes + heap->rest_bytes, heap->fast_count + heap->rest_count, heap->fast_bytes, heap->fast_count);
  } else {
    put(output, "%7" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %10" PRIu64 "\n", heap->number,
        heap->system_bytes, heap->most_bytes, in_use(heap), heap->fast_bytes + heap->rest_bytes,
        heap->fast_count + heap->rest_count);
  }
  output->is_first = false;
}

/* Shows each arena; returns the sums, which follow them. */
static struct heap put_heaps(struct output *output, const char *xml) {
  struct heap heap = {.number = 0};
  for (const char *element = strchr(xml, '<'); element != NULL; element = strchr(element + 1, '<')) {
    if (starts_with(element, "<heap ")) {
      heap = (struct heap){.number = attribute(element, "nr=\"")};
    } else if (starts_with(element, "</heap>")) {
      put_heap(output, &heap);
      heap = (struct heap){.number = 0};
    } else {
      read_element(element, &heap);
    }
  }
  return heap;
}

/* malloc_info writes to a stream; NULL without memory. */
static char *read_info(void) {
  char *xml = NULL;
  size_t size;
  FILE *stream = open_memstream(&xml, &size);
  if (stream == NULL) {
    return NULL;
  }
  int error = malloc_info(0, stream);
  if (fclose(stream) != 0 || error != 0) {
    free(xml);
    return NULL;
  }
  return xml;
}

static void put_json(struct output *output, const struct glibc_info *info, const char *xml, bool with_arenas) {
  put(output, "{\"allocator\":\"%s\",\"mallinfo2\":", malloc_name());
  if (info == NULL) {
    put(output, "null");
  } else {
    put(output,
        "{\"arena\":%zu,\"ordblks\":%zu,\"smblks\":%zu,\"hblks\":%zu,\"hblkhd\":%zu,\"usmblks\":%zu,\"fsmblks\":%zu,"
        "\"uordblks\":%zu,\"fordblks\":%zu,\"keepcost\":%zu}",
        info->arena, info->ordblks, info->smblks, info->hblks, info->hblkhd, info->usmblks, info->fsmblks,
        info->uordblks, info->fordblks, info->keepcost);
  }
  if (with_arenas) {
    put(output, ",\"arenas\":[");
    output->is_first = true;
    put_heaps(output, xml);
    put(output, "]");
  }
  put(output, "}\n");
}

static void put_text(struct output *output, const struct glibc_info *info, const char *xml, bool with_arenas) {
  put(output, "___ Begin glibc statistics (by jemscope) ___\nAllocator: %s\n", malloc_name());
  if (info == NULL) {
    put(output, "mallinfo2: not in this glibc; 2.33 and later have it. The older mallinfo counts in 32 bits\n");
  } else {
    put(output, "Allocated: %zu bytes: %zu in heaps, %zu in %zu blocks with mappings of their own\n",
        info->uordblks + info->hblkhd, info->uordblks, info->hblkhd, info->hblks);
    put(output, "Free in heaps: %zu bytes in %zu chunks, %zu at the top of the main heap\n", info->fordblks,
        info->ordblks + info->smblks, info->keepcost);
    put(output, "From the system: %zu bytes for heaps, %zu for blocks with mappings of their own\n", info->arena,
        info->hblkhd);
  }
  if (with_arenas) {
    put(output, "Arenas, in bytes; what threads keep in their caches counts as in use:\n%7s %15s %15s %15s %15s %10s\n",
        "arena", "from system", "most so far", "in use", "free", "chunks");
    struct heap sums = put_heaps(output, xml);
    put(output, "%7s %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %10" PRIu64 "\n", "all", sums.system_bytes,
        sums.most_bytes, in_use(&sums), sums.fast_bytes + sums.rest_bytes, sums.fast_count + sums.rest_count);
  }
  put(output, "--- End glibc statistics ---\n");
}

bool glibc_statistics(void (*write)(void *sink, const char *text), void *sink, const char *options) {
  char *xml = glibc_is_malloc() ? read_info() : NULL;
  if (xml == NULL) {
    return false;
  }
  struct glibc_info info;
  bool is_known = glibc_mallinfo(&info);
  const char *letters = options == NULL ? "" : options;
  struct output output = {.write = write, .sink = sink, .is_json = strchr(letters, 'J') != NULL};
  bool with_arenas = strchr(letters, 'a') == NULL;
  (output.is_json ? put_json : put_text)(&output, is_known ? &info : NULL, xml, with_arenas);
  free(xml);
  return true;
}

size_t glibc_arenas(void) {
  char *xml = read_info();
  size_t arenas = 0;
  for (const char *element = xml; element != NULL && (element = strstr(element, "<heap ")) != NULL; element++) {
    arenas++;
  }
  free(xml);
  return arenas;
}
