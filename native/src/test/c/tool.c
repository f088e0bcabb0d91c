/* A function that another tool puts in malloc's place, or, as libprivate.so, an allocator of its own: sampler_test.c.
 */

#include <stdlib.h>

__attribute__((visibility("default"))) void *TOOL_MALLOC(size_t size);

void *TOOL_MALLOC(size_t size) { return calloc(1, size); }
