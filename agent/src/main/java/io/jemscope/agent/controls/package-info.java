/** jemalloc's own run-time controls under {@code /api/v1}: what they are, how they are changed, and put back. */
@NullMarked
package io.jemscope.agent.controls;

import org.jspecify.annotations.NullMarked;
