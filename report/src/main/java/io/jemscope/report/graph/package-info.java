/**
 * The call graph: who calls whom on the way to an allocation. {@link io.jemscope.report.graph.CallGraph} is the arithmetic
 * alone; {@link io.jemscope.report.graph.DotWriter} and {@link io.jemscope.report.graph.SvgWriter} draw it. Only drawing as
 * SVG loads the layout library.
 */
@NullMarked
package io.jemscope.report.graph;

import org.jspecify.annotations.NullMarked;
