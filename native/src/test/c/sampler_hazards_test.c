/* What can go wrong around the sampler: other allocators, libraries that come and go, forks, signals, filters. */

#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "ghosts.h"
#include "import_tables.h"
#include "sampler.h"
#include "sampler_controls.h"
#include "tables.h"
#include "worker.h"

struct worker {
  void *library;
  worker_allocate *allocate;
  worker_resize *resize;
  worker_release *release;
};

static char folder[4096];

static struct worker open_worker(const char *name, int mode) {
  char path[sizeof(folder) + 64];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  struct worker worker = {.library = dlopen(path, mode)};
  CHECK(worker.library != NULL);
  void *found = dlsym(worker.library, "allocate");
  memcpy(&worker.allocate, &found, sizeof(found));
  found = dlsym(worker.library, "resize");
  memcpy(&worker.resize, &found, sizeof(found));
  found = dlsym(worker.library, "release");
  memcpy(&worker.release, &found, sizeof(found));
  CHECK(worker.allocate != NULL && worker.resize != NULL && worker.release != NULL);
  return worker;
}

static void add_objects(void *sink, void *const *words, unsigned length, const struct live_share *shares,
                        unsigned count) {
  CHECK(length > 0 && words[0] != NULL);
  for (unsigned i = 0; i < count; i++) {
    *(uint64_t *)sink += shares[i].objects;
  }
}

static uint64_t objects(void) {
  uint64_t objects = 0;
  CHECK(sampler_each(add_objects, &objects));
  return objects;
}

/* Samples every block from now on, of what the threads allocate anew. */
static void start(const struct worker *worker) {
  CHECK(sampler_open() == 0);
  sampler_set_active(true);
  sampler_reset(0);
  worker->release(worker->allocate(BY_MALLOC, 100000));
  sampler_reset(0);
}

