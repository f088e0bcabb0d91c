#ifndef JEMSCOPE_CODE_CACHE_H
#define JEMSCOPE_CODE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "vm_tables.h"

/* Where a thread is in Java: what the VM calls the anchor. */
struct java_place {
  void **sp;
  void *pc;
};

/* Looks up what the others need; without it they answer false. Call before the hook is set. */
void code_cache_open(const struct vm_tables *tables);

/* True when the address lies in compiled Java code, the interpreter or the VM's stubs; false where this JVM doesn't
 * tell. Safe in the hook. */
bool code_cache_contains(uintptr_t address);

/*
 * A place in the stub that deoptimises the compiled method which called it, while the stack of the calling thread is
 * whole: replaces it by the place in that method where it stood when it was deoptimised. False and unchanged where it
 * is another place, or that method goes on where the stack says. Safe in the hook.
 */
bool code_cache_uncover(struct java_place *place);

#endif
