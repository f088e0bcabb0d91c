/* Memory that a library maps itself: what is counted of it, whatever part of it is unmapped or moved. */

#include "mappings.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "import_tables.h"
#include "sampler.h"
#include "sampler_controls.h"
#include "worker.h"

enum { PAGE = 4096, WRITABLE = PROT_READ | PROT_WRITE, OWN_MEMORY = MAP_PRIVATE | MAP_ANONYMOUS };

static worker_map *map;
static worker_mapper *mapper;
static worker_unmap *unmap;
static worker_remap *remap;
static worker_allocate *allocate;
static worker_release *release;

static void *find(void *library, const char *name) {
  void *found = dlsym(library, name);
  CHECK(found != NULL);
  return found;
}

static void open_worker(const char *folder) {
  char path[8192];
  snprintf(path, sizeof(path), "%s/libworker.so", folder);
  void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  CHECK(library != NULL);
  void *found = find(library, "map");
  memcpy(&map, &found, sizeof(found));
  found = find(library, "mapper");
  memcpy(&mapper, &found, sizeof(found));
  found = find(library, "unmap");
  memcpy(&unmap, &found, sizeof(found));
  found = find(library, "remap");
  memcpy(&remap, &found, sizeof(found));
  found = find(library, "allocate");
  memcpy(&allocate, &found, sizeof(found));
  found = find(library, "release");
  memcpy(&release, &found, sizeof(found));
}

static void *map_memory(size_t size) {
  void *mapped = map(NULL, size, WRITABLE, OWN_MEMORY, -1);
  CHECK(mapped != MAP_FAILED);
  return mapped;
}

struct totals {
  uint64_t objects;
  uint64_t bytes;
  double estimate;
};

static void add_stack(void *sink, void *const *words, unsigned length, const struct live_share *shares,
                      unsigned count) {
  struct totals *totals = sink;
  CHECK(length > 1);
  uintptr_t function = (uintptr_t)words[0] - 1;
  CHECK(function == (uintptr_t)mappings_real.map || function == (uintptr_t)mappings_real.remap);
  for (unsigned i = 0; i < count; i++) {
    double bytes = (double)shares[i].bytes;
    totals->objects += shares[i].objects;
    totals->bytes += shares[i].bytes;
    totals->estimate += bytes / (1 - exp(-bytes / (double)shares[i].objects / (double)(UINT64_C(1) << sampler_lg())));
  }
}

static struct totals totals(void) {
  struct totals totals = {0, 0, 0};
  CHECK(sampler_each(add_stack, &totals));
  struct live_counts counts = live_samples_counts();
  CHECK(counts.objects == totals.objects && counts.bytes == totals.bytes);
  return totals;
}

/* Forgets all samples; then this thread's countdown is of the new rate. */
static void restart(unsigned lg) {
  sampler_reset(lg);
  CHECK(unmap(map_memory(25 * PAGE), 25 * PAGE) == 0);
  sampler_reset(lg);
}

/* Whether the samples stand for so many parts of a size. */
static void check_estimate(double parts, double size) {
  double p = 1 - exp(-size / (double)(UINT64_C(1) << sampler_lg()));
  double deviation = size * sqrt(parts * (1 - p) / p);
  CHECK(fabs(totals().estimate - parts * size) < 5 * deviation + 1);
}

enum { MAPPINGS = 4000, LG = 15 };
static char *mapped[MAPPINGS];

static void map_many(size_t size) {
  restart(LG);
  for (int i = 0; i < MAPPINGS; i++) {
    mapped[i] = map_memory(size);
  }
}

static void counts_each_byte_once(void) {
  static const size_t sizes[] = {1, PAGE, 3 * PAGE - 77, 19 * PAGE + 5};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    size_t whole = (sizes[i] + PAGE - 1) / PAGE * PAGE;
    map_many(sizes[i]);
    check_estimate(MAPPINGS, (double)whole);
    for (int j = 0; j < MAPPINGS; j += 2) {
      CHECK(unmap(mapped[j], sizes[i]) == 0);
    }
    check_estimate(MAPPINGS / 2, (double)whole);
    for (int j = 1; j < MAPPINGS; j += 2) {
      CHECK(unmap(mapped[j], sizes[i]) == 0);
    }
    CHECK(totals().objects == 0);
  }
}

