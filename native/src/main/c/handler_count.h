#ifndef JEMSCOPE_HANDLER_COUNT_H
#define JEMSCOPE_HANDLER_COUNT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether AsyncGetCallTrace's machine code says that a thread of the VM's counts at that offset, as an int, the
 * deoptimisation handlers that it is in. code is the function's beginning; terminated is the offset of
 * JavaThread::_terminated, which the function reads as well. False where the code doesn't say it beyond doubt, which is
 * so on every machine but x86-64.
 */
bool handler_count_is_at(ptrdiff_t offset, const unsigned char *code, size_t length, ptrdiff_t terminated);

#endif
