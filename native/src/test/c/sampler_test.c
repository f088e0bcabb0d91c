/* The sampler between a library and malloc: what it counts, and that it leaves nothing behind. */

#include "sampler.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "import_tables.h"
#include "region.h"
#include "sampler_controls.h"
#include "thread_names.h"
#include "worker.h"

static worker_allocate *allocate;
static worker_resize *resize;
static worker_release *release;

static void *open_worker(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  CHECK(library != NULL);
  void *found = dlsym(library, "allocate");
  memcpy(&allocate, &found, sizeof(found));
  found = dlsym(library, "resize");
  memcpy(&resize, &found, sizeof(found));
  found = dlsym(library, "release");
  memcpy(&release, &found, sizeof(found));
  CHECK(allocate != NULL && resize != NULL && release != NULL);
  return library;
}

struct totals {
  uint64_t objects;
  double estimate;
};

static void add_stack(void *sink, void *const *words, unsigned length, const struct live_share *shares,
                      unsigned count) {
  struct totals *totals = sink;
  CHECK(length > 0 && words[0] != NULL && count > 0);
  for (unsigned i = 0; i < count; i++) {
    double bytes = (double)shares[i].bytes;
    totals->objects += shares[i].objects;
    totals->estimate += bytes / (1 - exp(-bytes / (double)shares[i].objects / (double)(UINT64_C(1) << sampler_lg())));
  }
}

static struct totals totals(void) {
  struct totals totals = {0, 0};
  sampler_each(add_stack, &totals);
  return totals;
}

/* Forgets all samples; then this thread's countdown is of the new rate. */
static void restart(unsigned lg) {
  sampler_reset(lg);
  release(allocate(BY_MALLOC, 100000));
  sampler_reset(lg);
}

static void dump(void) {
  const char *path = "/dev/null";
  CHECK(sampler_mallctl("prof.dump", NULL, NULL, &path, sizeof(path)) == 0);
}

static void counts_each_byte_once(void) {
  enum { BLOCKS = 20000, LG = 12 };
  static const size_t sizes[] = {16, 100, 1000, 5000, 40000};
  static void *blocks[BLOCKS];
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    restart(LG);
    double truth = (double)sizes[i] * BLOCKS;
    for (int j = 0; j < BLOCKS; j++) {
      blocks[j] = allocate(BY_MALLOC, sizes[i]);
    }
    struct totals all = totals();
    double p = 1 - exp(-(double)sizes[i] / (1 << LG));
    double deviation = truth * sqrt((1 - p) / p / BLOCKS);
    CHECK(fabs(all.estimate - truth) < 5 * deviation + 1);
    for (int j = 0; j < BLOCKS; j += 2) {
      release(blocks[j]);
    }
    struct totals half = totals();
    CHECK(fabs(half.estimate - truth / 2) < 5 * deviation + 1);
    for (int j = 1; j < BLOCKS; j += 2) {
      release(blocks[j]);
    }
    CHECK(totals().objects == 0);
  }
}

/* What readers make of a line's counts. */
static double scaled(uint64_t objects, uint64_t bytes, unsigned lg) {
  double mean = (double)bytes / (double)objects;
  return (double)bytes / (1 - exp(-mean / (double)(UINT64_C(1) << lg)));
}

static void blocks_of_different_sizes_are_scaled_each(void) {
  enum { LARGE_BLOCKS = 1000, SMALL_FOR_EACH = 256, SMALL = 16, LARGE = 20000, LG = 12 };
  static void *blocks[LARGE_BLOCKS][SMALL_FOR_EACH + 1];
  restart(LG);
  for (int i = 0; i < LARGE_BLOCKS; i++) {
    for (int j = 0; j <= SMALL_FOR_EACH; j++) {
      blocks[i][j] = allocate(BY_MALLOC, j == 0 ? LARGE : SMALL);
    }
  }
  char path[] = "/tmp/sampler_test.XXXXXX";
  CHECK(close(mkstemp(path)) == 0);
  const char *name = path;
  CHECK(sampler_mallctl("prof.dump", NULL, NULL, &name, sizeof(name)) == 0);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL && unlink(path) == 0);
  char line[4096];
  double sums[2] = {0, 0}; /* of the head, and of the stacks */
  bool is_head = true;
  while (fgets(line, sizeof(line), file) != NULL && strncmp(line, "MAPPED", 6) != 0) {
    uint64_t objects = 0;
    uint64_t bytes = 0;
    is_head &= line[0] != '@';
    if (sscanf(line, " t*: %" SCNu64 ": %" SCNu64, &objects, &bytes) == 2) {
      sums[is_head ? 0 : 1] += scaled(objects, bytes, LG);
    }
  }
  fclose(file);
  double truth = (double)LARGE_BLOCKS * (LARGE + SMALL_FOR_EACH * SMALL);
  double deviation = sqrt(LARGE_BLOCKS) * (1 << LG); /* of the small ones; few large ones are missed */
  CHECK(fabs(sums[1] - truth) < 5 * deviation);
  CHECK(fabs(sums[0] - sums[1]) < 1000);
  for (int i = 0; i < LARGE_BLOCKS; i++) {
    for (int j = 0; j <= SMALL_FOR_EACH; j++) {
      release(blocks[i][j]);
    }
  }
  CHECK(totals().objects == 0);
}

