/** The agent's settings and where each was set. */
@NullMarked
package io.jemscope.agent.config;

import org.jspecify.annotations.NullMarked;
