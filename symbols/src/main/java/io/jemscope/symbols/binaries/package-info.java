/** Finds the files that a process had mapped: of a running process, on a disk, or below another root. */
@NullMarked
package io.jemscope.symbols.binaries;

import org.jspecify.annotations.NullMarked;
