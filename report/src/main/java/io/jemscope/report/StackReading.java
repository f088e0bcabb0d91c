package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import org.jspecify.annotations.Nullable;

/**
 * What one stack says to an operator.
 *
 * @param site the innermost Java frame outside the JDK, or the JDK's own innermost; null where there are no Java frames
 * @param caller the first frame of the program's own code above a site that is a library's; null where the site is the
 *     program's own, or nothing above it is
 * @param function the innermost native function that says why the memory was asked for, which is the site where there are
 *     no Java frames; null where there is none
 */
record StackReading(
        @Nullable JavaFrame site,
        @Nullable Frame caller,
        @Nullable Frame function) {}
