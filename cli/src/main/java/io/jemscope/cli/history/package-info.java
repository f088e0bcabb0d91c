/** Finds, reads and prints the histories that agents keep. */
@NullMarked
package io.jemscope.cli.history;

import org.jspecify.annotations.NullMarked;
