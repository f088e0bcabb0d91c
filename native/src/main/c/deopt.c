/*
 * Java frames of what is allocated inside deoptimisation.
 *
 * AsyncGetCallTrace answers "deopt" (-9) for a thread in a deoptimisation handler, which the thread counts, since the
 * handler takes compiled frames off the stack and puts interpreted ones there. Most of what is allocated there, though,
 * is allocated before: while the handler finds out what the new frames must hold (Deoptimization::fetch_unroll_info,
 * uncommon_trap: arenas, the unroll block), and even loads classes, in Java, to do so. Until it begins to replace
 * frames the stack is whole, and the VM walks it itself. Only then is it asked for here:
 *
 *  - the VM has put no new frames down: no array of them is at hand, or the stub has not yet said, by a frame pointer,
 *    that the frames now look interpreted (vm_find_place; while they are filled in there is no last Java frame at all).
 *  - The thread is in the VM or in Java. In native code, a listener's to an event of the handler's own say, a safepoint
 *    doesn't wait for the thread: another may walk its stack at any moment, from the place that would be moved here,
 * and miss what a frame in between holds. And the flight recorder looks at the count of a thread in native code, from a
 *    thread of its own, before it does the same. So there neither the place nor the count is written.
 *  - The count is set to 0 for one more call, on the thread that it belongs to and which is inside malloc meanwhile.
 *    Only that thread ever writes it, and nothing but AsyncGetCallTrace and the flight recorder's like of it, which
 *    then find a stack as whole as we do, ever reads it. It is put back whatever the answer.
 *  - A method that was thrown away while it was being executed is stepped into (code_cache_uncover), as the VM does.
 *
 * The count is no field that the VM tells of, and to write to another would be a disaster. So three things must say
 * that it is the one, or stacks inside deoptimisation stay without Java frames:
 *
 *  - It stands right behind _terminated, which the VM does tell of.
 *  - AsyncGetCallTrace's machine code compares the int at just that place with 0, and answers -9 where it is greater
 *    (handler_count.c).
 *  - It is tried once, before the first sample, on the thread that sets the hook: with 1 there the answer is -9, with
 *    the 0 that was there it isn't (deopt_prove).
 *
 * And from then on each sample must agree: -9 where the count is greater than 0, and only there. The first that doesn't
 * ends it for good.
 */

#include "deopt.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "code_cache.h"
#include "counters.h"

enum {
  ANSWER_EXITING = -8,
  ANSWER_DEOPT = -9,
  MOST_HANDLERS = 1000 /* one inside the other, by way of classes that are loaded */
};

/* relaxed: set on one thread before the hook is first published, with release, and from then on only taken back. */
static _Atomic bool proven;

static void doubt(void) { atomic_store_explicit(&proven, false, memory_order_relaxed); }

static jint answer_of(async_get_call_trace *call_trace, JNIEnv *jni, void *context) {
  struct java_frame frame;
  struct java_stack stack = {jni, 0, &frame};
  call_trace(&stack, 1, context);
  return stack.length;
}

void deopt_prove(async_get_call_trace *call_trace, JNIEnv *jni, void *context) {
  volatile int32_t *handlers = vm_handlers(jni);
  if (handlers == NULL || *handlers != 0) {
    return;
  }
  jint before = answer_of(call_trace, jni, context);
  *handlers = 1;
  jint inside = answer_of(call_trace, jni, context);
  *handlers = 0;
  jint after = answer_of(call_trace, jni, context);
  if (before != ANSWER_DEOPT && inside == ANSWER_DEOPT && after == before) {
    atomic_store_explicit(&proven, true, memory_order_relaxed);
  }
}

/* As the answer says, is the thread in a handler where the count says so? */
static bool agree(jint answer, int32_t count) {
  bool sane = count >= 0 && count <= MOST_HANDLERS;
  return sane && (answer == ANSWER_EXITING || (answer == ANSWER_DEOPT) == (count > 0));
}

/* The call for a thread in a handler; answers false where it told no stack. */
static bool ask_inside(async_get_call_trace *call_trace, struct java_stack *stack, jint depth, void *context,
                       volatile int32_t *handlers) {
  struct java_place place;
  if (!vm_find_place(stack->jni, &place)) {
    return false;
  }
  code_cache_uncover(&place);
  struct java_place before = vm_set_place(stack->jni, place);
  int32_t count = *handlers;
  *handlers = 0;
  call_trace(stack, depth, context);
  *handlers = count;
  vm_set_place(stack->jni, before);
  if (stack->length == ANSWER_DEOPT) {
    doubt();
  }
  return stack->length > 0;
}

void deopt_ask(async_get_call_trace *call_trace, struct java_stack *stack, jint depth, void *context) {
  volatile int32_t *handlers = atomic_load_explicit(&proven, memory_order_relaxed) ? vm_handlers(stack->jni) : NULL;
  int32_t count = handlers == NULL ? 0 : *handlers;
  call_trace(stack, depth, context);
  if (handlers == NULL) {
    return;
  }
  if (!agree(stack->length, count) || *handlers != count) {
    doubt();
  } else if (stack->length == ANSWER_DEOPT) {
    if (ask_inside(call_trace, stack, depth, context, handlers)) {
      counters_add(COUNTER_JAVA_DEOPT);
    } else {
      stack->length = ANSWER_DEOPT;
    }
  }
}
