/**
 * The memory ledger: where the process's resident memory lies. Nothing of it is loaded before the first request. What the rows
 * mean, and which of them are added, stands in {@code docs/memory.md}.
 */
@NullMarked
package io.jemscope.agent.rss;

import org.jspecify.annotations.NullMarked;
