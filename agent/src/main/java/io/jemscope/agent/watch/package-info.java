/** Makes bundles: one file with all there is to know of this process's memory, by itself when a rule of the setting {@code watch} is met. */
@NullMarked
package io.jemscope.agent.watch;

import org.jspecify.annotations.NullMarked;
