/**
 * What runs in the target: it tells the allocator's state, switches sampling on and off and dumps, for whoever knows the
 * token. {@link io.jemscope.agent.Agent} is where it starts.
 */
@NullMarked
package io.jemscope.agent;

import org.jspecify.annotations.NullMarked;
