/*
 * HotSpot's code cache, as far as it takes to step from the stub that deoptimises a compiled method to that method.
 *
 * A method that was found wrong while it was being executed gets another return address for each of its frames: that of
 * a piece of code at its own end (the handler), which calls the stub. The address that stood there before is kept in
 * the frame itself. AsyncGetCallTrace doesn't walk through such an address, though the frame is as good as any; the VM
 * does, just as here.
 *
 * What is read belongs to the frames that the calling thread is in, so it stays while it is read: the VM frees no code
 * that a thread still stands in.
 */

#include "code_cache.h"

#include <stddef.h>
#include <string.h>

enum { HEAPS = 8, MOST_HOPS = 4096, SEGMENT_UNUSED = 0xff, MOST_WORDS = 1 << 16 };

/* All written once in code_cache_open, before the hook is published to jemalloc with release; read-only in the hook. */
static const uintptr_t *low_bound;
static const uintptr_t *high_bound;
static const char *heaps[HEAPS];
static int heap_count; /* 0 where anything needed is unknown */
static ptrdiff_t heap_low, heap_high, heap_map, heap_shift;
static ptrdiff_t header_size;
static ptrdiff_t blob_name, blob_size, blob_frame_size;
static ptrdiff_t method_original_pc;
static ptrdiff_t method_handler;
static bool handler_is_address; /* else it is a distance from the method's beginning, an int */

bool code_cache_contains(uintptr_t address) {
  return low_bound != NULL && high_bound != NULL && address >= *low_bound && address < *high_bound;
}

static int32_t read_int(const char *at) {
  int32_t value;
  memcpy(&value, at, sizeof(value));
  return value;
}

static const char *read_pointer(const char *at) {
  const char *value;
  memcpy(&value, at, sizeof(value));
  return value;
}

/* The blob in that heap that holds the address, or NULL. */
static const char *find_in_heap(const char *heap, const char *address) {
  const char *low = read_pointer(heap + heap_low);
  if (address < low || address >= read_pointer(heap + heap_high)) {
    return NULL;
  }
  /* A byte a segment: 0 = a block begins here, else how far back to look, in one or more hops. */
  const unsigned char *map = (const unsigned char *)read_pointer(heap + heap_map);
  int shift = read_int(heap + heap_shift);
  size_t segment = (size_t)(address - low) >> shift;
  for (int hops = 0; map[segment] != 0; hops++) {
    if (map[segment] == SEGMENT_UNUSED || map[segment] > segment || hops == MOST_HOPS) {
      return NULL;
    }
    segment -= map[segment];
  }
  const char *blob = low + (segment << shift) + header_size;
  return address >= blob && address - blob < read_int(blob + blob_size) ? blob : NULL;
}

static const char *find_blob(const void *address) {
  for (int i = 0; i < heap_count; i++) {
    const char *blob = find_in_heap(heaps[i], address);
    if (blob != NULL) {
      return blob;
    }
  }
  return NULL;
}

static bool is_deoptimising(const char *blob) {
  const char *name = read_pointer(blob + blob_name);
  return name != NULL && strcmp(name, "DeoptimizationBlob") == 0;
}

static const char *handler_of(const char *method) {
  return handler_is_address ? read_pointer(method + method_handler) : method + read_int(method + method_handler);
}

bool code_cache_uncover(struct java_place *place) {
  const char *stub = find_blob(place->pc);
  if (stub == NULL || !is_deoptimising(stub)) {
    return false;
  }
  int32_t words = read_int(stub + blob_frame_size);
  if (words <= 0 || words > MOST_WORDS) {
    return false;
  }
  void **sp = place->sp + words;
  const char *back = sp[-1];
  const char *method = find_blob(back);
  /* Only a compiled method has such a handler; in any other blob the same bytes say something else than just this. */
  if (method == NULL || handler_of(method) != back) {
    return false;
  }
  int32_t kept = read_int(method + method_original_pc);
  int32_t frame = read_int(method + blob_frame_size);
  if (kept < 0 || kept % (int)sizeof(void *) != 0 || kept / (int)sizeof(void *) >= frame) {
    return false;
  }
  char *original = sp[kept / (int)sizeof(void *)];
  if (original <= method || original >= back) {
    return false;
  }
  *place = (struct java_place){sp, original};
  return true;
}

static void find_heaps(const struct vm_tables *tables) {
  const uintptr_t *array = vm_tables_static(tables, "CodeCache", "_heaps");
  ptrdiff_t length = vm_tables_offset(tables, "GrowableArrayBase", "_len");
  ptrdiff_t data = vm_tables_offset(tables, "GrowableArray<int>", "_data");
  if (array == NULL || *array == 0 || length < 0 || data < 0) {
    return;
  }
  int32_t count = read_int((const char *)*array + length);
  const char *elements = read_pointer((const char *)*array + data);
  if (count > 0 && count <= HEAPS && elements != NULL) {
    memcpy(heaps, elements, (size_t)count * sizeof(heaps[0]));
    heap_count = count;
  }
}

void code_cache_open(const struct vm_tables *tables) {
  low_bound = vm_tables_static(tables, "CodeCache", "_low_bound");
  high_bound = vm_tables_static(tables, "CodeCache", "_high_bound");
  ptrdiff_t memory = vm_tables_offset(tables, "CodeHeap", "_memory");
  ptrdiff_t map = vm_tables_offset(tables, "CodeHeap", "_segmap");
  ptrdiff_t low = vm_tables_offset(tables, "VirtualSpace", "_low");
  ptrdiff_t high = vm_tables_offset(tables, "VirtualSpace", "_high");
  heap_low = memory + low;
  heap_high = memory + high;
  heap_map = map + low;
  heap_shift = vm_tables_offset(tables, "CodeHeap", "_log2_segment_size");
  header_size = (ptrdiff_t)vm_tables_size(tables, "HeapBlock");
  blob_name = vm_tables_offset(tables, "CodeBlob", "_name");
  blob_size = vm_tables_offset(tables, "CodeBlob", "_size");
  blob_frame_size = vm_tables_offset(tables, "CodeBlob", "_frame_size");
  method_original_pc = vm_tables_offset(tables, "nmethod", "_orig_pc_offset");
  /* The one in JDK 17, the other in 25. */
  ptrdiff_t address = vm_tables_offset(tables, "CompiledMethod", "_deopt_handler_begin");
  ptrdiff_t distance = vm_tables_offset(tables, "nmethod", "_deopt_handler_offset");
  handler_is_address = address > 0;
  method_handler = handler_is_address ? address : distance;
  if (memory >= 0 && map > 0 && low >= 0 && high > 0 && heap_shift > 0 && header_size > 0 && blob_name >= 0 &&
      blob_size > 0 && blob_frame_size > 0 && method_original_pc > 0 && method_handler > 0) {
    find_heaps(tables);
  }
}
