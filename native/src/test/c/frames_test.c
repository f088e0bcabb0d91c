/* The frame table: one number per frame whatever the threads do, and an honest answer when it is full. */

#include "frames.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "counters.h"

enum { THREADS = 4, SHARED = 20000 };

static uint32_t numbers[THREADS][SHARED];
static pthread_barrier_t together;

static struct frame_key shared_key(uint32_t i) {
  return (struct frame_key){UINT64_C(0x7f0000001000) + (i / 4) * sizeof(void *), (int32_t)(i % 4) - 3};
}

static void *insert_all(void *argument) {
  uint32_t *mine = argument;
  pthread_barrier_wait(&together);
  for (uint32_t i = 0; i < SHARED; i++) {
    mine[i] = frames_number(shared_key(i));
  }
  return NULL;
}

static void threads_agree_on_the_numbers(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&together, NULL, THREADS);
  for (int t = 0; t < THREADS; t++) {
    CHECK(pthread_create(&threads[t], NULL, insert_all, numbers[t]) == 0);
  }
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], NULL);
  }
  static bool seen[FRAMES_CAPACITY];
  for (uint32_t i = 0; i < SHARED; i++) {
    uint32_t number = numbers[0][i];
    for (int t = 1; t < THREADS; t++) {
      CHECK(numbers[t][i] == number);
    }
    CHECK(!seen[number]);
    seen[number] = true;
    struct frame_key key;
    CHECK(frames_get(number, &key));
    CHECK(key.method == shared_key(i).method && key.bytecode == shared_key(i).bytecode);
  }
  CHECK(counters_read(COUNTER_FRAMES_DROPPED) == 0);
}

static void a_frame_without_a_method_has_its_stand_in(void) {
  struct frame_key key;
  CHECK(frames_number((struct frame_key){0, 7}) == FRAME_WITHOUT_METHOD);
  CHECK(!frames_get(FRAME_WITHOUT_METHOD, &key));
  CHECK(!frames_get(FRAMES_CAPACITY, &key));
}

static struct frame_key other_key(uint32_t i) {
  return (struct frame_key){UINT64_C(0x560000000000) + i * sizeof(void *), 1};
}

static void a_table_with_many_frames_finds_old_and_new_ones(void) {
  enum { MANY = 200000 };
  static uint32_t first[MANY];
  uint32_t before = frames_count();
  for (uint32_t i = 0; i < MANY; i++) {
    first[i] = frames_number(other_key(i));
  }
  for (uint32_t i = 0; i < MANY; i++) {
    CHECK(frames_number(other_key(i)) == first[i]);
  }
  CHECK(frames_count() - before == MANY);
}

static void a_full_table_says_so_and_keeps_what_it_has(void) {
  uint32_t before = frames_number(shared_key(5));
  for (uint32_t i = 0; frames_count() < FRAMES_CAPACITY; i++) {
    frames_number(other_key(i));
    CHECK(counters_read(COUNTER_FRAMES_DROPPED) == 0);
  }
  CHECK(frames_number((struct frame_key){0x1234, 1}) == FRAME_DROPPED);
  CHECK(counters_read(COUNTER_FRAMES_DROPPED) == 1);
  CHECK(frames_number(shared_key(5)) == before);
  CHECK(frames_count() == FRAMES_CAPACITY);
  CHECK(counters_read(COUNTER_FRAMES) == counters_read(COUNTER_FRAMES_CAPACITY));
}

/* Else the first frame could cost 2 MiB in each of the tables. */
static void large_tables_take_small_pages(void) {
  enum { LARGE_KIB = 2048 };
  FILE *smaps = fopen("/proc/self/smaps", "r");
  char line[512];
  long kib = 0;
  int large = 0;
  CHECK(smaps != NULL);
  bool kernel_has_huge = access("/sys/kernel/mm/transparent_hugepage/enabled", F_OK) == 0;
  while (fgets(line, sizeof(line), smaps) != NULL) {
    sscanf(line, "Size: %ld", &kib);
    if (strncmp(line, "VmFlags:", 8) == 0 && kib >= LARGE_KIB && strstr(line, " nh") != NULL) {
      large++;
    }
  }
  fclose(smaps);
  CHECK(large >= 1 || !kernel_has_huge); /* neighbours are one mapping */
}

int main(void) {
  CHECK(frames_open());
  large_tables_take_small_pages();
  a_frame_without_a_method_has_its_stand_in();
  threads_agree_on_the_numbers();
  a_table_with_many_frames_finds_old_and_new_ones();
  a_full_table_says_so_and_keeps_what_it_has();
  return 0;
}
