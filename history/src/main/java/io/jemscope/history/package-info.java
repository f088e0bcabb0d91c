/** What is known of processes over time: {@link io.jemscope.history.History} keeps snapshots, each with statistics and perhaps a profile. */
@NullMarked
package io.jemscope.history;

import org.jspecify.annotations.NullMarked;
