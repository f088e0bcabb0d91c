/*
 * A chunk's header is the word before its block: the chunk's size and three bits, of which that of the chunk before it
 * changes during the block's life and the others don't. The header of the next chunk has a bit that says whether this
 * one is allocated. That bit stays set for chunks in a thread's cache (tcache), whose second word is a key, the same
 * in the whole process since glibc 2.34, and whose first word is the next such block, XORed with its own page number.
 *
 * A chunk that is merged with a free one before it keeps its header, and may be allocated again as part of that. But
 * then the word before the header, the size of the chunk before it, isn't what that chunk's own header says. Both also
 * differ for a moment while malloc or free work on the chunk before it, with the lock of its heap (arena). So such a
 * block is read again after every heap's lock was taken once, and must not have changed.
 *
 * A block may be freed while it is read, and its memory unmapped. So the kernel copies it into a pipe: then that is an
 * error. It is as quick as process_vm_readv, for which a filter of system calls may kill the process, and five times as
 * quick as /proc/self/mem.
 */

#include "ghosts.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "file_status.h"
#include "glibc.h"
#include "live_samples.h"
#include "region.h"

enum { PREVIOUS_IN_USE = 1, MAPPED = 2, SIZE_STEP = 16, LEAST_CHUNK = 32, WORD = sizeof(size_t) };

/* A mark has the two bits of the header that don't change, the size in steps of 16, and this: the key lay in the block
   when it was allocated, so it says nothing. */
static const uint32_t STALE_KEY = UINT32_C(1) << 31;
static const size_t LARGEST = (size_t)SIZE_STEP << 29;

/* Written in ghosts_open. */
static bool is_glibcs;
static size_t cache_key; /* 0: unknown */

static _Atomic bool swept; /* both relaxed: shown to people */
static _Atomic uint64_t unswept;

static uint32_t mark_of(size_t header) { return (uint32_t)(header / SIZE_STEP << 2 | (header >> 1 & 3)) & ~STALE_KEY; }

static size_t size_of(uint32_t mark) { return (size_t)((mark & ~STALE_KEY) >> 2) * SIZE_STEP; }

/* The key of blocks in a cache, read from one. */
static size_t find_key(void *(*allocate)(size_t), void (*release)(void *)) {
  enum { FIRST_WITH_ONE_KEY = 34, LARGEST_PROBE = 1000 };
  const char *version = gnu_get_libc_version();
  if (version[0] != '2' || version[1] != '.' || atoi(version + 2) < FIRST_WITH_ONE_KEY) {
    return 0;
  }
  size_t key = 0;
  /* A block may come from elsewhere, and its cache be full by then. */
  for (size_t size = LEAST_CHUNK; key == 0 && size < LARGEST_PROBE; size += SIZE_STEP) {
    size_t volatile *block = allocate(size);
    if (block != NULL) {
      block[1] = 0;
      release((void *)(uintptr_t)block);
      key = block[1];
    }
  }
  return key;
}

void ghosts_open(void *(*allocate)(size_t), void (*release)(void *)) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  is_glibcs = libc != NULL && dlsym(libc, "malloc") == (void *)(uintptr_t)allocate;
  if (libc != NULL) {
    dlclose(libc);
  }
  cache_key = is_glibcs ? find_key(allocate, release) : 0;
}

uint32_t ghosts_mark(const void *block, size_t bytes) {
  if (!is_glibcs) {
    return 0;
  }
  const size_t *words = block;
  size_t header = words[-1];
  size_t size = header & ~(size_t)(SIZE_STEP - 1);
  size_t least = (bytes + WORD + SIZE_STEP - 1) & ~(size_t)(SIZE_STEP - 1);
  least = least < LEAST_CHUNK ? LEAST_CHUNK : least;
  bool is_mapped = (header & MAPPED) != 0;
  /* Anything else isn't a chunk of glibc as it usually is: its debugging aids put words of their own before blocks. */
  if (size >= LARGEST || size < least || (!is_mapped && size > least + LEAST_CHUNK)) {
    return 0;
  }
  return mark_of(header) | (!is_mapped && words[1] == cache_key ? STALE_KEY : 0);
}

enum { READ_END, WRITE_END, ENDS };

enum { BEFORE, HEADER, BLOCK, NEXT_HEADER = 4, WORDS };

/* What makes a block doubtful. */
struct doubt {
  struct live_block block;
  size_t before;
  size_t header;
  size_t header_before;
};

/* Of the sweep's pipe; -1 beyond a sweep. The lock is held while it is opened or closed, and by a thread that forks: a
   child has a copy of the open files first, and of this memory later. The inode is compared where it isn't held. */
static pthread_mutex_t pipe_lock = PTHREAD_MUTEX_INITIALIZER;
static int ends[ENDS] = {-1, -1};
static ino_t pipe_inode;

struct sweep {
  struct region doubts;
  size_t doubt_count;
  struct doubt confirmed; /* the one that is looked at again */
};

/* Copies words from one or two places; false if one of them is not mapped. */
static bool read_words(const struct iovec *places, int count, size_t *words) {
  ssize_t length = writev(ends[WRITE_END], places, count);
  return length > 0 && read(ends[READ_END], words, (size_t)length) == length;
}

static struct iovec words_at(uintptr_t address, size_t count) { return (struct iovec){(void *)address, count * WORD}; }