static void every_way_to_allocate_is_seen(void) {
  restart(0); /* every byte: each block is sampled, but for a share of e^-size */
  for (int how = 0; how < WAYS_TO_ALLOCATE; how++) {
    void *block = allocate(how, 4096);
    CHECK(block != NULL && totals().objects == 1);
    block = resize(block, 100000);
    CHECK(totals().objects == 1 && fabs(totals().estimate - 100000) < 1);
    CHECK(resize(block, SIZE_MAX / 4) == NULL && errno == ENOMEM);
    CHECK(totals().objects == 1 && fabs(totals().estimate - 100000) < 1);
    release(block);
    CHECK(totals().objects == 0);
  }
  void *block = allocate(BY_MALLOC, 4096);
  CHECK(resize(block, 0) == NULL && totals().objects == 0);
  release(NULL);
}

/* Which the program frees: without its allocation or its free, a getline would leave a ghost each time. */
static void what_libc_allocates_for_others_is_seen(void) {
  restart(0);
  char *copy = strdup("a text that is longer than the shortest block");
  CHECK(totals().objects == 1);
  release(copy);
  CHECK(totals().objects == 0);
}

static void an_inactive_sampler_sees_only_what_is_freed(void) {
  restart(0);
  void *block = allocate(BY_MALLOC, 4096);
  sampler_set_active(false);
  void *second = allocate(BY_MALLOC, 4096);
  CHECK(totals().objects == 1);
  release(block);
  CHECK(totals().objects == 0);
  release(second);
  sampler_set_active(true);
}

/* As where a realloc fails while another thread changes the rate. */
static void what_was_forgotten_is_not_put_back(void) {
  restart(0);
  void *block = allocate(BY_MALLOC, 4096);
  struct live_taken taken;
  CHECK(live_samples_take((uintptr_t)block, &taken));
  live_samples_put_back((uintptr_t)block, &taken);
  CHECK(totals().objects == 1 && live_samples_take((uintptr_t)block, &taken));
  sampler_reset(12);
  live_samples_put_back((uintptr_t)block, &taken);
  CHECK(totals().objects == 0 && !live_samples_take((uintptr_t)block, &taken));
  release(block);
}

static void a_child_is_not_sampled(void) {
  restart(0);
  void *block = allocate(BY_MALLOC, 4096);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1000; i++) {
      release(allocate(i % WAYS_TO_ALLOCATE, 5000));
    }
    release(block);
    _exit(sampler_is_active() ? 1 : 0);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(totals().objects == 1);
  release(block);
}

