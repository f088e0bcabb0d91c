/* Whether machine code is read as what it says, and as nothing where it says something else. */

#include "handler_count.h"

#include <string.h>

#include "check.h"

#ifdef __x86_64__

enum { TERMINATED = 0x540, COUNT = 0x544, LENGTH = 256 };

/* As GCC builds JDK 25: load, test, near jump, the thread in r12, the answer's structure in rbx. */
static const unsigned char near_jump[] = {
    0x55,                                           /* push rbp */
    0x41, 0x8b, 0x84, 0x24, 0x40, 0x05, 0x00, 0x00, /* mov eax, [r12 + 0x540] */
    0x2d, 0xab, 0xde, 0x00, 0x00,                   /* sub eax, 0xdeab */
    0x41, 0x8b, 0x84, 0x24, 0x44, 0x05, 0x00, 0x00, /* mov eax, [r12 + 0x544] */
    0x85, 0xc0,                                     /* test eax, eax */
    0x7f, 0x01,                                     /* jg +1 */
    0xc3,                                           /* ret */
    0xc7, 0x43, 0x08, 0xf7, 0xff, 0xff, 0xff        /* mov dword [rbx + 8], -9 */
};
enum { LOAD_AT = 14, TEST_AT = 22, JUMP_AT = 24, STORE_AT = 27 };

/* Compare with memory, far jump, the thread in rax, the answer's structure in r14. */
static const unsigned char far_jump[] = {
    0x8b, 0x88, 0x40, 0x05, 0x00, 0x00,            /* mov ecx, [rax + 0x540] */
    0x83, 0xb8, 0x44, 0x05, 0x00, 0x00, 0x00,      /* cmp dword [rax + 0x544], 0 */
    0x0f, 0x8f, 0x01, 0x00, 0x00, 0x00,            /* jg +1 */
    0xc3,                                          /* ret */
    0x41, 0xc7, 0x46, 0x08, 0xf7, 0xff, 0xff, 0xff /* mov dword [r14 + 8], -9 */
};
enum { COMPARED_AT = 12 };

static unsigned char code[LENGTH];

/* The code, and behind it instructions that are of no interest. */
static void lay(const unsigned char *bytes, size_t size) {
  memset(code, 0x90, sizeof(code));
  memcpy(code, bytes, size);
}

static bool told(ptrdiff_t count, ptrdiff_t terminated) {
  return handler_count_is_at(count, code, sizeof(code), terminated);
}

static bool told_with(size_t at, unsigned char byte) {
  lay(near_jump, sizeof(near_jump));
  code[at] = byte;
  return told(COUNT, TERMINATED);
}

static void both_forms_are_read(void) {
  lay(near_jump, sizeof(near_jump));
  CHECK(told(COUNT, TERMINATED));
  lay(far_jump, sizeof(far_jump));
  CHECK(told(COUNT, TERMINATED));
}

static void another_place_is_not_confirmed(void) {
  lay(near_jump, sizeof(near_jump));
  CHECK(!told(COUNT + 4, TERMINATED));
  CHECK(!told(COUNT - 4, TERMINATED));
  CHECK(!told(COUNT, TERMINATED + 4)); /* which is then read nowhere */
  CHECK(!told(TERMINATED, TERMINATED));
  lay(far_jump, sizeof(far_jump));
  CHECK(!told(COUNT, TERMINATED - 8));
}

static void another_instruction_is_not_taken_for_it(void) {
  CHECK(told_with(TEST_AT, 0x85));
  CHECK(!told_with(1, 0x40));            /* _terminated by another register's object */
  CHECK(!told_with(LOAD_AT, 0x40));      /* the count likewise */
  CHECK(!told_with(LOAD_AT + 1, 0x89));  /* a store */
  CHECK(!told_with(LOAD_AT + 3, 0x64));  /* with an index */
  CHECK(!told_with(TEST_AT + 1, 0xc8));  /* a test of two registers */
  CHECK(!told_with(JUMP_AT, 0x7d));      /* greater or equal */
  CHECK(!told_with(JUMP_AT, 0x75));      /* not equal */
  CHECK(!told_with(JUMP_AT + 1, 0x02));  /* to another place */
  CHECK(!told_with(JUMP_AT + 1, 0x80));  /* to before the beginning */
  CHECK(!told_with(STORE_AT + 2, 0x0c)); /* the answer elsewhere */
  CHECK(!told_with(STORE_AT + 3, 0xf6)); /* another answer: -10 */
  CHECK(!told_with(STORE_AT + 1, 0x4b)); /* no store of a constant */
  lay(far_jump, sizeof(far_jump));
  code[COMPARED_AT] = 1; /* greater than 1 */
  CHECK(!told(COUNT, TERMINATED));
}

static void twice_is_once_too_many(void) {
  lay(near_jump, sizeof(near_jump));
  memcpy(code + 100, near_jump, sizeof(near_jump));
  CHECK(!told(COUNT, TERMINATED));
  lay(near_jump, sizeof(near_jump));
  memcpy(code + 100, far_jump, sizeof(far_jump));
  CHECK(!told(COUNT, TERMINATED));
}

static void nothing_is_read_behind_the_end(void) {
  for (size_t length = 0; length < sizeof(near_jump); length++) {
    CHECK(!handler_count_is_at(COUNT, near_jump, length, TERMINATED));
  }
  CHECK(handler_count_is_at(COUNT, near_jump, sizeof(near_jump), TERMINATED));
  for (size_t length = 0; length < sizeof(far_jump); length++) {
    CHECK(!handler_count_is_at(COUNT, far_jump, length, TERMINATED));
  }
}

/* Each byte of it changed in each way: either it still says the same, or it says nothing; never another place. */
static void no_changed_byte_makes_it_say_another_place(void) {
  for (size_t at = 0; at < sizeof(near_jump); at++) {
    for (int byte = 0; byte < 256; byte++) {
      lay(near_jump, sizeof(near_jump));
      code[at] = (unsigned char)byte;
      for (ptrdiff_t other = TERMINATED + 8; other < TERMINATED + 64; other += 4) {
        CHECK(!told(other, other - 4));
      }
    }
  }
}

int main(void) {
  both_forms_are_read();
  another_place_is_not_confirmed();
  another_instruction_is_not_taken_for_it();
  twice_is_once_too_many();
  nothing_is_read_behind_the_end();
  no_changed_byte_makes_it_say_another_place();
  return 0;
}

#else

int main(void) {
  static const unsigned char code[64];
  CHECK(!handler_count_is_at(0x544, code, sizeof(code), 0x540));
  return 0;
}

#endif
