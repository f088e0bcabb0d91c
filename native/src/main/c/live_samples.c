/*
 * Samples are found by address in buckets of eight, each a cache line. Only the owner of a block asks
 * for its address, so a thread that doesn't find it needs no lock: no other adds or removes it meanwhile. All changes
 * are made with the lock held. When a bucket is full, the table is copied into one twice as large. Threads may still
 * look into the old one, so it stays mapped, but its memory is returned: a thread that finds nothing in it looks again.
 */

#include "live_samples.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "region.h"

enum { WAYS = 8, FIRST_BUCKETS = 1 << 12, MOST_BUCKETS = 1 << 22, HEADS = 1 << 14, LONGEST = 512 };

struct bucket {
  _Alignas(64) _Atomic uintptr_t address[WAYS];
  size_t bytes[WAYS];
  uint32_t stack[WAYS];
  uint32_t mark[WAYS];
};

/* The table is published with release after it was filled; its addresses are relaxed, see above. */
struct table {
  size_t buckets; /* a power of two */
  struct bucket bucket[];
};

static _Atomic(struct table *) published;

/* A thread's samples of some words. Those of the same words follow each other. */
struct stack {
  uint64_t objects;
  uint64_t bytes;
  struct unbiased unbiased;
  uint32_t next; /* of the same hash, or of the free ones of this length; 0 = none */
  uint32_t hash;
  uint32_t length;
  uint32_t thread;
  void *words[];
};

/* With the lock held, all of these. Stacks are numbered by their place in this memory, in units of eight bytes. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t *stacks;
static size_t stacks_used; /* words; the first is not used */
static uint32_t *heads;
static uint32_t unused[LONGEST + 1];
static struct live_counts counts;
static uint32_t age; /* how often all samples were forgotten */
static struct live_filter *filter;
static unsigned rate_lg; /* of all samples in the table */

/* Allocated as it is touched: room for a million stacks of usual depth. */
static const size_t STACK_WORDS = (size_t)1 << 26;

static size_t table_bytes(size_t buckets) { return sizeof(struct table) + buckets * sizeof(struct bucket); }

static struct table *map_table(size_t buckets) {
  struct table *table = region_map(table_bytes(buckets));
  if (table != NULL) {
    table->buckets = buckets;
  }
  return table;
}

bool live_samples_open(struct live_filter *zeroed, unsigned lg) {
  if (heads == NULL) {
    rate_lg = lg;
    filter = zeroed;
    stacks = region_reserve_only(STACK_WORDS * sizeof(*stacks));
    struct table *table = map_table(FIRST_BUCKETS);
    atomic_store_explicit(&published, table, memory_order_release);
    uint32_t *memory = region_map(HEADS * sizeof(*memory));
    stacks_used = 1;
    heads = stacks == NULL || table == NULL ? NULL : memory;
  }
  return heads != NULL;
}

static struct stack *stack_of(uint32_t number) { return (struct stack *)(void *)(stacks + number); }

static struct bucket *bucket_of(struct table *table, uintptr_t address) {
  uint64_t hash = (address >> 4) * UINT64_C(0xD6E8FEB86659FD93);
  return &table->bucket[(hash >> 32) & (table->buckets - 1)];
}

static int way_of(const struct bucket *bucket, uintptr_t address) {
  for (int way = 0; way < WAYS; way++) {
    if (atomic_load_explicit(&bucket->address[way], memory_order_relaxed) == address) {
      return way;
    }
  }
  return -1;
}

static void filter_add(uintptr_t address) {
  _Atomic uint8_t *count = &filter->counts[live_filter_place(address)];
  uint8_t value = atomic_load_explicit(count, memory_order_relaxed);
  if (value < FILTER_FULL) { /* a full one stays full */
    atomic_store_explicit(count, (uint8_t)(value + 1), memory_order_relaxed);
  }
}

