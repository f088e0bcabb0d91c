/**
 * What the agent is told, from four sources: the agent's options, system properties, the environment, a file. It says
 * what it can't use, and where that stood, and goes on without.
 */
@NullMarked
package io.jemscope.agent.settings;

import org.jspecify.annotations.NullMarked;
