/** Starts and stops the agent in the target: {@code Agent} is the entry point that the native library calls. */
@NullMarked
package io.jemscope.agent.bootstrap;

import org.jspecify.annotations.NullMarked;
