/** What a profile is made into before it is counted: labels as frames, labels left out, inlined functions left out. */
@NullMarked
package io.jemscope.report.shaping;

import org.jspecify.annotations.NullMarked;
