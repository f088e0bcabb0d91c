/* The hook in a chain with others': put in place, taken out, and never in a circle. */

#include "hook.h"

#include <errno.h>
#include <string.h>

#include "allocator.h"
#include "births.h"
#include "check.h"
#include "counters.h"
#include "missing_ids.h"
#include "objects.h"
#include "resolver.h"
#include "sampler_controls.h"
#include "vm.h"

typedef void backtrace_hook(void **stack, unsigned *length, unsigned capacity);

/* --- what the hook asks of the others --- */

static backtrace_hook *in_jemalloc;

int mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size);

int mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  CHECK(strcmp(name, "experimental.hooks.prof_backtrace") == 0);
  if (old != NULL) {
    CHECK(*old_size == sizeof(in_jemalloc));
    memcpy(old, &in_jemalloc, sizeof(in_jemalloc));
  }
  if (fresh != NULL) {
    CHECK(fresh_size == sizeof(in_jemalloc));
    memcpy(&in_jemalloc, fresh, sizeof(in_jemalloc));
  }
  return 0;
}

/* Where the code of each lies, as far as the hook can tell. */
static char of_jemscope[8], of_jemalloc[8], of_program[8];

void objects_find(struct code_ranges *code, uintptr_t address) {
  char *start = address == allocator_entry() ? of_jemalloc : of_jemscope;
  code->count = 1;
  code->in_executable = false;
  code->range[0].start = (uintptr_t)start;
  code->range[0].end = (uintptr_t)start + sizeof(of_jemscope);
}
/* There is a jemalloc, so nobody asks the sampler. */
int sampler_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  (void)name, (void)old, (void)old_size, (void)fresh, (void)fresh_size;
  return ENOENT;
}
bool sampler_profiles_by(const char *name) {
  (void)name;
  return false;
}
int sampler_name_to_mib(const char *name, size_t *mib, size_t *length) {
  (void)name, (void)mib, (void)length;
  return ENOENT;
}

bool objects_is_stub(const void *function) {
  (void)function;
  return false;
}

bool objects_path(uintptr_t address, char path[PATH_MAX]) {
  (void)address;
  (void)path;
  return false;
}

static uint64_t birth;

uint64_t births_word(void) { return birth; }

void resolver_wake(void) {}
void missing_ids_note(const JNIEnv *jni, const ASGCT_CallFrame *frames, jint count) {
  (void)jni;
  (void)frames;
  (void)count;
}

/* Whether the thread is a Java thread, in one method; and whether what called the allocator is its compiled code. */
static bool in_java;
static bool called_by_java;

static void java_stack(ASGCT_CallTrace *trace, jint depth, void *context) {
  (void)context;
  CHECK(depth > 0);
  trace->num_frames = in_java ? 1 : 0;
  trace->frames[0] = (ASGCT_CallFrame){0};
}

static const char *missing; /* in this VM */

async_get_call_trace *vm_open(JavaVM *vm, JNIEnv *jni, const char **obstacle) {
  (void)vm;
  (void)jni;
  *obstacle = missing;
  return missing == NULL ? java_stack : NULL;
}

JNIEnv *vm_current_jni(void) {
  static JNIEnv jni;
  return in_java ? &jni : NULL;
}

bool vm_code_cache_contains(uintptr_t address) {
  (void)address;
  return called_by_java;
}
bool vm_is_starting(const JNIEnv *jni) {
  (void)jni;
  return false;
}
bool vm_is_without_java(const JNIEnv *jni) {
  (void)jni;
  return false;
}
bool vm_runs_java(const JNIEnv *jni) {
  (void)jni;
  return true;
}
void **vm_find_return(JNIEnv *jni) {
  (void)jni;
  return NULL;
}
void vm_forget_return(void **found) { (void)found; }

/* --- the other hooks --- */

static int unwound;
static bool of_own_memory;
static void *const nested[] = {of_jemalloc + 1, of_jemscope + 1, of_jemalloc + 2, of_jemscope + 2, of_program + 1};

/* jemalloc's own. */
static void unwinder(void **stack, unsigned *length, unsigned capacity) {
  CHECK(capacity > 0);
  if (of_own_memory) { /* that this library allocates */
    *length = sizeof(nested) / sizeof(*nested);
    CHECK(capacity > *length);
    memcpy(stack, nested, sizeof(nested));
    return;
  }
  stack[0] = &unwound;
  *length = 1;
  unwound++;
}

static backtrace_hook *before_second;

static void second(void **stack, unsigned *length, unsigned capacity) {
  before_second(stack, length, capacity);
  if (*length < capacity) {
    stack[(*length)++] = &before_second;
  }
}

/* One sample: every hook in the chain is called once. */
static unsigned sample(void) {
  void *stack[8];
  unsigned length = 0;
  unwound = 0;
  in_jemalloc(stack, &length, 8);
  CHECK(unwound == 1);
  CHECK(stack[0] == &unwound);
  return length;
}

static uint64_t samples(void) { return counters_read(COUNTER_SAMPLES); }

