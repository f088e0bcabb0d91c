/** The allocator's memory, options and upkeep under {@code /api/v1}. */
@NullMarked
package io.jemscope.agent.memory;

import org.jspecify.annotations.NullMarked;
