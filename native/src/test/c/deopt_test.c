/* When the count of handlers is written to, that it is always put back, and what ends it. */

#include "deopt.h"

#include <stdbool.h>
#include <stddef.h>

#include "check.h"
#include "code_cache.h"
#include "counters.h"
#include "vm.h"

enum { DEOPT = -9, EXITING = -8, FRAMES = 3 };

/* --- the VM --- */

static volatile int32_t count;   /* of the handlers that the thread is in */
static volatile int32_t another; /* a field that means nothing to the function below */
static volatile int32_t *told;   /* where the count is said to stand */

static bool whole;       /* the stack */
static bool thrown_away; /* the method on top */
static jint answer;      /* outside of handlers */
static bool always_deopt;
static int calls, uncovered;
static uint64_t rescued;

static void *words[8];
static char stub, method;
static const struct java_place in_stub = {words, &stub};
static const struct java_place in_method = {words + 4, &method};
static struct java_place place;      /* the thread's */
static struct java_place place_seen; /* in the last call */

static void call_trace(struct java_stack *stack, jint depth, void *context) {
  (void)depth;
  (void)context;
  calls++;
  place_seen = place;
  stack->length = answer == EXITING ? EXITING : count > 0 || always_deopt ? DEOPT : answer;
}

volatile int32_t *vm_handlers(const JNIEnv *jni) {
  (void)jni;
  return told;
}

bool vm_find_place(const JNIEnv *jni, struct java_place *found) {
  (void)jni;
  *found = place;
  return whole;
}

struct java_place vm_set_place(const JNIEnv *jni, struct java_place fresh) {
  (void)jni;
  struct java_place before = place;
  place = fresh;
  return before;
}

bool code_cache_uncover(struct java_place *found) {
  uncovered++;
  if (thrown_away) {
    *found = in_method;
  }
  return thrown_away;
}

void counters_add(enum counter counter) { rescued += counter == COUNTER_JAVA_DEOPT; }

/* --- the tests --- */

/* As at the start, with the count known and its trial done. */
static void begin(void) {
  count = another = 0;
  told = &count;
  whole = true;
  thrown_away = always_deopt = false;
  answer = FRAMES;
  place = in_stub;
  rescued = 0;
  deopt_prove(call_trace, NULL, NULL);
  calls = uncovered = 0;
}

static jint ask(void) {
  struct java_frame frames[FRAMES];
  struct java_stack stack = {NULL, 0, frames};
  calls = 0;
  deopt_ask(call_trace, &stack, FRAMES, NULL);
  CHECK(place.sp == in_stub.sp && place.pc == in_stub.pc);
  return stack.length;
}

/* Inside a handler: does it get a stack? */
static bool rescues(void) {
  int32_t inside = count = 2;
  bool got = ask() == FRAMES;
  CHECK(count == inside);
  count = 0;
  return got;
}

static void a_whole_stack_is_had(void) {
  begin();
  CHECK(ask() == FRAMES && calls == 1 && rescued == 0);
  CHECK(rescues() && calls == 2 && rescued == 1);
  CHECK(place_seen.pc == &stub);
  CHECK(ask() == FRAMES && calls == 1);
}

static void a_method_thrown_away_is_stepped_into(void) {
  begin();
  thrown_away = true;
  CHECK(rescues() && uncovered == 1);
  CHECK(place_seen.pc == &method && place_seen.sp == words + 4);
}

static void frames_being_replaced_are_left_alone(void) {
  begin();
  whole = false;
  CHECK(!rescues() && calls == 1 && uncovered == 0 && rescued == 0);
  whole = true;
  CHECK(rescues());
}

static void a_refusal_is_still_one_for_deoptimisation(void) {
  begin();
  answer = -6;
  count = 1;
  CHECK(ask() == DEOPT && calls == 2 && rescued == 0 && count == 1);
  answer = FRAMES;
  CHECK(rescues());
}

static void a_thread_that_ends_says_nothing_of_the_count(void) {
  begin();
  answer = EXITING;
  count = 1;
  CHECK(ask() == EXITING && calls == 1);
  answer = FRAMES;
  CHECK(rescues());
}

static void what_is_not_known_is_not_tried(void) {
  begin();
  told = NULL;
  CHECK(!rescues() && calls == 1);
}

/* deopt_prove in a given situation: nothing is written later. */
static void refused(void) {
  deopt_prove(call_trace, NULL, NULL);
  CHECK(!rescues() && calls == 1);
}

static void end_it(void) {
  begin();
  count = 1;
  told = &another;
  CHECK(ask() == DEOPT);
  count = 0;
  told = &count;
  CHECK(!rescues());
}

static void a_field_without_effect_is_refused(void) {
  end_it();
  told = &another;
  refused();
  CHECK(another == 0);
}

static void a_field_that_is_not_zero_is_refused_unwritten(void) {
  end_it();
  another = 7;
  told = &another;
  int before = calls = 0;
  deopt_prove(call_trace, NULL, NULL);
  CHECK(another == 7 && calls == before);
  told = &count;
  CHECK(!rescues());
}

static void a_vm_that_always_says_deopt_is_refused(void) {
  end_it();
  always_deopt = true;
  deopt_prove(call_trace, NULL, NULL);
  always_deopt = false;
  CHECK(count == 0 && !rescues());
}

static void deopt_without_the_count_ends_it(void) {
  begin();
  always_deopt = true;
  CHECK(ask() == DEOPT && calls == 1);
  always_deopt = false;
  CHECK(!rescues());
}

static void the_count_without_deopt_ends_it(void) {
  begin();
  another = 1;
  told = &another;
  CHECK(ask() == FRAMES && another == 1);
  told = &count;
  CHECK(!rescues());
}

static void a_senseless_count_ends_it(void) {
  begin();
  count = -1;
  CHECK(ask() == FRAMES && count == -1);
  CHECK(!rescues());
  begin();
  count = 1 << 20;
  CHECK(ask() == DEOPT && calls == 1 && count == 1 << 20);
  CHECK(!rescues());
}

static void deopt_with_the_count_at_nought_ends_it(void) {
  begin();
  count = 1;
  always_deopt = true;
  CHECK(ask() == DEOPT && calls == 2 && count == 1);
  always_deopt = false;
  CHECK(!rescues());
}

int main(void) {
  count = 2;
  told = &count;
  place = in_stub;
  CHECK(ask() == DEOPT && calls == 1); /* nothing is done before it is proven */
  a_whole_stack_is_had();
  a_method_thrown_away_is_stepped_into();
  frames_being_replaced_are_left_alone();
  a_refusal_is_still_one_for_deoptimisation();
  a_thread_that_ends_says_nothing_of_the_count();
  what_is_not_known_is_not_tried();
  a_field_without_effect_is_refused();
  a_field_that_is_not_zero_is_refused_unwritten();
  a_vm_that_always_says_deopt_is_refused();
  deopt_without_the_count_ends_it();
  the_count_without_deopt_ends_it();
  a_senseless_count_ends_it();
  deopt_with_the_count_at_nought_ends_it();
  return 0;
}