static int status_of(pid_t child) {
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

/* Its functions aren't bound yet when the sampler comes: the stubs don't show that they lead elsewhere. */
static void a_library_keeps_the_allocator_that_it_brings(const struct worker *worker) {
  struct worker deep = open_worker("libdeepworker.so", RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  void *found = dlsym(deep.library, "private_live");
  int (*private_live)(void);
  memcpy(&private_live, &found, sizeof(found));
  start(worker);
  void *block = deep.allocate(BY_MALLOC, 1000);
  CHECK(block != NULL && private_live() == 1);
  import_tables_look_again(true);
  CHECK(import_tables_foreign() == 1);
  block = deep.resize(block, 2000);
  CHECK(block != NULL && private_live() == 1 && objects() == 0);
  deep.release(block);
  CHECK(private_live() == 0);
  sampler_close();
  dlclose(deep.library);
}

static void use_all(const struct worker *worker) {
  for (int how = 0; how < WAYS_TO_ALLOCATE; how++) {
    worker->release(worker->resize(worker->allocate(how, 100), 200));
  }
}

/* Their tables have the same places for other functions. */
static void a_library_at_an_unloaded_ones_place_keeps_its_own_entries(const struct worker *worker) {
  static struct tables before, after;
  struct worker first = open_worker("libfirstworker.so", RTLD_LAZY | RTLD_LOCAL);
  void *place = tables_base("libfirstworker.so");
  use_all(&first);
  start(worker);
  CHECK(dlclose(first.library) == 0 && tables_base("libfirstworker.so") == NULL);
  struct worker second = open_worker("libsecondworker.so", RTLD_LAZY | RTLD_LOCAL);
  CHECK(place != NULL && tables_base("libsecondworker.so") == place);
  tables_copy(&before, "libsecondworker.so");
  import_tables_look_again(true);
  tables_copy(&after, "libsecondworker.so");
  CHECK(!tables_equal(&before, &after));
  void *block = second.allocate(BY_MALLOC, 1000);
  CHECK(objects() == 1);
  second.release(block);
  CHECK(objects() == 0);
  sampler_close();
  tables_copy(&after, "libsecondworker.so");
  CHECK(tables_equal(&before, &after));
  use_all(&second);
  /* Without a look at the second one, what is known of the first must not be put back there. */
  first = open_worker("libfirstworker.so", RTLD_LAZY | RTLD_LOCAL);
  start(worker);
  dlclose(second.library);
  dlclose(first.library);
  second = open_worker("libsecondworker.so", RTLD_LAZY | RTLD_LOCAL);
  first = open_worker("libfirstworker.so", RTLD_LAZY | RTLD_LOCAL);
  tables_copy(&before, "libsecondworker.so");
  sampler_close();
  tables_copy(&after, "libsecondworker.so");
  CHECK(tables_equal(&before, &after));
  use_all(&first);
  use_all(&second);
  dlclose(second.library);
  dlclose(first.library);
}

/* A vfork child works in its parent's memory, a forked one in its own. */
static void children_may_allocate(const struct worker *worker) {
  start(worker);
  void *volatile block = worker->allocate(BY_MALLOC, 1000);
  pid_t child = vfork();
  if (child == 0) {
    use_all(worker);
    _exit(0);
  }
  CHECK(status_of(child) == 0 && objects() == 1);
  for (int i = 0; i < 20; i++) {
    child = fork();
    if (child == 0) {
      use_all(worker);
      worker->release(block);
      pid_t grandchild = fork();
      if (grandchild == 0) {
        use_all(worker);
        _exit(0);
      }
      _exit(status_of(grandchild) == 0 ? 0 : 1);
    }
    CHECK(status_of(child) == 0);
  }
  CHECK(objects() == 1);
  worker->release(block);
  CHECK(objects() == 0);
  sampler_close();
}

static const struct worker *in_handler;
static void *volatile freed_by_handler;
static void *volatile kept_by_handler;
static atomic_int handled;

static void allocate_in_handler(int signal_number) {
  (void)signal_number;
  atomic_fetch_add(&handled, 1);
  in_handler->release(in_handler->resize(in_handler->allocate(BY_MALLOC, 500), 1000));
  in_handler->release(freed_by_handler);
  freed_by_handler = NULL;
  kept_by_handler = in_handler->allocate(BY_MALLOC, 3000);
}

static sampler_backtrace *unwinder;

static void interrupted_backtrace(void **stack, unsigned *length, unsigned capacity) {
  raise(SIGUSR1);
  unwinder(stack, length, capacity);
}

static void handle(int flags) {
  struct sigaction action = {.sa_handler = allocate_in_handler, .sa_flags = flags};
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
}

/* In the middle of a sample, where the handler's calls can't be looked at. */
static void a_handler_may_allocate(const struct worker *worker) {
  start(worker);
  in_handler = worker;
  handle(0);
  freed_by_handler = worker->allocate(BY_MALLOC, 5000);
  unwinder = sampler_hook();
  sampler_set_hook(interrupted_backtrace);
  void *block = worker->allocate(BY_MALLOC, 1000);
  sampler_set_hook(unwinder);
  CHECK(atomic_load(&handled) == 1 && freed_by_handler == NULL);
  sampler_sweep(); /* which finds what the handler freed */
  CHECK(objects() == 1);
  worker->release(kept_by_handler);
  worker->release(block);
  CHECK(objects() == 0);
  sampler_close();
}

/* It may be too small for a sample. */
static void a_handlers_own_stack_is_not_used(const struct worker *worker) {
  static char room[16 * 1024];
  stack_t before;
  CHECK(sigaltstack(&(stack_t){.ss_sp = room, .ss_size = sizeof(room)}, &before) == 0);
  start(worker);
  handle(SA_ONSTACK);
  uint64_t dropped = live_samples_counts().dropped;
  raise(SIGUSR1);
  CHECK(objects() == 0 && live_samples_counts().dropped == dropped + 3);
  worker->release(kept_by_handler);
  sampler_close();
  CHECK(sigaltstack(&before, NULL) == 0 || before.ss_size == 0);
}

enum { BLOCKS = 10 };
static const struct worker *in_thread;
static pthread_key_t key;

static void release_at_exit(void *block) {
  in_thread->release(block);
  in_thread->release(in_thread->allocate(BY_CALLOC, 700));
}

static void *allocate_and_end(void *blocks) {
  for (int i = 0; i < BLOCKS; i++) {
    ((void **)blocks)[i] = in_thread->allocate(BY_MALLOC, 1000);
  }
  pthread_setspecific(key, in_thread->allocate(BY_MALLOC, 2000));
  return NULL;
}

/* The samples stay, and the blocks are freed by another thread. */
static void threads_may_end(const struct worker *worker) {
  enum { THREADS = 50 };
  static void *blocks[THREADS][BLOCKS];
  in_thread = worker;
  start(worker);
  CHECK(pthread_key_create(&key, release_at_exit) == 0);
  for (int i = 0; i < THREADS; i++) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, allocate_and_end, blocks[i]) == 0);
    pthread_join(thread, NULL);
  }
  CHECK(objects() == THREADS * BLOCKS);
  for (int i = 0; i < THREADS; i++) {
    for (int j = 0; j < BLOCKS; j++) {
      worker->release(blocks[i][j]);
    }
  }
  CHECK(objects() == 0);
  sampler_close();
}