static void a_child_may_be_sampled_for_itself(void) {
  restart(0);
  void *block = allocate(BY_MALLOC, 4096);
  sampler_before_fork();
  pid_t child = fork();
  sampler_after_fork(child == 0);
  if (child == 0) {
    bool is_empty = totals().objects == 0;
    release(block);
    void *own = allocate(BY_MALLOC, 8192);
    _exit(is_empty && sampler_is_active() && totals().objects == 1 && own != NULL ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(totals().objects == 1);
  release(block);
  CHECK(totals().objects == 0);
}

static void *allocate_and_release(void *unused) {
  (void)unused;
  for (int i = 0; i < 1000; i++) {
    release(allocate(i % WAYS_TO_ALLOCATE, 5000));
  }
  return NULL;
}

/* A handler of a library that came before ours runs after ours, and may wait for a thread that allocates. */
static void threads_allocate_while_a_fork_is_prepared(void) {
  restart(0);
  sampler_before_fork();
  pthread_t other;
  CHECK(pthread_create(&other, NULL, allocate_and_release, NULL) == 0);
  unsigned before = alarm(30);
  pthread_join(other, NULL);
  alarm(before);
  sampler_after_fork(false);
  CHECK(totals().objects == 0);
}

static void a_library_that_comes_later_is_found(const char *folder) {
  restart(0);
  open_worker(folder, "libboundworker.so");
  import_tables_look_again(false);
  void *block = allocate(BY_MALLOC, 4096);
  CHECK(totals().objects == 1);
  release(block);
  CHECK(totals().objects == 0);
  void *zlib = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (zlib == NULL) {
    return;
  }
  import_tables_look_again(false);
  int (*begin)(void *, int, const char *, int) = NULL;
  void *found = dlsym(zlib, "deflateInit_");
  memcpy(&begin, &found, sizeof(found));
  static char stream[112]; /* z_stream on 64 bits */
  CHECK(begin(stream, 6, "1", sizeof(stream)) == 0);
  CHECK(totals().objects > 0);
  restart(0);
}

static void name_thread(const char *name) {
  const char *before = NULL;
  size_t size = sizeof(before);
  CHECK(sampler_mallctl("thread.prof.name", &before, &size, &name, sizeof(name)) == 0 && *before == '\0');
  CHECK(sampler_mallctl("thread.prof.name", &before, &size, NULL, 0) == 0 && strlen(before) == strlen(name));
}

enum { BLOCKS_OF_EACH = 3 };
struct named {
  const char *name;
  bool is_systems;
  void *blocks[BLOCKS_OF_EACH];
};

static void *allocate_named(void *argument) {
  struct named *named = argument;
  if (named->is_systems) {
    pthread_setname_np(pthread_self(), named->name);
  } else {
    name_thread(named->name);
  }
  for (int i = 0; i < BLOCKS_OF_EACH; i++) {
    named->blocks[i] = allocate(BY_MALLOC, 1000);
  }
  return NULL;
}

/* How often the dump has the text. */
static int count_in(const char *dump, const char *text) {
  int count = 0;
  for (const char *at = strstr(dump, text); at != NULL; at = strstr(at + 1, text)) {
    count++;
  }
  return count;
}

/* One stack, whose threads have lines of their own; those of equal names have one. */
static void threads_are_named(void) {
  restart(0);
  struct named named[] = {{"worker", false, {NULL}},
                          {"an\totter", false, {NULL}},
                          {"worker", false, {NULL}},
                          {"of the system", true, {NULL}}};
  enum { NAMED = sizeof(named) / sizeof(named[0]) };
  for (int i = 0; i < NAMED; i++) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, allocate_named, &named[i]) == 0);
    pthread_join(thread, NULL);
  }
  char path[] = "/tmp/jemscope-sampler-XXXXXX";
  close(mkstemp(path));
  const char *to = path;
  CHECK(sampler_mallctl("prof.dump", NULL, NULL, &to, sizeof(to)) == 0);
  static char text[1 << 16];
  int file = open(path, O_RDONLY);
  text[read(file, text, sizeof(text) - 1)] = '\0';
  close(file);
  unlink(path);
  CHECK(strncmp(text, "heap_v2/1\n  t*: 12: 12000 [0: 0]\n", 33) == 0);
  CHECK(count_in(text, ": 6: 6000 [0: 0] worker\n") == 1);
  CHECK(count_in(text, ": 3: 3000 [0: 0] an?otter\n") == 1);
  CHECK(count_in(text, ": 3: 3000 [0: 0] of the system\n") == 1);
  CHECK(count_in(text, "\n@ 0x") == 1 && count_in(text, "\n  t*: 12: 12000 [0: 0]\n") == 2);
  CHECK(count_in(text, ": 6: 6000 [0: 0]") == 2 && count_in(text, ": 3: 3000 [0: 0]") == 4);
  for (int i = 0; i < NAMED; i++) {
    for (int j = 0; j < BLOCKS_OF_EACH; j++) {
      release(named[i].blocks[j]);
    }
  }
  CHECK(totals().objects == 0);
}

