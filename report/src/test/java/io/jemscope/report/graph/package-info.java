/** Tests of the call graph. */
@NullMarked
package io.jemscope.report.graph;

import org.jspecify.annotations.NullMarked;
