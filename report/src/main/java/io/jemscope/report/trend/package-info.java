/** How each site's figures went over a series of dumps ({@link io.jemscope.report.trend.Trend}). */
@NullMarked
package io.jemscope.report.trend;

import org.jspecify.annotations.NullMarked;
