/** What this machine, its JVM and its jemalloc can do, and the command that fixes what is missing. */
@NullMarked
package io.jemscope.cli.doctor;

import org.jspecify.annotations.NullMarked;