/* As allocators do for an aligned block: twice the size, of which head and tail are given back. */
static void what_is_left_of_a_trimmed_mapping_counts_as_if_mapped_alone(void) {
  enum { KEPT = 3 * PAGE };
  map_many(2 * KEPT);
  for (int i = 0; i < MAPPINGS; i++) {
    size_t head = (size_t)(i % 4) * PAGE;
    CHECK(head == 0 || unmap(mapped[i], head) == 0);
    mapped[i] += head;
    CHECK(head == KEPT || unmap(mapped[i] + KEPT, KEPT - head) == 0);
  }
  check_estimate(MAPPINGS, KEPT);
  for (int i = 0; i < MAPPINGS; i++) {
    CHECK(unmap(mapped[i], KEPT) == 0);
  }
  CHECK(totals().objects == 0);
}

static void both_sides_of_a_hole_count(void) {
  map_many(6 * PAGE);
  for (int i = 0; i < MAPPINGS; i++) {
    CHECK(unmap(mapped[i] + 2 * PAGE, 2 * PAGE) == 0);
  }
  check_estimate(2 * MAPPINGS, 2 * PAGE);
  for (int i = 0; i < MAPPINGS; i++) {
    CHECK(unmap(mapped[i], 6 * PAGE) == 0);
  }
  CHECK(totals().objects == 0);
}

/* The rate 1 samples each byte, so figures are exact, but for a share of e^-4096. */

static void only_private_writable_memory_counts(void) {
  restart(0);
  int file = memfd_create("memory", MFD_CLOEXEC);
  CHECK(file >= 0 && ftruncate(file, 9 * PAGE) == 0);
  void *others[] = {
      map(NULL, 8 * PAGE, PROT_NONE, OWN_MEMORY, -1),
      map(NULL, 8 * PAGE, PROT_READ, OWN_MEMORY, -1),
      map(NULL, 8 * PAGE, WRITABLE, MAP_PRIVATE, file),
      map(NULL, 8 * PAGE, WRITABLE, MAP_SHARED, file),
  };
  CHECK(totals().objects == 0);
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
    CHECK(others[i] != MAP_FAILED);
    others[i] = remap(others[i], 8 * PAGE, 9 * PAGE, MREMAP_MAYMOVE, NULL);
    CHECK(others[i] != MAP_FAILED && totals().objects == 0);
    CHECK(unmap(others[i], 9 * PAGE) == 0);
  }
  close(file);
  void *shared = map(NULL, 8 * PAGE, WRITABLE, MAP_SHARED | MAP_ANONYMOUS, -1);
  CHECK(shared != MAP_FAILED && totals().bytes == 8 * PAGE);
  CHECK(unmap(shared, 8 * PAGE) == 0 && totals().objects == 0);
}

static void calls_that_fail_change_nothing(void) {
  restart(0);
  char *memory = map_memory(8 * PAGE);
  CHECK(map(NULL, 0, WRITABLE, OWN_MEMORY, -1) == MAP_FAILED && errno == EINVAL);
  CHECK(map(NULL, SIZE_MAX / 4, WRITABLE, OWN_MEMORY, -1) == MAP_FAILED && errno == ENOMEM);
  CHECK(map(memory + 1, PAGE, WRITABLE, OWN_MEMORY | MAP_FIXED, -1) == MAP_FAILED && errno == EINVAL);
  CHECK(unmap(memory + 1, PAGE) == -1 && errno == EINVAL);
  CHECK(unmap(memory, 0) == -1 && errno == EINVAL);
  CHECK(remap(memory, 8 * PAGE, SIZE_MAX / 4, MREMAP_MAYMOVE, NULL) == MAP_FAILED);
  CHECK(totals().objects == 1 && totals().bytes == 8 * PAGE);
  CHECK(unmap(memory, 8 * PAGE) == 0 && totals().objects == 0);
}

static void pages_given_back_are_still_mapped(void) {
  restart(0);
  char *memory = map_memory(8 * PAGE);
  CHECK(madvise(memory, 8 * PAGE, MADV_DONTNEED) == 0 && mprotect(memory, PAGE, PROT_NONE) == 0);
  CHECK(totals().bytes == 8 * PAGE);
  CHECK(unmap(memory, 8 * PAGE) == 0 && totals().objects == 0);
}

static void what_is_mapped_over_another_takes_its_place(void) {
  restart(0);
  char *memory = map_memory(8 * PAGE);
  CHECK(map(memory + PAGE, PAGE, PROT_NONE, OWN_MEMORY | MAP_FIXED, -1) == memory + PAGE);
  CHECK(totals().objects == 2 && totals().bytes == 7 * PAGE);
  CHECK(map(memory, 3 * PAGE, WRITABLE, OWN_MEMORY | MAP_FIXED, -1) == memory);
  CHECK(totals().objects == 2 && totals().bytes == 8 * PAGE);
  CHECK(unmap(memory, 8 * PAGE) == 0 && totals().objects == 0);
}

