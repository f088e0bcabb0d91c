/**
 * What changed between two profiles, and whether sampling alone could have changed it
 * ({@link io.jemscope.report.comparison.Comparison}); one profile less another
 * ({@link io.jemscope.report.comparison.ProfileDiff}).
 */
@NullMarked
package io.jemscope.report.comparison;

import org.jspecify.annotations.NullMarked;