static atomic_bool stop;

static void *work(void *unused) {
  (void)unused;
  while (!atomic_load(&stop)) {
    use_all(in_thread);
  }
  return NULL;
}

/* All functions are bound before, so the tables don't change by themselves. */
static void tables_are_the_same_after_each_detach_under_load(const struct worker *worker) {
  enum { THREADS = 4, ROUNDS = 100 };
  static struct tables before, after;
  static const char *const names[] = {"libworker.so", "libboundworker.so", "libc.so.6"};
  in_thread = worker;
  tables_copy_all(&before, names, 3);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
  }
  for (int i = 0; i < ROUNDS; i++) {
    CHECK(sampler_open() == 0);
    sampler_set_active(true);
    sampler_reset((unsigned)i % 12);
    const char *path = "/dev/null";
    CHECK(sampler_mallctl("prof.dump", NULL, NULL, &path, sizeof(path)) == 0);
    sampler_close();
    tables_copy_all(&after, names, 3);
    CHECK(tables_equal(&before, &after));
  }
  atomic_store(&stop, true);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  CHECK(objects() == 0);
}

/* From now on, these system calls have that result in this process. */
static void filter(const int *calls, size_t count, uint32_t result) {
  struct sock_filter code[32] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  unsigned short length = 1;
  for (size_t i = 0; i < count; i++) {
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, result);
  }
  code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, code};
  CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

/* As in a strict container. A process that makes one of these calls is killed. */
static void a_filter_of_system_calls_is_respected(const struct worker *worker) {
  static const int refused[] = {SYS_process_vm_readv, SYS_process_vm_writev, SYS_ptrace, SYS_memfd_create};
  pid_t child = fork();
  if (child == 0) {
    filter(refused, sizeof(refused) / sizeof(refused[0]), SECCOMP_RET_KILL_PROCESS);
    start(worker);
    void *block = worker->allocate(BY_MALLOC, 5000);
    void *next = worker->allocate(BY_MALLOC, 5000);
    free(block); /* unseen */
    const char *path = "/dev/null";
    CHECK(sampler_mallctl("prof.dump", NULL, NULL, &path, sizeof(path)) == 0);
    CHECK(objects() == 1 && ghosts_unswept() == 0);
    worker->release(next);
    sampler_close();
    _exit(0);
  }
  CHECK(status_of(child) == 0);
}

/* Entries on pages that are read-only by now can't be led elsewhere, and frees would go unseen: so none is. */
static void without_mprotect_nothing_is_sampled(const struct worker *lazy) {
  static const int refused[] = {SYS_mprotect};
  static struct tables before, after;
  static const char *const names[] = {"libworker.so", "libboundworker.so", "libc.so.6"};
  pid_t child = fork();
  if (child == 0) {
    tables_copy_all(&before, names, 3);
    filter(refused, 1, SECCOMP_RET_ERRNO | EPERM);
    CHECK(sampler_open() == EACCES && !sampler_is_open());
    use_all(lazy);
    tables_copy_all(&after, names, 3);
    CHECK(tables_equal(&before, &after) && objects() == 0);
    _exit(0);
  }
  CHECK(status_of(child) == 0);
}

int main(int count, char **arguments) {
  CHECK(count > 0);
  snprintf(folder, sizeof(folder), "%s", arguments[0]);
  *strrchr(folder, '/') = '\0';
  CHECK(dlopen("libgcc_s.so.1", RTLD_NOW) != NULL); /* as the sampler does once: it moves no library later */
  struct worker lazy = open_worker("libworker.so", RTLD_LAZY | RTLD_LOCAL);
  open_worker("libboundworker.so", RTLD_NOW | RTLD_LOCAL);
  /* What is called for the first time changes the tables, too. */
  use_all(&lazy);
  start(&lazy);
  sampler_close();
  a_filter_of_system_calls_is_respected(&lazy);
  without_mprotect_nothing_is_sampled(&lazy);
  a_library_keeps_the_allocator_that_it_brings(&lazy);
  a_library_at_an_unloaded_ones_place_keeps_its_own_entries(&lazy);
  children_may_allocate(&lazy);
  a_handler_may_allocate(&lazy);
  a_handlers_own_stack_is_not_used(&lazy);
  threads_may_end(&lazy);
  tables_are_the_same_after_each_detach_under_load(&lazy);
  return 0;
}