static void an_end_unseen_is_found_when_the_address_is_mapped_again(void) {
  restart(0);
  char *memory = map_memory(8 * PAGE);
  uint64_t before = live_samples_counts().corrected;
  CHECK(munmap(memory + PAGE, 2 * PAGE) == 0); /* by the test itself, whose calls aren't seen */
  CHECK(map(memory + PAGE, 2 * PAGE, WRITABLE, OWN_MEMORY | MAP_FIXED_NOREPLACE, -1) == memory + PAGE);
  CHECK(live_samples_counts().corrected == before + 1 && totals().bytes == 8 * PAGE && totals().objects == 3);
  CHECK(unmap(memory, 8 * PAGE) == 0 && totals().objects == 0);
}

/* A range of pages, each of a known kind, that random calls change. */
enum kind { NOTHING, COUNTED, UNSEEN };
enum { PAGES = 96, CALLS = 20000 };
static enum kind kinds[PAGES];
static char *range;

static void set_kind(size_t from, size_t pages, enum kind kind) {
  for (size_t i = 0; i < pages; i++) {
    kinds[from + i] = kind;
  }
}

/* By the test itself, so that no other mapping gets there. */
static void reserve(size_t from, size_t pages) {
  void *at = range + from * PAGE;
  CHECK(mmap(at, pages * PAGE, PROT_NONE, OWN_MEMORY | MAP_FIXED, -1, 0) == at);
  set_kind(from, pages, NOTHING);
}

static uint64_t counted_bytes(void) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < PAGES; i++) {
    bytes += kinds[i] == COUNTED ? PAGE : 0;
  }
  return bytes;
}