/* A program may name its threads by what they work on. */
static void names_without_room_are_none(void) {
  char name[32];
  for (int i = 0; i < THREAD_NAMES + 100; i++) {
    snprintf(name, sizeof(name), "request %d", i);
    CHECK(sampler_name_thread(name) == (strcmp(sampler_thread_name(), name) == 0));
  }
  CHECK(*sampler_thread_name() == '\0' && !sampler_name_thread("one more") && sampler_name_thread("request 7"));
  CHECK(strcmp(sampler_thread_name(), "request 7") == 0 && sampler_name_thread(""));
}

static atomic_bool stop;

static void *work(void *unused) {
  (void)unused;
  enum { HELD = 64 };
  void *held[HELD] = {NULL};
  unsigned random = (unsigned)(uintptr_t)&held;
  while (!atomic_load(&stop)) {
    random = random * 1103515245 + 12345;
    unsigned place = random >> 8 & (HELD - 1);
    size_t size = random >> 16 & 8191;
    if ((random & 7) == 0) {
      void *fresh = resize(held[place], size + 1);
      held[place] = fresh == NULL ? held[place] : fresh;
    } else {
      release(held[place]);
      held[place] = allocate((int)(size % WAYS_TO_ALLOCATE), size);
    }
  }
  for (int i = 0; i < HELD; i++) {
    release(held[i]);
  }
  return NULL;
}

static void threads_may_work_meanwhile(void) {
  enum { THREADS = 6, ROUNDS = 60 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
  }
  for (int i = 0; i < ROUNDS; i++) {
    CHECK(sampler_open() == 0);
    sampler_set_active(true);
    sampler_reset(8 + (unsigned)i % 8);
    usleep(10000);
    dump();
    if (i % 3 == 0) {
      sampler_close();
    }
  }
  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  sampler_reset(8);
  usleep(100000);
  atomic_store(&stop, true);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  CHECK(totals().objects == 0);
}

struct tables {
  char bytes[1 << 20];
  size_t length;
};

/* What the workers can write, and the linker could. */
static int copy_tables(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct tables *tables = argument;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    bool has_room = tables->length + header->p_memsz <= sizeof(tables->bytes);
    if (header->p_type == PT_LOAD && (header->p_flags & PF_W) != 0 && has_room &&
        strstr(info->dlpi_name, "worker.so") != NULL) {
      memcpy(tables->bytes + tables->length, (void *)(info->dlpi_addr + header->p_vaddr), header->p_memsz);
      tables->length += header->p_memsz;
    }
  }
  return 0;
}

static struct tables before;
static struct tables after;

static size_t protections(char *text, size_t room) {
  int maps = open("/proc/self/maps", O_RDONLY);
  size_t length = 0;
  ssize_t got;
  while ((got = read(maps, text + length, room - length)) > 0) {
    length += (size_t)got;
  }
  close(maps);
  return length;
}

/* The lines of libraries. */
static size_t library_lines(char *text, size_t length) {
  size_t kept = 0;
  for (char *line = text; line < text + length;) {
    char *end = memchr(line, '\n', (size_t)(text + length - line));
    size_t bytes = (size_t)(end + 1 - line);
    if (memmem(line, bytes, ".so", 3) != NULL) {
      memmove(text + kept, line, bytes);
      kept += bytes;
    }
    line = end + 1;
  }
  return kept;
}

static void leaves_the_tables_as_they_were(void) {
  static char maps_before[1 << 16];
  static char maps_after[1 << 16];
  CHECK(dlopen("libgcc_s.so.1", RTLD_NOW) != NULL);
  before.length = after.length = 0;
  dl_iterate_phdr(copy_tables, &before);
  CHECK(before.length > 0);
  size_t length = library_lines(maps_before, protections(maps_before, sizeof(maps_before)));
  CHECK(sampler_open() == 0);
  dl_iterate_phdr(copy_tables, &after);
  CHECK(memcmp(before.bytes, after.bytes, before.length) != 0);
  sampler_close();
  after.length = 0;
  dl_iterate_phdr(copy_tables, &after);
  CHECK(after.length == before.length && memcmp(before.bytes, after.bytes, before.length) == 0);
  size_t length_after = library_lines(maps_after, protections(maps_after, sizeof(maps_after)));
  CHECK(length == length_after && memcmp(maps_before, maps_after, length) == 0);
}

