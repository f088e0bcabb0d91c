/** Tests of trends. */
@NullMarked
package io.jemscope.report.trend;

import org.jspecify.annotations.NullMarked;
