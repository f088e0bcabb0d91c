/** The agent's figures for JMX. Loaded only where the setting {@code jmx} is true. */
@NullMarked
package io.jemscope.agent.jmx;

import org.jspecify.annotations.NullMarked;
