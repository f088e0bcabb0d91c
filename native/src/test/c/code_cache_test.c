/* Stepping from the stub that deoptimises to the method it deoptimises, in a code cache laid out here. */

#include "code_cache.h"

#include <stddef.h>
#include <string.h>

#include "check.h"

enum {
  SHIFT = 7,
  SEGMENTS = 1024,
  STUB_AT = 2,
  METHOD_AT = 20,
  METHOD_SEGMENTS = 700,
  STUB_WORDS = 5,
  METHOD_WORDS = 6
};

/* --- the VM's own --- */

struct space {
  char *low, *high;
};
struct heap {
  long unused;
  struct space memory, map;
  int shift;
};
struct header {
  size_t length;
  bool used;
};
struct blob {
  const char *name;
  int size, frame_size;
  int original_pc;
  int handler_distance;
  char *handler;
};
struct array {
  int length;
  struct heap **data;
};

static _Alignas(16) char memory[SEGMENTS << SHIFT];
static unsigned char map[SEGMENTS];
static struct heap heap = {0, {memory, memory + sizeof(memory)}, {(char *)map, (char *)map + SEGMENTS}, SHIFT};
static struct heap empty = {0, {NULL, NULL}, {NULL, NULL}, SHIFT};
static struct heap *heaps[] = {&empty, &heap};
static struct array all = {2, heaps};
static struct array *array = &all;
static uintptr_t low, high;

static bool newer; /* JDK 25, not 17 */

static bool is(const char *type, const char *field, const char *wanted_type, const char *wanted_field) {
  return strcmp(type, wanted_type) == 0 && strcmp(field, wanted_field) == 0;
}

const uintptr_t *vm_tables_static(const struct vm_tables *tables, const char *type, const char *field) {
  (void)tables;
  return is(type, field, "CodeCache", "_heaps")        ? (const uintptr_t *)&array
         : is(type, field, "CodeCache", "_low_bound")  ? &low
         : is(type, field, "CodeCache", "_high_bound") ? &high
                                                       : NULL;
}

ptrdiff_t vm_tables_offset(const struct vm_tables *tables, const char *type, const char *field) {
  (void)tables;
  static const struct {
    const char *type, *field;
    ptrdiff_t offset;
  } fields[] = {
      {"CodeHeap", "_memory", offsetof(struct heap, memory)},
      {"CodeHeap", "_segmap", offsetof(struct heap, map)},
      {"CodeHeap", "_log2_segment_size", offsetof(struct heap, shift)},
      {"VirtualSpace", "_low", offsetof(struct space, low)},
      {"VirtualSpace", "_high", offsetof(struct space, high)},
      {"CodeBlob", "_name", offsetof(struct blob, name)},
      {"CodeBlob", "_size", offsetof(struct blob, size)},
      {"CodeBlob", "_frame_size", offsetof(struct blob, frame_size)},
      {"nmethod", "_orig_pc_offset", offsetof(struct blob, original_pc)},
      {"GrowableArrayBase", "_len", offsetof(struct array, length)},
      {"GrowableArray<int>", "_data", offsetof(struct array, data)},
  };
  for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
    if (is(type, field, fields[i].type, fields[i].field)) {
      return fields[i].offset;
    }
  }
  if (is(type, field, "nmethod", "_deopt_handler_offset") && newer) {
    return offsetof(struct blob, handler_distance);
  }
  return is(type, field, "CompiledMethod", "_deopt_handler_begin") && !newer ? (ptrdiff_t)offsetof(struct blob, handler)
                                                                             : -1;
}

size_t vm_tables_size(const struct vm_tables *tables, const char *type) {
  (void)tables;
  return strcmp(type, "HeapBlock") == 0 ? sizeof(struct header) : 0;
}

/* --- the tests --- */

static struct blob *blob_at(int segment) {
  return (struct blob *)(void *)(memory + (segment << SHIFT) + sizeof(struct header));
}

static struct blob *stub, *method;
static void *stack[32];

