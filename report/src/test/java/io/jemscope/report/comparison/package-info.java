/** Tests of comparisons. */
@NullMarked
package io.jemscope.report.comparison;

import org.jspecify.annotations.NullMarked;
