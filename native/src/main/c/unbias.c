/* The mathematics library isn't linked: the JVM's process may not have it, and its functions may be another's. */

#include "unbias.h"

static const double UNIT = 256;

/* 1 - e^-x for x >= 0, to about 12 digits: a few terms of the series for a small x, doubled again. */
static double share_sampled(double x) {
  int doublings = 0;
  if (x > 40) {
    return 1;
  }
  while (x > 1.0 / 128) {
    x /= 2;
    doublings++;
  }
  double share = x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5))));
  for (; doublings > 0; doublings--) {
    share *= 2 - share;
  }
  return share;
}

static double rate(unsigned lg) { return (double)(UINT64_C(1) << lg); }

struct unbiased unbias(size_t bytes, unsigned lg) {
  double size = bytes == 0 ? 1 : (double)bytes;
  double objects = UNIT / share_sampled(size / rate(lg));
  return (struct unbiased){(uint64_t)(objects + 0.5), (uint64_t)(objects * size + 0.5)};
}

/* The size of which one sample stands for that many bytes: at least for those between two samples. */
static double size_for(double stands_for, unsigned lg) {
  double least = 0;
  double most = stands_for;
  for (int step = 0; step < 60; step++) {
    double size = (least + most) / 2;
    double scaled = size / share_sampled(size / rate(lg));
    least = scaled < stands_for ? size : least;
    most = scaled < stands_for ? most : size;
  }
  return most;
}

void unbias_counts(const struct unbiased *sum, unsigned lg, uint64_t *objects, uint64_t *bytes) {
  *objects = *bytes = 0;
  if (sum->objects == 0) {
    return;
  }
  double all_objects = (double)sum->objects / UNIT;
  double all_bytes = (double)sum->bytes / UNIT;
  double count = (double)(uint64_t)(all_objects * share_sampled(all_bytes / all_objects / rate(lg)) + 0.5);
  double most = (double)(uint64_t)(all_bytes / rate(lg)); /* with more, even the smallest would stand for too much */
  count = count > most ? most : count;
  count = count < 1 ? 1 : count;
  double counted = count * size_for(all_bytes / count, lg);
  *objects = (uint64_t)count;
  *bytes = counted < count ? (uint64_t)count : (uint64_t)(counted + 0.5);
}
