/* The spans of births: each second lies in exactly one, and they grow with the time since the start. */

#include "births.h"

#include "allocator.h"
#include "check.h"

static bool accumulates;

bool allocator_flag(const char *name, bool otherwise) {
  (void)name;
  (void)otherwise;
  return accumulates;
}

static uint64_t begin(uint64_t word) { return word & ((UINT64_C(1) << 40) - 1); }
static uint64_t width(uint64_t word) { return word >> 40 & 0xff; }

static void nothing_before_the_start(void) {
  CHECK(births_word() == 0);
  births_restart();
  CHECK(births_word() == 0);
}

static void nothing_where_stacks_stay_for_ever(void) {
  accumulates = true;
  births_start();
  CHECK(births_word() == 0);
  accumulates = false;
}

static void each_second_lies_in_one_span(void) {
  enum { START = 1700000000 };
  uint64_t last = births_word_at(START, 0);
  CHECK(last == (BIRTHS_WORD | START));
  for (uint64_t elapsed = 0; elapsed < 100000; elapsed++) {
    uint64_t word = births_word_at(START, elapsed);
    CHECK(word >> 48 == BIRTHS_WORD >> 48);
    CHECK(begin(word) <= START + elapsed && START + elapsed < begin(word) + (UINT64_C(1) << width(word)));
    CHECK(word == last || begin(word) == begin(last) + (UINT64_C(1) << width(last)));
    CHECK(width(word) <= BIRTHS_LONGEST && (elapsed < 32 || elapsed >> width(word) >= 16));
    last = word;
  }
  CHECK(width(last) == BIRTHS_LONGEST);
}

static void now_is_in_the_word(void) {
  births_start();
  uint64_t word = births_word();
  CHECK(word >> 48 == BIRTHS_WORD >> 48 && width(word) == 0 && begin(word) > 1700000000);
}

int main(void) {
  nothing_before_the_start();
  nothing_where_stacks_stay_for_ever();
  each_second_lies_in_one_span();
  now_is_in_the_word();
  return 0;
}
