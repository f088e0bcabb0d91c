/** jemalloc in this process: its memory, its controls and their changes, its allocation log. */
@NullMarked
package io.jemscope.agent.jemalloc;

import org.jspecify.annotations.NullMarked;
