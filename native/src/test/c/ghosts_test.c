/* Blocks that are freed without a call that the sampler sees: their samples are found, and no live block's is. */

#include "ghosts.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "live_samples.h"
#include "sampler.h"
#include "sampler_controls.h"
#include "worker.h"

static worker_allocate *allocate;
static worker_resize *resize;
static worker_release *release;

static void open_worker(const char *program) {
  char path[4096];
  snprintf(path, sizeof(path), "%.*s/libworker.so", (int)(strrchr(program, '/') - program), program);
  void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  CHECK(library != NULL);
  void *found = dlsym(library, "allocate");
  memcpy(&allocate, &found, sizeof(found));
  found = dlsym(library, "resize");
  memcpy(&resize, &found, sizeof(found));
  found = dlsym(library, "release");
  memcpy(&release, &found, sizeof(found));
  CHECK(allocate != NULL && resize != NULL && release != NULL);
}

static uint64_t live_objects(void) { return live_samples_counts().objects; }

/* Every byte is sampled: each block, but for a share of e^-size. */
static void restart(void) {
  sampler_reset(0);
  release(allocate(BY_MALLOC, 100000));
  sampler_reset(0);
}

static void dump(void) {
  const char *path = "/dev/null";
  CHECK(sampler_mallctl("prof.dump", NULL, NULL, &path, sizeof(path)) == 0);
}

/* The test's own calls of free are those that the sampler doesn't see. */
static void a_block_freed_unseen_is_found(void) {
  static const size_t sizes[] = {32, 100, 200, 1000, 5000, 100000, 1000000};
  enum { LARGEST_FAST = 128 }; /* bytes: aligned ones come from no cache, so theirs would be full soon */
  restart();
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    for (int how = 0; how < (sizes[i] > LARGEST_FAST ? WAYS_TO_ALLOCATE : BY_CALLOC); how++) {
      void *block = allocate(how, sizes[i]);
      void *next = allocate(how, sizes[i]);
      sampler_sweep();
      CHECK(live_objects() == 2 && ghosts_unswept() == 0);
      free(block);
      sampler_sweep();
      CHECK(live_objects() == 1);
      free(next); /* the last block of its heap, as a rule */
      dump();
      CHECK(live_objects() == 0);
    }
  }
}

static void without_a_pipe_the_profile_says_what_was_not_checked(void) {
  restart();
  void *block = allocate(BY_MALLOC, 5000);
  struct rlimit files;
  CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0);
  CHECK(setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, files.rlim_max}) == 0);
  sampler_sweep();
  CHECK(live_objects() == 1 && ghosts_unswept() == 1);
  CHECK(setrlimit(RLIMIT_NOFILE, &files) == 0);
  sampler_sweep();
  CHECK(live_objects() == 1 && ghosts_unswept() == 0);
  release(block);
}

/* Its sample must be there: no sweep may have dropped it. */
static void forget_live(void *block) {
  struct live_taken taken;
  CHECK(live_samples_take((uintptr_t)block, &taken));
  live_samples_drop(&taken.sample);
}

enum { LEAVERS = 4, HELD_BY_EACH = 1000 };
static void *held_blocks[LEAVERS][HELD_BY_EACH];
static atomic_long freed_unseen;
static atomic_int leavers_at_work;

static unsigned next_random(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (unsigned)(*state >> 33);
}

/* Of 16 bytes to 1 MiB, each power of two as often as any other. */
static size_t random_size(uint64_t *state) {
  size_t least = (size_t)16 << next_random(state) % 16;
  return least + next_random(state) % least;
}

static void *leave_ghosts(void *held) {
  void **blocks = held;
  uint64_t state = (uintptr_t)held;
  for (int i = 0; i < 25000; i++) {
    void **place = &blocks[next_random(&state) % HELD_BY_EACH];
    unsigned what = next_random(&state) % 800;
    if (*place != NULL && what < 100) {
      *place = resize(*place, random_size(&state));
      CHECK(*place != NULL);
      continue;
    }
    if (what < 107) {
      free(*place);
      atomic_fetch_add(&freed_unseen, *place != NULL);
    } else if (what < 400 && *place != NULL) {
      forget_live(*place);
      free(*place);
    } else {
      release(*place);
    }
    *place = allocate((int)(what % WAYS_TO_ALLOCATE), random_size(&state));
    CHECK(*place != NULL);
    if (what % 2 == 0) {
      memset(*place, i, 16); /* the others keep what was there before */
    }
  }
  atomic_fetch_sub(&leavers_at_work, 1);
  return NULL;
}

/* One in a hundred, while samples are swept and heaps shrink. */
static void nearly_all_blocks_freed_unseen_are_found_and_no_live_one(void) {
  restart();
  pthread_t threads[LEAVERS];
  atomic_store(&leavers_at_work, LEAVERS);
  for (int i = 0; i < LEAVERS; i++) {
    CHECK(pthread_create(&threads[i], NULL, leave_ghosts, held_blocks[i]) == 0);
  }
  while (atomic_load(&leavers_at_work) > 0) {
    sampler_sweep();
    malloc_trim(0);
    usleep(10000);
  }
  for (int i = 0; i < LEAVERS; i++) {
    pthread_join(threads[i], NULL);
  }
  sampler_sweep();
  for (int i = 0; i < LEAVERS; i++) {
    for (int j = 0; j < HELD_BY_EACH; j++) {
      if (held_blocks[i][j] != NULL) {
        forget_live(held_blocks[i][j]);
        free(held_blocks[i][j]);
      }
    }
  }
  uint64_t left = live_objects();
  printf("of %ld blocks freed unseen %lu are left\n", atomic_load(&freed_unseen), (unsigned long)left);
  CHECK(atomic_load(&freed_unseen) > 500 && left * 100 < (uint64_t)atomic_load(&freed_unseen));
}

int main(int count, char **arguments) {
  CHECK(count > 0);
  open_worker(arguments[0]);
  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  a_block_freed_unseen_is_found();
  without_a_pipe_the_profile_says_what_was_not_checked();
  nearly_all_blocks_freed_unseen_are_found_and_no_live_one();
  sampler_close();
  return 0;
}