static void filter_remove(uintptr_t address) {
  _Atomic uint8_t *count = &filter->counts[live_filter_place(address)];
  uint8_t value = atomic_load_explicit(count, memory_order_relaxed);
  if (value > 0 && value < FILTER_FULL) {
    atomic_store_explicit(count, (uint8_t)(value - 1), memory_order_relaxed);
  }
}

static uint32_t hash_of(void *const *words, unsigned length) {
  uint64_t hash = length;
  for (unsigned i = 0; i < length; i++) {
    hash = (hash ^ (uintptr_t)words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  return (uint32_t)(hash >> 16);
}

static uint32_t new_stack(unsigned length) {
  uint32_t number = unused[length];
  if (number != 0) {
    unused[length] = stack_of(number)->next;
    return number;
  }
  size_t words = sizeof(struct stack) / sizeof(*stacks) + length;
  if (stacks_used + words > STACK_WORDS) {
    return 0;
  }
  number = (uint32_t)stacks_used;
  stacks_used += words;
  return number;
}

static bool has_words(const struct stack *stack, uint32_t hash, void *const *words, unsigned length) {
  return stack->hash == hash && stack->length == length && memcmp(stack->words, words, length * sizeof(*words)) == 0;
}

/* The number of these words and this thread; 0 without memory. */
static uint32_t intern(const struct live_stack *wanted) {
  unsigned length = wanted->length < LONGEST ? wanted->length : LONGEST;
  uint32_t hash = hash_of(wanted->words, length);
  uint32_t *link = &heads[hash % HEADS];
  uint32_t *after = link; /* the first with other words, of those after the ones with these */
  for (uint32_t number = *link; number != 0; number = stack_of(number)->next) {
    struct stack *stack = stack_of(number);
    if (has_words(stack, hash, wanted->words, length)) {
      if (stack->thread == wanted->thread) {
        return number;
      }
      after = &stack->next;
    } else if (after != link) {
      break;
    }
  }
  uint32_t number = new_stack(length);
  if (number != 0) {
    struct stack *stack = stack_of(number);
    *stack = (struct stack){.next = *after, .hash = hash, .length = length, .thread = wanted->thread};
    memcpy(stack->words, wanted->words, length * sizeof(*stack->words));
    *after = number;
  }
  return number;
}

static void forget_stack(uint32_t number) {
  struct stack *stack = stack_of(number);
  uint32_t *link = &heads[stack->hash % HEADS];
  while (*link != number) {
    link = &stack_of(*link)->next;
  }
  *link = stack->next;
  stack->next = unused[stack->length];
  unused[stack->length] = number;
}

static void count(uint32_t number, size_t bytes, unsigned lg) {
  struct stack *stack = stack_of(number);
  struct unbiased scaled = unbias(bytes, lg);
  stack->objects++;
  stack->bytes += bytes;
  stack->unbiased.objects += scaled.objects;
  stack->unbiased.bytes += scaled.bytes;
  counts.objects++;
  counts.bytes += bytes;
}

static void uncount(uint32_t number, size_t bytes, unsigned lg) {
  struct stack *stack = stack_of(number);
  struct unbiased scaled = unbias(bytes, lg);
  stack->objects--;
  stack->bytes -= bytes;
  stack->unbiased.objects -= scaled.objects;
  stack->unbiased.bytes -= scaled.bytes;
  counts.objects--;
  counts.bytes -= bytes;
  if (stack->objects == 0) {
    forget_stack(number);
  }
}

static bool place(struct table *table, uintptr_t address, const struct live_sample *sample, uint32_t mark) {
  struct bucket *bucket = bucket_of(table, address);
  int way = way_of(bucket, 0);
  if (way < 0) {
    return false;
  }
  bucket->stack[way] = sample->stack;
  bucket->mark[way] = mark;
  bucket->bytes[way] = sample->bytes;
  atomic_store_explicit(&bucket->address[way], address, memory_order_relaxed);
  return true;
}

static bool copy(const struct table *from, struct table *to) {
  for (size_t i = 0; i < from->buckets; i++) {
    for (int way = 0; way < WAYS; way++) {
      const struct bucket *bucket = &from->bucket[i];
      uintptr_t address = atomic_load_explicit(&bucket->address[way], memory_order_relaxed);
      struct live_sample sample = {bucket->stack[way], rate_lg, bucket->bytes[way]};
      if (address != 0 && !place(to, address, &sample, bucket->mark[way])) {
        return false;
      }
    }
  }
  return true;
}

/* Its first page says how many buckets there are. */
static void return_memory(struct table *old) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t bytes = table_bytes(old->buckets);
  if (bytes > page) {
    (void)madvise((char *)old + page, bytes - page, MADV_DONTNEED);
  }
}

/* The next larger table that holds what this one does; NULL without memory. */
static struct table *grow(struct table *full) {
  for (size_t buckets = full->buckets * 2; buckets <= MOST_BUCKETS; buckets *= 2) {
    struct table *table = map_table(buckets);
    if (table == NULL) {
      return NULL;
    }
    if (copy(full, table)) {
      atomic_store_explicit(&published, table, memory_order_release);
      return_memory(full);
      return table;
    }
    region_unmap(table, table_bytes(buckets));
  }
  return NULL;
}

static void insert(uintptr_t address, const struct live_sample *sample, uint32_t mark) {
  struct table *table = atomic_load_explicit(&published, memory_order_relaxed);
  while (table != NULL && !place(table, address, sample, mark)) {
    table = grow(table);
  }
  if (table == NULL) {
    counts.dropped++;
    uncount(sample->stack, sample->bytes, sample->lg);
    return;
  }
  filter_add(address);
}

/* Takes it out of the table; it is still counted. */
static bool extract(uintptr_t address, struct live_taken *taken) {
  struct bucket *bucket = bucket_of(atomic_load_explicit(&published, memory_order_relaxed), address);
  int way = way_of(bucket, address);
  if (way < 0) {
    return false;
  }
  *taken = (struct live_taken){{bucket->stack[way], rate_lg, bucket->bytes[way]}, bucket->mark[way], age};
  atomic_store_explicit(&bucket->address[way], 0, memory_order_relaxed);
  filter_remove(address);
  return true;
}

/* Drops the sample of a block whose end went unseen, if there is one. */
static void correct(uintptr_t address) {
  struct live_taken ghost;
  if (extract(address, &ghost)) {
    uncount(ghost.sample.stack, ghost.sample.bytes, ghost.sample.lg);
    counts.corrected++;
  }
}

/* A counted sample; without memory its stack is 0, and it is counted as dropped. */
static struct live_sample count_new(size_t bytes, const struct live_stack *stack) {
  struct live_sample sample = {intern(stack), rate_lg, bytes};
  if (sample.stack == 0) {
    counts.dropped++;
  } else {
    count(sample.stack, bytes, rate_lg);
  }
  return sample;
}

void live_samples_add(const struct live_block *block, size_t bytes, const struct live_stack *stack,
                      const _Atomic uint32_t *epoch, uint32_t taken_in) {
  pthread_mutex_lock(&lock);
  if (atomic_load_explicit(epoch, memory_order_relaxed) != taken_in) {
    pthread_mutex_unlock(&lock);
    return;
  }
  correct(block->address);
  struct live_sample sample = count_new(bytes, stack);
  if (sample.stack != 0) {
    insert(block->address, &sample, block->mark);
  }
  pthread_mutex_unlock(&lock);
}

void live_samples_miss(void) {
  pthread_mutex_lock(&lock);
  counts.dropped++;
  pthread_mutex_unlock(&lock);
}

bool live_samples_count(size_t bytes, const struct live_stack *stack, const _Atomic uint32_t *epoch, uint32_t taken_in,
                        struct live_sample *counted) {
  pthread_mutex_lock(&lock);
  bool is_current = atomic_load_explicit(epoch, memory_order_relaxed) == taken_in;
  *counted = is_current ? count_new(bytes, stack) : (struct live_sample){.stack = 0};
  pthread_mutex_unlock(&lock);
  return counted->stack != 0;
}

void live_samples_count_again(const struct live_sample *sample) {
  pthread_mutex_lock(&lock);
  count(sample->stack, sample->bytes, sample->lg);
  pthread_mutex_unlock(&lock);
}

void live_samples_correct(void) {
  pthread_mutex_lock(&lock);
  counts.corrected++;
  pthread_mutex_unlock(&lock);
}

static bool has(uintptr_t address) {
  struct table *table = atomic_load_explicit(&published, memory_order_acquire);
  for (;;) {
    if (way_of(bucket_of(table, address), address) >= 0) {
      return true;
    }
    atomic_thread_fence(memory_order_acquire); /* the addresses were read before this is */
    struct table *newest = atomic_load_explicit(&published, memory_order_acquire);
    if (newest == table) {
      return false;
    }
    table = newest;
  }
}

bool live_samples_take(uintptr_t address, struct live_taken *taken) {
  if (!has(address)) {
    return false;
  }
  pthread_mutex_lock(&lock);
  bool found = extract(address, taken);
  pthread_mutex_unlock(&lock);
  return found;
}

void live_samples_drop(const struct live_sample *sample) {
  pthread_mutex_lock(&lock);
  uncount(sample->stack, sample->bytes, sample->lg);
  pthread_mutex_unlock(&lock);
}

void live_samples_put_back(uintptr_t address, const struct live_taken *taken) {
  pthread_mutex_lock(&lock);
  if (taken->age == age) {
    insert(address, &taken->sample, taken->mark);
  } else {
    uncount(taken->sample.stack, taken->sample.bytes, taken->sample.lg);
  }
  pthread_mutex_unlock(&lock);
}

enum { SWEPT_AT_ONCE = 64, BUCKETS_AT_ONCE = 256 };

/* Copies the blocks of some buckets from one on; returns the bucket after them. */
static size_t copy_blocks(size_t from, struct live_block *blocks, unsigned *count) {
  *count = 0;
  pthread_mutex_lock(&lock);
  const struct table *table = atomic_load_explicit(&published, memory_order_relaxed);
  size_t to = from;
  for (; to < table->buckets && to - from < BUCKETS_AT_ONCE && *count <= SWEPT_AT_ONCE - WAYS; to++) {
    const struct bucket *bucket = &table->bucket[to];
    for (int way = 0; way < WAYS; way++) {
      uintptr_t address = atomic_load_explicit(&bucket->address[way], memory_order_relaxed);
      if (address != 0) {
        blocks[(*count)++] = (struct live_block){address, bucket->mark[way]};
      }
    }
  }
  pthread_mutex_unlock(&lock);
  return to;
}

void live_samples_drop_if(const struct live_block *block, live_judge *is_gone, void *sink) {
  pthread_mutex_lock(&lock);
  struct table *table = atomic_load_explicit(&published, memory_order_relaxed);
  const struct bucket *bucket = bucket_of(table, block->address);
  int way = way_of(bucket, block->address);
  if (way >= 0 && bucket->mark[way] == block->mark && is_gone(sink, block)) {
    correct(block->address);
  }
  pthread_mutex_unlock(&lock);
}

/* A table that grows meanwhile moves no block to a bucket before those of its own: none is left out. */
void live_samples_sweep(live_judge *is_gone, void *sink) {
  struct live_block blocks[SWEPT_AT_ONCE];
  size_t bucket = 0;
  for (size_t next = 0;; bucket = next) {
    unsigned count;
    next = copy_blocks(bucket, blocks, &count);
    if (next == bucket) {
      return;
    }
    for (unsigned i = 0; i < count; i++) {
      if (is_gone(sink, &blocks[i])) {
        live_samples_drop_if(&blocks[i], is_gone, sink);
      }
    }
  }
}

void live_samples_clear(unsigned lg) {
  pthread_mutex_lock(&lock);
  age++;
  struct table *table = atomic_load_explicit(&published, memory_order_relaxed);
  for (size_t i = 0; i < table->buckets; i++) {
    for (int way = 0; way < WAYS; way++) {
      struct bucket *bucket = &table->bucket[i];
      uintptr_t address = atomic_load_explicit(&bucket->address[way], memory_order_relaxed);
      if (address != 0) {
        atomic_store_explicit(&bucket->address[way], 0, memory_order_relaxed);
        filter_remove(address);
        uncount(bucket->stack[way], bucket->bytes[way], rate_lg);
      }
    }
  }
  rate_lg = lg;
  pthread_mutex_unlock(&lock);
}

/* The kernel zeroes what is dropped as it is touched again: a child that soon ends or runs another program pays little.
 */
static void zero(void *memory, size_t bytes) {
  if (madvise(memory, bytes, MADV_DONTNEED) != 0) {
    memset(memory, 0, bytes);
  }
}

void live_samples_after_fork_in_child(unsigned lg) {
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  rate_lg = lg;
  struct table *table = atomic_load_explicit(&published, memory_order_relaxed);
  size_t buckets = table->buckets;
  zero(table, table_bytes(buckets));
  table->buckets = buckets;
  zero(stacks, stacks_used * sizeof(*stacks));
  zero(heads, HEADS * sizeof(*heads));
  memset(unused, 0, sizeof(unused));
  stacks_used = 1;
  age++;
  counts = (struct live_counts){.objects = 0};
}

/* A stack as it is copied: its words, and then the shares of its threads. */
struct copy {
  uint32_t length;
  uint32_t shares;
  void *words[];
};

static struct live_share *shares_of(struct copy *copy) {
  return (struct live_share *)(void *)(copy->words + copy->length);
}

static size_t copy_bytes(struct copy *copy) {
  return (size_t)((char *)(shares_of(copy) + copy->shares) - (char *)copy);
}

/* Copies the stacks of a head behind what was copied before, if there is room. */
static bool copy_chain(size_t head, struct region *copies, size_t *used) {
  size_t most = 0;
  for (uint32_t number = heads[head]; number != 0; number = stack_of(number)->next) {
    most += sizeof(struct copy) + stack_of(number)->length * sizeof(void *) + sizeof(struct live_share);
  }
  if (*used + most > copies->bytes && (*used > 0 || !region_reserve(copies, most))) {
    return false;
  }
  struct copy *last = NULL;
  for (uint32_t number = heads[head]; number != 0; number = stack_of(number)->next) {
    const struct stack *stack = stack_of(number);
    if (last == NULL || !has_words(stack, stack->hash, last->words, last->length)) {
      last = (struct copy *)(void *)((char *)copies->memory + *used);
      *last = (struct copy){.length = stack->length};
      memcpy(last->words, stack->words, stack->length * sizeof(*stack->words));
      *used += copy_bytes(last);
    }
    shares_of(last)[last->shares++] = (struct live_share){stack->objects, stack->bytes, stack->thread, stack->unbiased};
    *used += sizeof(struct live_share);
  }
  return true;
}

/* Threads that sample wait only while some 64 KiB are copied. */
bool live_samples_each(live_show *show, void *sink) {
  enum { BATCH_BYTES = 64 * 1024 };
  struct region copies = {NULL, 0};
  bool has_memory = region_reserve(&copies, BATCH_BYTES);
  for (size_t head = 0; has_memory && head < HEADS;) {
    size_t used = 0;
    pthread_mutex_lock(&lock);
    while (head < HEADS && copy_chain(head, &copies, &used)) {
      head++;
    }
    pthread_mutex_unlock(&lock);
    has_memory = head == HEADS || used > 0;
    for (size_t at = 0; at < used;) {
      struct copy *copy = (struct copy *)(void *)((char *)copies.memory + at);
      show(sink, copy->words, copy->length, shares_of(copy), copy->shares);
      at += copy_bytes(copy);
    }
  }
  if (copies.memory != NULL) {
    region_unmap(copies.memory, copies.bytes);
  }
  return has_memory;
}

struct live_counts live_samples_counts(void) {
  pthread_mutex_lock(&lock);
  struct live_counts all = counts;
  pthread_mutex_unlock(&lock);
  return all;
}
