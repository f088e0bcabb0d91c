/** What happened in the agent, the newest in memory: for the page, the metrics and later questions. */
@NullMarked
package io.jemscope.agent.events;

import org.jspecify.annotations.NullMarked;
