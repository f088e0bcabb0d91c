/** Tests of what the page shows. */
@NullMarked
package io.jemscope.report.page;

import org.jspecify.annotations.NullMarked;