static void remap_some(size_t from, size_t pages, size_t to, size_t fresh) {
  enum kind moved[PAGES];
  memcpy(moved, kinds + from, pages * sizeof(moved[0]));
  void *target = range + to * PAGE;
  void *at = remap(range + from * PAGE, pages * PAGE, fresh * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  if (at == MAP_FAILED) { /* it isn't one mapping, and the kernel may have unmapped the target before it looked */
    CHECK(unmap(target, fresh * PAGE) == 0 && unmap(range + from * PAGE, pages * PAGE) == 0);
    reserve(to, fresh);
    reserve(from, pages);
    return;
  }
  CHECK(at == target);
  reserve(from, pages);
  for (size_t i = 0; i < fresh; i++) {
    kinds[to + i] = i < pages ? moved[i] : moved[pages - 1] == NOTHING ? NOTHING : COUNTED;
  }
}

static void resize_in_place(size_t from, size_t pages, size_t fresh) {
  enum kind kind = kinds[from];
  void *at = range + from * PAGE;
  size_t end = from + (pages > fresh ? pages : fresh);
  if (fresh > pages) { /* into free room, from the end of a mapping */
    CHECK(map(at, pages * PAGE, WRITABLE, OWN_MEMORY | MAP_FIXED, -1) == at);
    set_kind(from, pages, COUNTED);
    kind = COUNTED;
    CHECK(unmap(range + (from + pages) * PAGE, (fresh - pages) * PAGE) == 0);
    set_kind(from + pages, fresh - pages, NOTHING);
  }
  if (remap(at, pages * PAGE, fresh * PAGE, 0, NULL) == at) {
    set_kind(from + pages, fresh > pages ? fresh - pages : 0, kind);
    if (fresh < pages) {
      reserve(from + fresh, end - from - fresh);
    }
  } else {
    CHECK(unmap(at, (end - from) * PAGE) == 0);
    reserve(from, end - from);
  }
}

static void random_calls_leave_what_is_mapped(void) {
  restart(0);
  range = mmap(NULL, PAGES * PAGE, PROT_NONE, OWN_MEMORY, -1, 0);
  CHECK(range != MAP_FAILED);
  srand(17);
  uint64_t most = 0;
  for (int i = 0; i < CALLS; i++) {
    size_t from = (size_t)rand() % (PAGES / 2 - 16);
    size_t pages = 1 + (size_t)rand() % 16;
    size_t to = PAGES / 2 + (size_t)rand() % (PAGES / 2 - 16);
    size_t fresh = 1 + (size_t)rand() % 16;
    if (rand() % 2 == 0) { /* both halves give and take */
      size_t other = from;
      from = to;
      to = other;
    }
    void *at = range + from * PAGE;
    switch (rand() % 6) {
    case 0:
    case 1:
      CHECK(map(at, pages * PAGE, WRITABLE, OWN_MEMORY | MAP_FIXED, -1) == at);
      set_kind(from, pages, COUNTED);
      break;
    case 2:
      CHECK(unmap(at, pages * PAGE) == 0);
      reserve(from, pages);
      break;
    case 3:
      CHECK(unmap(at, pages * PAGE) == 0);
      CHECK(mmap(at, pages * PAGE, WRITABLE, OWN_MEMORY | MAP_FIXED, -1, 0) == at);
      set_kind(from, pages, UNSEEN);
      break;
    case 4:
      remap_some(from, pages, to, fresh);
      break;
    default:
      resize_in_place(from, pages, fresh);
      break;
    }
    uint64_t bytes = totals().bytes;
    CHECK(bytes == counted_bytes());
    most = bytes > most ? bytes : most;
  }
  CHECK(most > PAGES / 2 * PAGE);
  CHECK(unmap(range, PAGES * PAGE) == 0 && totals().objects == 0);
}

static void what_grows_counts_for_what_it_adds(void) {
  restart(LG);
  for (int i = 0; i < MAPPINGS; i++) {
    sampler_count_mappings(false);
    mapped[i] = map_memory(PAGE);
    sampler_count_mappings(true);
    mapped[i] = remap(mapped[i], PAGE, 4 * PAGE, MREMAP_MAYMOVE, NULL);
    CHECK(mapped[i] != MAP_FAILED);
  }
  check_estimate(MAPPINGS, 3 * PAGE);
  for (int i = 0; i < MAPPINGS; i++) {
    CHECK(unmap(mapped[i], 4 * PAGE) == 0);
  }
  CHECK(totals().objects == 0);
}

static void switched_off_only_ends_are_seen(void) {
  restart(0);
  void *memory = map_memory(8 * PAGE);
  sampler_count_mappings(false);
  void *second = map_memory(8 * PAGE);
  CHECK(totals().objects == 1);
  CHECK(unmap(memory, 8 * PAGE) == 0 && unmap(second, 8 * PAGE) == 0 && totals().objects == 0);
  sampler_count_mappings(true);
  sampler_set_active(false);
  second = map_memory(8 * PAGE);
  CHECK(totals().objects == 0);
  sampler_set_active(true);
  CHECK(unmap(second, 8 * PAGE) == 0);
}

static void a_child_is_not_sampled(void) {
  restart(0);
  void *memory = map_memory(8 * PAGE);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1000; i++) {
      CHECK(unmap(map_memory(8 * PAGE), 8 * PAGE) == 0);
    }
    CHECK(remap(memory, 8 * PAGE, 9 * PAGE, MREMAP_MAYMOVE, NULL) != MAP_FAILED);
    _exit(totals().bytes == 8 * PAGE ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(totals().bytes == 8 * PAGE);
  CHECK(unmap(memory, 8 * PAGE) == 0);
}

static void a_child_may_be_sampled_for_itself(void) {
  restart(0);
  void *memory = map_memory(8 * PAGE);
  sampler_before_fork();
  pid_t child = fork();
  sampler_after_fork(child == 0);
  if (child == 0) {
    CHECK(totals().objects == 0);
    CHECK(unmap(memory, 4 * PAGE) == 0 && totals().objects == 0);
    memory = map_memory(3 * PAGE);
    CHECK(totals().bytes == 3 * PAGE);
    CHECK(unmap(memory, PAGE) == 0);
    _exit(totals().bytes == 2 * PAGE ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(totals().bytes == 8 * PAGE);
  CHECK(unmap(memory, 8 * PAGE) == 0 && totals().objects == 0);
}

/* What malloc itself maps is in its blocks. */
static void a_block_with_a_mapping_of_its_own_counts_once(void) {
  sampler_close();
  sampler_count_mappings(true);
  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  sampler_reset(0);
  release(allocate(BY_MALLOC, 4096));
  sampler_reset(0);
  void *block = allocate(BY_MALLOC, 64 << 20);
  CHECK(block != NULL);
  CHECK(live_samples_counts().objects == 1 && live_samples_counts().bytes == 64 << 20);
  release(block);
  CHECK(live_samples_counts().objects == 0);
}

static atomic_bool stop;

static void *work(void *unused) {
  (void)unused;
  enum { HELD = 32, MOST = 16 };
  char *held[HELD] = {NULL};
  size_t sizes[HELD] = {0};
  unsigned random = (unsigned)(uintptr_t)&held;
  while (!atomic_load(&stop)) {
    random = random * 1103515245 + 12345;
    unsigned place = random >> 8 & (HELD - 1);
    size_t pages = 2 + (random >> 16 & (MOST - 1));
    if (held[place] == NULL) {
      held[place] = map_memory(pages * PAGE);
      sizes[place] = pages;
    } else if ((random & 64) == 0) {
      held[place] = remap(held[place], sizes[place] * PAGE, pages * PAGE, MREMAP_MAYMOVE, NULL);
      CHECK(held[place] != MAP_FAILED);
      sizes[place] = pages;
    } else if (sizes[place] > 2 && (random & 128) == 0) {
      CHECK(unmap(held[place], PAGE) == 0 && unmap(held[place] + (sizes[place] - 1) * PAGE, PAGE) == 0);
      held[place] += PAGE;
      sizes[place] -= 2;
    } else {
      CHECK(unmap(held[place], sizes[place] * PAGE) == 0);
      held[place] = NULL;
    }
  }
  for (int i = 0; i < HELD; i++) {
    CHECK(held[i] == NULL || unmap(held[i], sizes[i] * PAGE) == 0);
  }
  return NULL;
}

static void threads_may_work_meanwhile(void) {
  enum { THREADS = 6, ROUNDS = 60 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
  }
  const char *path = "/dev/null";
  for (int i = 0; i < ROUNDS; i++) {
    CHECK(sampler_open() == 0);
    sampler_set_active(true);
    sampler_count_mappings(i % 5 != 0);
    sampler_reset(8 + (unsigned)i % 8);
    usleep(10000);
    CHECK(sampler_mallctl("prof.dump", NULL, NULL, &path, sizeof(path)) == 0);
    if (i % 3 == 0) {
      sampler_close();
    }
  }
  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  sampler_count_mappings(true);
  sampler_reset(8);
  uint64_t corrected = live_samples_counts().corrected;
  usleep(100000);
  atomic_store(&stop, true);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  CHECK(totals().objects == 0 && live_samples_counts().corrected == corrected);
}

static void not_counted_the_tables_lead_to_the_real_functions(void) {
  sampler_close();
  CHECK(mapper() == (void *)mappings_real.map);
  sampler_count_mappings(false);
  CHECK(sampler_open() == 0);
  CHECK(mapper() == (void *)mappings_real.map);
  sampler_set_active(true);
  restart(0);
  void *memory = map_memory(8 * PAGE);
  CHECK(totals().objects == 0);
  sampler_count_mappings(true); /* from now on, without a new start */
  void *second = map_memory(8 * PAGE);
  CHECK(totals().bytes == 8 * PAGE);
  CHECK(unmap(memory, 8 * PAGE) == 0 && unmap(second, 8 * PAGE) == 0 && totals().objects == 0);
  CHECK(mapper() == (void *)mappings_map);
  sampler_count_mappings(false);
  CHECK(sampler_open() == 0); /* again */
  sampler_close();
  CHECK(mapper() == (void *)mappings_real.map);
}

int main(int arguments, char **argument) {
  CHECK(arguments > 0 && sysconf(_SC_PAGESIZE) == PAGE);
  char folder[4096];
  snprintf(folder, sizeof(folder), "%s", argument[0]);
  *strrchr(folder, '/') = '\0';
  open_worker(folder);
  sampler_count_mappings(true);
  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  counts_each_byte_once();
  what_is_left_of_a_trimmed_mapping_counts_as_if_mapped_alone();
  both_sides_of_a_hole_count();
  only_private_writable_memory_counts();
  calls_that_fail_change_nothing();
  pages_given_back_are_still_mapped();
  what_is_mapped_over_another_takes_its_place();
  an_end_unseen_is_found_when_the_address_is_mapped_again();
  random_calls_leave_what_is_mapped();
  what_grows_counts_for_what_it_adds();
  switched_off_only_ends_are_seen();
  a_child_is_not_sampled();
  a_child_may_be_sampled_for_itself();
  a_block_with_a_mapping_of_its_own_counts_once();
  threads_may_work_meanwhile();
  not_counted_the_tables_lead_to_the_real_functions();
  return 0;
}
