/*
 * The VM's tables don't say where a thread counts the deoptimisation handlers that it is in; AsyncGetCallTrace's code
 * does, as it begins with
 *
 *     if (thread->_terminated …) answer -8;
 *     if (thread->_in_deopt_handler > 0) answer -9;
 *
 * What is looked for is just these instructions, in the forms that GCC and Clang give them: a load of _terminated, and
 * behind it a load of the count by the same register, a comparison with 0, and a jump to where -9 is stored. It must
 * stand there exactly once. No instruction is taken for another by chance: the whole is some twenty bytes, ten of which
 * are known, and two distances.
 */

#include "handler_count.h"

#include <stdint.h>
#include <string.h>

#ifdef __x86_64__

enum {
  REX_BASE = 0x41,       /* the base register is one of r8 to r15 */
  LOAD = 0x8b,           /* mov register, [base + offset] */
  COMPARE = 0x83,        /* with extension 7: cmp dword [base + offset], byte */
  COMPARE_EXTENSION = 7, /* where a register's number stands otherwise */
  TEST = 0x85,           /* test register, register */
  STORE = 0xc7,          /* with extension 0: mov dword [base + offset], constant */
  GREATER = 0x7f,        /* jg, a byte of distance */
  FAR = 0x0f,            /* with the next: jg, four bytes of distance */
  FAR_GREATER = 0x8f,
  NO_INDEX = 0x24, /* stands behind a base with the low number 4, which is rsp or r12 */
  BYTE_OFFSET = 1,
  WORD_OFFSET = 2,
  ANSWER_OFFSET = 8, /* ASGCT_CallTrace.num_frames */
  ANSWER_DEOPT = -9
};

/* Reads instructions; once something doesn't fit, good is false and everything read is 0. */
struct reader {
  const unsigned char *code;
  size_t length, at;
  bool good;
};

/* What stands for memory in an instruction: [base + offset]. */
struct operand {
  unsigned base, number; /* number: the other register, or the instruction's extension */
  int32_t offset;
};

static unsigned read_byte(struct reader *reader) {
  reader->good &= reader->at < reader->length;
  return reader->good ? reader->code[reader->at++] : 0;
}

static int32_t read_word(struct reader *reader) {
  int32_t word = 0;
  reader->good &= reader->length - reader->at >= sizeof(word) && reader->at <= reader->length;
  if (reader->good) {
    memcpy(&word, reader->code + reader->at, sizeof(word));
    reader->at += sizeof(word);
  }
  return word;
}

static int32_t read_distance(struct reader *reader, bool wide) {
  return wide ? read_word(reader) : (int8_t)read_byte(reader);
}

/* The instruction with that code, and the operand behind it. */
static struct operand read_operation(struct reader *reader, unsigned wanted, unsigned form) {
  unsigned operation = read_byte(reader);
  unsigned high = operation == REX_BASE ? 8 : 0;
  operation = high != 0 ? read_byte(reader) : operation;
  unsigned mode = read_byte(reader);
  reader->good &= operation == wanted && mode >> 6 == form;
  if ((mode & 7) == 4) {
    reader->good &= read_byte(reader) == NO_INDEX;
  }
  int32_t offset = read_distance(reader, form == WORD_OFFSET);
  return (struct operand){(mode & 7) | high, mode >> 3 & 7, offset};
}

/* Behind a comparison: the place that is jumped to where it was greater. */
static size_t read_jump(struct reader *reader) {
  unsigned jump = read_byte(reader);
  bool far = jump == FAR;
  reader->good &= far ? read_byte(reader) == FAR_GREATER : jump == GREATER;
  int32_t distance = read_distance(reader, far);
  return reader->at + (size_t)(ptrdiff_t)distance; /* before the beginning it is a very large number */
}

static bool answers_deopt(const unsigned char *code, size_t length, size_t at) {
  struct reader reader = {code, length, at, at < length};
  struct operand answer = read_operation(&reader, STORE, BYTE_OFFSET);
  int32_t value = read_word(&reader);
  return reader.good && answer.number == 0 && answer.offset == ANSWER_OFFSET && value == ANSWER_DEOPT;
}

/* Reads "load, test, jump"; the whole must lead to the answer. */
static struct operand read_loaded(struct reader *reader, size_t *target) {
  struct operand count = read_operation(reader, LOAD, WORD_OFFSET);
  reader->good &= read_byte(reader) == TEST;
  reader->good &= read_byte(reader) == (0xc0 | count.number << 3 | count.number);
  *target = read_jump(reader);
  return count;
}

/* Reads "compare with 0, jump". */
static struct operand read_compared(struct reader *reader, size_t *target) {
  struct operand count = read_operation(reader, COMPARE, WORD_OFFSET);
  reader->good &= count.number == COMPARE_EXTENSION;
  reader->good &= read_byte(reader) == 0;
  *target = read_jump(reader);
  return count;
}

/* How long the instructions are that answer "deopt" where an int is greater than 0; 0 where others stand there. */
static size_t match(const unsigned char *code, size_t length, size_t at, struct operand *count) {
  static struct operand (*const forms[])(struct reader * reader, size_t * target) = {read_loaded, read_compared};
  for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
    struct reader reader = {code, length, at, true};
    size_t target = 0;
    *count = forms[i](&reader, &target);
    if (reader.good && answers_deopt(code, length, target)) {
      return reader.at - at;
    }
  }
  return 0;
}

static bool is_loaded(const unsigned char *code, size_t length, unsigned base, ptrdiff_t offset) {
  for (size_t at = 0; at < length;) {
    struct reader reader = {code, length, at, true};
    struct operand loaded = read_operation(&reader, LOAD, WORD_OFFSET);
    if (reader.good && loaded.base == base && loaded.offset == offset) {
      return true;
    }
    at = reader.good ? reader.at : at + 1;
  }
  return false;
}

bool handler_count_is_at(ptrdiff_t offset, const unsigned char *code, size_t length, ptrdiff_t terminated) {
  struct operand found = {0, 0, 0};
  size_t where = 0;
  int matches = 0;
  for (size_t at = 0; at < length;) {
    struct operand count;
    size_t size = match(code, length, at, &count);
    if (size > 0) {
      found = count;
      where = at;
      matches++;
    }
    at += size > 0 ? size : 1;
  }
  return matches == 1 && found.offset == offset && is_loaded(code, where, found.base, terminated);
}

#else

bool handler_count_is_at(ptrdiff_t offset, const unsigned char *code, size_t length, ptrdiff_t terminated) {
  (void)offset;
  (void)code;
  (void)length;
  (void)terminated;
  return false;
}

#endif
