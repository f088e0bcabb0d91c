/** Moments as text. */
@NullMarked
package io.jemscope.agent.time;

import org.jspecify.annotations.NullMarked;
