/**
 * Runs: sampling switched on for a while, and what came of it. One state machine and one writer to the allocator; it
 * knows dumps and nothing of HTTP.
 */
@NullMarked
package io.jemscope.agent.profiling;

import org.jspecify.annotations.NullMarked;
