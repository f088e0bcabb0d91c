/** The agent's own threads, and what they cost. */
@NullMarked
package io.jemscope.agent.threads;

import org.jspecify.annotations.NullMarked;
