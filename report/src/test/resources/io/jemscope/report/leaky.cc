// Leaks amounts that can be told from one another, each in a function of its own. Built and run by NativeProgramTest.

#include <cstdlib>
#include <vector>

#define KEPT_APART __attribute__((noinline, noclone))

// What is kept; volatile, so that no allocation is optimised away.
static void *volatile kept;

// A wrapper as many programs have one.
KEPT_APART static void *xmalloc(size_t size) {
  void *block = malloc(size);
  if (block == nullptr) {
    abort();
  }
  return block;
}

// A wrapper whose name nobody knows.
KEPT_APART static void *shop_get_block(size_t size) { return xmalloc(size); }

// 3,000 blocks of 1,999 bytes, which take 2,048 each.
KEPT_APART static void plant_readers() {
  for (int i = 0; i < 3000; i++) {
    kept = xmalloc(1999);
  }
}

// 200 blocks of 65,537 bytes, which take 81,920 each.
KEPT_APART static void plant_pages() {
  for (int i = 0; i < 200; i++) {
    kept = shop_get_block(65537);
  }
}

struct Order {
  char text[500];
};

// 9,000 objects of 500 bytes, which take 512 each.
KEPT_APART static void plant_orders() {
  for (int i = 0; i < 9000; i++) {
    kept = new Order;
  }
}

// 40 arrays of 12,345 longs, which take 98,760 bytes each, and so 98,304 and more.
KEPT_APART static void plant_index() {
  for (int i = 0; i < 40; i++) {
    auto *index = new std::vector<long>;
    index->reserve(12345);
    kept = index;
  }
}

// 7 calls deep, so that a function calls itself.
KEPT_APART static void walk(int depth) {
  if (depth > 0) {
    walk(depth - 1);
    return;
  }
  for (int i = 0; i < 100; i++) {
    kept = malloc(30000);
  }
}

int main() {
  plant_readers();
  plant_pages();
  plant_orders();
  plant_index();
  walk(7);
  return 0;
}
