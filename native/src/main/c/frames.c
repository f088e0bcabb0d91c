/*
 * The table that turns a Java frame into a small number, which then travels through jemalloc's stacks as an address.
 *
 * All of it is mapped at the start and only touched as it is used: entries holds the frames in the order they came, and
 * two open-addressed hashes find their numbers. The first hash is small, since a hash touches most of its pages after a
 * few thousand frames; the second takes the frames after the first FIRST_FRAMES. Nothing is ever removed, so a number
 * stays valid for the life of the process.
 */

#include "frames.h"

#include <stdatomic.h>
#include <stddef.h>

#include "counters.h"
#include "region.h"

enum {
  FIRST_FRAMES = 1 << 16,
  /* Twice the entries: a full hash still has every second slot free. */
  FIRST_SLOTS = 2 * FIRST_FRAMES,     /* 512 KiB */
  SECOND_SLOTS = 2 * FRAMES_CAPACITY, /* 8 MiB */
  NOT_FOUND = -1,
  PROBES = 128 /* bounds the time in the hook; at half load a chain this long does not happen by chance */
};

struct entry {
  /*
   * The jmethodID; 0 while the entry is being written. Stored with release after bytecode, loaded with acquire by the
   * resolver, which walks the entries without going through the index.
   */
  _Atomic uintptr_t method;
  int32_t bytecode;
};

static struct entry *entries;

/*
 * number + 1, or 0 for a free slot. Set once by compare-and-swap with release after the entry is written whole; loaded
 * with acquire, so a thread that sees a number sees the entry.
 */
static _Atomic uint32_t *first_slots;
static _Atomic uint32_t *second_slots;

/* relaxed: it hands out numbers; what they number is published through slots and entry.method. */
static _Atomic uint32_t next_number = FRAMES_RESERVED;

bool frames_open(void) {
  if (entries == NULL) {
    entries = region_map(FRAMES_CAPACITY * sizeof(*entries));
  }
  if (first_slots == NULL) {
    first_slots = region_map(FIRST_SLOTS * sizeof(*first_slots));
  }
  if (second_slots == NULL) {
    second_slots = region_map(SECOND_SLOTS * sizeof(*second_slots));
  }
  return entries != NULL && first_slots != NULL && second_slots != NULL;
}

static uint64_t hash(struct frame_key key) {
  uint64_t h = (uint64_t)key.method * UINT64_C(0x9E3779B97F4A7C15);
  h ^= (uint64_t)(uint32_t)key.bytecode * UINT64_C(0xC2B2AE3D27D4EB4F);
  h ^= h >> 32;
  h *= UINT64_C(0xD6E8FEB86659FD93);
  return h ^ (h >> 32);
}

static bool holds(uint32_t number, struct frame_key key) {
  const struct entry *entry = &entries[number];
  return atomic_load_explicit(&entry->method, memory_order_relaxed) == key.method && entry->bytecode == key.bytecode;
}

static bool take_number(uint32_t *number) {
  uint32_t taken = atomic_load_explicit(&next_number, memory_order_relaxed);
  do {
    if (taken >= FRAMES_CAPACITY) {
      return false;
    }
  } while (!atomic_compare_exchange_weak_explicit(&next_number, &taken, taken + 1, memory_order_relaxed,
                                                  memory_order_relaxed));
  *number = taken;
  return true;
}

/* The frame's number in one of the hashes, or NOT_FOUND. With add, a new frame is added if there is room. */
static int64_t find(_Atomic uint32_t *slots, uint32_t count, struct frame_key key, bool add) {
  uint32_t mine = 0;
  bool written = false;
  uint64_t start = hash(key);
  for (uint32_t probe = 0; probe < PROBES; probe++) {
    _Atomic uint32_t *slot = &slots[(start + probe) & (count - 1)];
    uint32_t seen = atomic_load_explicit(slot, memory_order_acquire);
    if (seen == 0) {
      if (!add || (!written && !take_number(&mine))) {
        return NOT_FOUND;
      }
      if (!written) {
        entries[mine].bytecode = key.bytecode;
        atomic_store_explicit(&entries[mine].method, key.method, memory_order_release);
        written = true;
      }
      if (atomic_compare_exchange_strong_explicit(slot, &seen, mine + 1, memory_order_release, memory_order_acquire)) {
        return mine;
      }
    }
    if (holds(seen - 1, key)) {
      /* Where two threads add one frame, the loser's entry stays behind: a number that no stack refers to. */
      return seen - 1;
    }
  }
  return NOT_FOUND;
}

uint32_t frames_number(struct frame_key key) {
  if (key.method == 0) {
    return FRAME_WITHOUT_METHOD;
  }
  /* Where the first hash fills up meanwhile, a frame can get two numbers, with one name. */
  int64_t number = find(first_slots, FIRST_SLOTS, key, frames_count() < FIRST_FRAMES);
  if (number == NOT_FOUND) {
    number = find(second_slots, SECOND_SLOTS, key, true);
  }
  if (number == NOT_FOUND) {
    counters_add(COUNTER_FRAMES_DROPPED);
    return FRAME_DROPPED;
  }
  return (uint32_t)number;
}

uint32_t frames_count(void) { return atomic_load_explicit(&next_number, memory_order_relaxed); }

bool frames_get(uint32_t number, struct frame_key *key) {
  if (number < FRAMES_RESERVED || number >= FRAMES_CAPACITY) {
    return false;
  }
  uintptr_t method = atomic_load_explicit(&entries[number].method, memory_order_acquire);
  if (method == 0) {
    return false;
  }
  *key = (struct frame_key){method, entries[number].bytecode};
  return true;
}
