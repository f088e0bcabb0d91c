/** Events for JDK Flight Recorder. Loaded only where the setting {@code jfr} is true. */
@NullMarked
package io.jemscope.agent.jfr;

import org.jspecify.annotations.NullMarked;