/* A block of that many segments, each saying how far back the beginning is, in hops of at most 100. */
static struct blob *lay(int segment, int segments, const char *name) {
  for (int i = 0; i < segments; i++) {
    map[segment + i] = (unsigned char)(i == 0 ? 0 : (i - 1) % 100 + 1);
  }
  struct blob *blob = blob_at(segment);
  *blob = (struct blob){.name = name, .size = (segments << SHIFT) - (int)sizeof(struct header)};
  return blob;
}

static char *in_stub(void) { return (char *)stub + 200; }
static char *original(void) { return (char *)method + 1000; }

static struct java_place begin(void) {
  memset(map, 0xff, sizeof(map));
  stub = lay(STUB_AT, 3, "DeoptimizationBlob");
  stub->frame_size = STUB_WORDS;
  method = lay(METHOD_AT, METHOD_SEGMENTS, "nmethod");
  method->frame_size = METHOD_WORDS;
  method->original_pc = 2 * (int)sizeof(void *);
  method->handler_distance = 80000; /* some hops from its beginning */
  method->handler = (char *)method + method->handler_distance;
  memset(stack, 0, sizeof(stack));
  stack[STUB_WORDS - 1] = method->handler;
  stack[STUB_WORDS + 2] = original();
  return (struct java_place){stack, in_stub()};
}

static void the_method_is_found(void) {
  struct java_place place = begin();
  CHECK(code_cache_uncover(&place));
  CHECK(place.sp == stack + STUB_WORDS && place.pc == original());
}

static bool unchanged(struct java_place place) {
  struct java_place before = place;
  return !code_cache_uncover(&place) && place.sp == before.sp && place.pc == before.pc;
}

static void what_does_not_fit_is_left_as_it_is(void) {
  struct java_place place = begin();
  stub->name = "UncommonTrapBlob"; /* whose caller goes on where the stack says */
  CHECK(unchanged(place));
  place = begin();
  place.pc = (char *)method + 3;
  CHECK(unchanged(place));
  place = begin();
  stack[STUB_WORDS - 1] = method->handler - 1;
  CHECK(unchanged(place));
  place = begin();
  stack[STUB_WORDS - 1] = &place; /* outside */
  CHECK(unchanged(place));
  place = begin();
  stack[STUB_WORDS + 2] = (char *)stub + 3; /* another's */
  CHECK(unchanged(place));
  place = begin();
  stack[STUB_WORDS + 2] = method->handler; /* not the code */
  CHECK(unchanged(place));
  place = begin();
  method->original_pc = METHOD_WORDS * (int)sizeof(void *); /* outside the frame */
  CHECK(unchanged(place));
  place = begin();
  method->original_pc = -8;
  CHECK(unchanged(place));
  place = begin();
  stub->frame_size = 0;
  CHECK(unchanged(place));
}

static void a_map_that_makes_no_sense_leads_nowhere(void) {
  struct java_place place = begin();
  map[STUB_AT + 1] = 0xff; /* unused */
  CHECK(unchanged(place));
  place = begin();
  map[STUB_AT + 1] = STUB_AT + 3; /* before the beginning */
  CHECK(unchanged(place));
  place = begin();
  map[STUB_AT + 1] = 0; /* a block of its own, with nothing in it */
  CHECK(unchanged(place));
  place = begin();
  place.pc = memory + sizeof(memory);
  CHECK(unchanged(place));
  place.pc = (void *)((uintptr_t)memory - 1);
  CHECK(unchanged(place));
  place.pc = NULL;
  CHECK(unchanged(place));
}

static void its_bounds_are_the_vms(void) {
  low = 1000;
  high = 2000;
  CHECK(!code_cache_contains(999) && code_cache_contains(1000));
  CHECK(code_cache_contains(1999) && !code_cache_contains(2000));
}

int main(void) {
  struct java_place place = begin();
  CHECK(unchanged(place)); /* nothing is known yet */
  CHECK(!code_cache_contains(1));
  for (int i = 0; i < 2; i++) {
    newer = i == 1;
    code_cache_open(NULL);
    the_method_is_found();
    what_does_not_fit_is_left_as_it_is();
    a_map_that_makes_no_sense_leads_nowhere();
  }
  its_bounds_are_the_vms();
  return 0;
}
