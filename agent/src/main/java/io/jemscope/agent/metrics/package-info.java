/** What Prometheus collects. */
@NullMarked
package io.jemscope.agent.metrics;

import org.jspecify.annotations.NullMarked;
