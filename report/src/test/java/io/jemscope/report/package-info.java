/** Tests of the reports. */
@NullMarked
package io.jemscope.report;

import org.jspecify.annotations.NullMarked;
