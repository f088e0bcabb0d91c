/** Takes a snapshot of this process from time to time, and keeps the history of it and its earlier starts. */
@NullMarked
package io.jemscope.agent.history;

import org.jspecify.annotations.NullMarked;
