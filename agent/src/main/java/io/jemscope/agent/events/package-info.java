/** What happened in the agent, the newest in memory: for the page, the metrics and whoever asks afterwards. */
@NullMarked
package io.jemscope.agent.events;

import org.jspecify.annotations.NullMarked;