struct slot {
  uintptr_t value;
  uintptr_t *found;
};

/* The first word of libworker.so's writable memory with that value. */
static int find_slot(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct slot *slot = argument;
  for (int i = 0; i < info->dlpi_phnum && strstr(info->dlpi_name, "/libworker.so") != NULL; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t *words = (uintptr_t *)((info->dlpi_addr + header->p_vaddr + sizeof(*words) - 1) & ~(sizeof(*words) - 1));
    bool is_data = header->p_type == PT_LOAD && (header->p_flags & PF_W) != 0;
    for (size_t word = 0; is_data && (word + 2) * sizeof(*words) <= header->p_memsz && slot->found == NULL; word++) {
      slot->found = words[word] == slot->value ? &words[word] : NULL;
    }
  }
  return slot->found != NULL;
}

static void *open_malloc(const char *folder, const char *library, const char *function) {
  char path[4200];
  snprintf(path, sizeof(path), "%s/%s", folder, library);
  void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(opened != NULL);
  void *found = dlsym(opened, function);
  CHECK(found != NULL);
  return found;
}

/* Puts another function in the place of the worker's malloc, as a tool does. */
static void another_tool_is_left_in_its_place(const char *folder) {
  open_worker(folder, "libworker.so");
  release(allocate(BY_MALLOC, 1)); /* binds malloc */
  struct slot slot = {.value = (uintptr_t)dlsym(RTLD_DEFAULT, "malloc")};
  dl_iterate_phdr(find_slot, &slot);
  CHECK(slot.found != NULL);
  uintptr_t tool = (uintptr_t)open_malloc(folder, "libtool.so", "tool_malloc");
  uintptr_t private = (uintptr_t)open_malloc(folder, "libprivate.so", "malloc");

  *slot.found = tool;
  before.length = after.length = 0;
  dl_iterate_phdr(copy_tables, &before);
  CHECK(sampler_open() == EBUSY && !sampler_is_open());
  dl_iterate_phdr(copy_tables, &after);
  CHECK(after.length == before.length && memcmp(before.bytes, after.bytes, before.length) == 0);
  size_t libraries = 0;
  CHECK(strstr(sampler_tool(&libraries), "/libtool.so") != NULL && libraries == 1);

  *slot.found = private;
  CHECK(sampler_open() == 0 && sampler_tool(&libraries) == NULL);
  CHECK(*slot.found == private && import_tables_foreign() == 1);

  *slot.found = tool; /* one that comes later */
  CHECK(sampler_open() == EBUSY && sampler_is_open());
  sampler_close();
  CHECK(*slot.found == tool);
  *slot.found = slot.value;
}

/* As in a container whose seccomp filter refuses mprotect: some tables can be written and some can't. */
static void tables_stay_as_they_were_where_the_kernel_refuses(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof(code) / sizeof(code[0]), code};
  pid_t child = fork();
  if (child == 0) {
    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0);
    before.length = after.length = 0;
    dl_iterate_phdr(copy_tables, &before);
    CHECK(sampler_open() == EACCES && !sampler_is_open());
    dl_iterate_phdr(copy_tables, &after);
    CHECK(after.length == before.length && memcmp(before.bytes, after.bytes, before.length) == 0);
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int count, char **arguments) {
  CHECK(count > 0);
  char folder[4096];
  snprintf(folder, sizeof(folder), "%s", arguments[0]);
  *strrchr(folder, '/') = '\0';
  open_worker(folder, "libworker.so");
  leaves_the_tables_as_they_were();

  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  counts_each_byte_once();
  blocks_of_different_sizes_are_scaled_each();
  every_way_to_allocate_is_seen();
  what_libc_allocates_for_others_is_seen();
  an_inactive_sampler_sees_only_what_is_freed();
  what_was_forgotten_is_not_put_back();
  a_child_is_not_sampled();
  a_child_may_be_sampled_for_itself();
  threads_allocate_while_a_fork_is_prepared();
  a_library_that_comes_later_is_found(folder);
  threads_are_named();
  threads_may_work_meanwhile();
  names_without_room_are_none();
  sampler_close();
  another_tool_is_left_in_its_place(folder);
  tables_stay_as_they_were_where_the_kernel_refuses();
  leaves_the_tables_as_they_were();
  return 0;
}