/* Whether a block with those first two words is in a thread's cache. */
static bool is_cached(uintptr_t block, const size_t *words) {
  enum { PAGE_BITS = 12 };
  uintptr_t next = words[0] ^ block >> PAGE_BITS;
  struct iovec key = words_at(next + WORD, 1);
  size_t found = 0;
  return words[1] == cache_key && cache_key != 0 &&
         (next == 0 || (next % SIZE_STEP == 0 && read_words(&key, 1, &found) && found == cache_key));
}

enum verdict { ALLOCATED, DOUBTFUL, GONE };

static enum verdict judge(const struct live_block *block, struct doubt *doubt) {
  bool is_mapped = (block->mark << 1 & MAPPED) != 0;
  uintptr_t chunk = block->address - BLOCK * WORD;
  const struct iovec places[] = {words_at(chunk, NEXT_HEADER), words_at(chunk + size_of(block->mark) + WORD, 1)};
  size_t words[WORDS];
  if (!read_words(places, is_mapped ? 1 : 2, words) || mark_of(words[HEADER]) != (block->mark & ~STALE_KEY)) {
    return GONE;
  }
  if (is_mapped) {
    return ALLOCATED;
  }
  if ((words[NEXT_HEADER] & PREVIOUS_IN_USE) == 0 ||
      ((block->mark & STALE_KEY) == 0 && is_cached(block->address, words + BLOCK))) {
    return GONE;
  }
  if ((words[HEADER] & PREVIOUS_IN_USE) != 0) {
    return ALLOCATED;
  }
  *doubt = (struct doubt){*block, words[BEFORE], words[HEADER], 0};
  const struct iovec header_before = words_at(chunk - words[BEFORE] + WORD, 1);
  bool is_there = read_words(&header_before, 1, &doubt->header_before);
  return is_there && (doubt->header_before & ~(size_t)(SIZE_STEP - 1)) == words[BEFORE] ? ALLOCATED : DOUBTFUL;
}

static bool is_gone(void *sink, const struct live_block *block) {
  struct sweep *sweep = sink;
  if (block->mark == 0) {
    atomic_fetch_add_explicit(&unswept, 1, memory_order_relaxed);
    return false;
  }
  struct doubt doubt;
  enum verdict verdict = judge(block, &doubt);
  if (verdict == DOUBTFUL && region_reserve(&sweep->doubts, (sweep->doubt_count + 1) * sizeof(doubt))) {
    ((struct doubt *)sweep->doubts.memory)[sweep->doubt_count++] = doubt;
  }
  return verdict == GONE;
}

static bool is_still_doubtful(void *sink, const struct live_block *block) {
  struct sweep *sweep = sink;
  const struct doubt *before = &sweep->confirmed;
  struct doubt now;
  return judge(block, &now) == DOUBTFUL && now.before == before->before && now.header == before->header &&
         now.header_before == before->header_before;
}

/* Every heap's lock is taken once by what counts their blocks. */
static void drop_doubtful(struct sweep *sweep) {
  struct glibc_counts unused;
  bool locked = sweep->doubt_count > 0 && glibc_count(&unused);
  for (size_t i = 0; locked && i < sweep->doubt_count; i++) {
    sweep->confirmed = ((const struct doubt *)sweep->doubts.memory)[i];
    live_samples_drop_if(&sweep->confirmed.block, is_still_doubtful, sweep);
  }
}

static bool open_pipe(void) {
  struct stat status = {.st_ino = 0};
  pthread_mutex_lock(&pipe_lock);
  bool has_pipe = pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
  if (has_pipe) {
    (void)file_status_of_open(ends[READ_END], &status); /* failing, it isn't closed in a child */
    pipe_inode = status.st_ino;
  }
  pthread_mutex_unlock(&pipe_lock);
  return has_pipe;
}

static void close_pipe(void) {
  pthread_mutex_lock(&pipe_lock);
  for (int i = 0; i < ENDS; i++) {
    close(ends[i]);
    ends[i] = -1;
  }
  pthread_mutex_unlock(&pipe_lock);
}

void ghosts_before_fork(void) { pthread_mutex_lock(&pipe_lock); }

void ghosts_after_fork(void) { pthread_mutex_unlock(&pipe_lock); }

void ghosts_after_fork_in_child(void) {
  struct stat status;
  pipe_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < ENDS; i++) {
    if (ends[i] >= 0 && file_status_of_open(ends[i], &status) == 0 && S_ISFIFO(status.st_mode) &&
        status.st_ino == pipe_inode) {
      close(ends[i]);
    }
    ends[i] = -1;
  }
}

void ghosts_sweep(void) {
  if (!is_glibcs) {
    return;
  }
  struct sweep sweep = {.doubt_count = 0};
  bool has_pipe = open_pipe();
  if (has_pipe) {
    atomic_store_explicit(&unswept, 0, memory_order_relaxed);
    live_samples_sweep(is_gone, &sweep);
    drop_doubtful(&sweep);
    close_pipe();
  }
  if (sweep.doubts.memory != NULL) {
    region_unmap(sweep.doubts.memory, sweep.doubts.bytes);
  }
  atomic_store_explicit(&swept, has_pipe, memory_order_relaxed);
}

uint64_t ghosts_unswept(void) {
  return atomic_load_explicit(&swept, memory_order_relaxed) ? atomic_load_explicit(&unswept, memory_order_relaxed)
                                                            : live_samples_counts().objects;
}