static void alone_it_comes_and_goes(void) {
  CHECK(hook_set(false) == 0 && !hook_is_set());
  CHECK(hook_set(true) == 0 && hook_is_set());
  CHECK(sample() == 1 && samples() == 1);
  CHECK(hook_set(true) == 0 && hook_is_set());
  CHECK(sample() == 1 && samples() == 2);
  CHECK(hook_set(false) == 0 && !hook_is_set() && in_jemalloc == unwinder);
  CHECK(hook_set(true) == 0);
}

static void behind_another_it_stays_and_makes_no_circle(void) {
  before_second = in_jemalloc;
  in_jemalloc = second;
  uint64_t before = samples();
  CHECK(hook_is_set());
  CHECK(samples() == before); /* looking is no sample */
  CHECK(hook_set(false) == EBUSY && hook_is_set() && in_jemalloc == second);
  CHECK(hook_set(true) == 0 && in_jemalloc == second);
  CHECK(sample() == 2 && samples() == before + 1);
}

static void put_out_of_the_chain_by_another_it_knows_and_can_come_back(void) {
  in_jemalloc = unwinder; /* as by one that restores what it found, not what is there */
  CHECK(!hook_is_set() && hook_set(false) == 0);
  before_second = unwinder;
  in_jemalloc = second;
  CHECK(!hook_is_set() && hook_set(true) == EBUSY && in_jemalloc == second); /* which may still call ours */
  in_jemalloc = unwinder;
  CHECK(hook_set(true) == 0 && hook_is_set());
  uint64_t before = samples();
  CHECK(sample() == 1 && samples() == before + 1);
  CHECK(hook_set(false) == 0 && in_jemalloc == unwinder);
}

static void stacks_that_begin_in_java_are_counted(void) {
  void *stack[8];
  unsigned length = 0;
  in_jemalloc = unwinder;
  CHECK(hook_set(true) == 0);
  in_java = true;
  CHECK(sample() == 2 && counters_read(COUNTER_JAVA) == 1 && counters_read(COUNTER_JAVA_FIRST) == 0);
  called_by_java = true;
  in_jemalloc(stack, &length, 8);
  CHECK(length == 1 && ((uintptr_t)stack[0] & HOOK_JAVA_FRAME) == HOOK_JAVA_FRAME);
  CHECK(counters_read(COUNTER_JAVA) == 2 && counters_read(COUNTER_JAVA_FIRST) == 1);
  in_java = called_by_java = false;
  CHECK(hook_set(false) == 0);
}

static void the_librarys_own_memory_is_shown_as_its_own(void) {
  void *stack[8];
  unsigned length = 0;
  in_jemalloc = unwinder;
  of_own_memory = true;
  CHECK(hook_set(true) == 0);
  in_jemalloc(stack, &length, 8);
  CHECK(length == 2 && stack[0] == nested[3] && stack[1] == nested[4]);
  CHECK(hook_set(false) == 0);
  of_own_memory = false;
}

static void the_birth_is_the_last_word(void) {
  birth = BIRTHS_WORD | 1;
  in_java = true;
  CHECK(hook_set(true) == 0);
  for (unsigned capacity = 1; capacity <= 8; capacity++) {
    void *stack[8];
    unsigned length = 0;
    in_jemalloc(stack, &length, capacity);
    CHECK(length == (capacity < 3 ? capacity : 3));
    CHECK(((uint64_t)(uintptr_t)stack[length - 1] == birth) == (capacity > 2));
    CHECK(capacity > 1 || (uint64_t)(uintptr_t)stack[0] == HOOK_MARKER_CUT);
  }
  in_java = false;
  birth = 0;
  CHECK(hook_set(false) == 0);
}

static void a_vm_that_lacks_something_gets_no_hook(void) {
  missing = "it has no test";
  CHECK(hook_prepare(NULL, NULL) == ENOTSUP && strcmp(hook_obstacle(), missing) == 0);
  CHECK(hook_set(true) == EINVAL && in_jemalloc == unwinder);
  missing = NULL;
}

static void closed_behind_another_it_passes_on_and_counts_no_more(void) {
  in_jemalloc = unwinder;
  CHECK(hook_set(true) == 0);
  before_second = in_jemalloc;
  in_jemalloc = second;
  uint64_t before = samples();
  hook_close();
  CHECK(sample() == 2 && samples() == before);
  CHECK(hook_set(true) == ECANCELED);
}

int main(void) {
  in_jemalloc = unwinder;
  CHECK(hook_set(true) == EINVAL);
  a_vm_that_lacks_something_gets_no_hook();
  CHECK(hook_prepare(NULL, NULL) == 0);
  alone_it_comes_and_goes();
  behind_another_it_stays_and_makes_no_circle();
  put_out_of_the_chain_by_another_it_knows_and_can_come_back();
  stacks_that_begin_in_java_are_counted();
  the_librarys_own_memory_is_shown_as_its_own();
  the_birth_is_the_last_word();
  closed_behind_another_it_passes_on_and_counts_no_more();
  return 0;
}
