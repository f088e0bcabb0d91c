/** What the page shows of a profile, as one JSON object or as one HTML file. */
@NullMarked
package io.jemscope.report.page;

import org.jspecify.annotations.NullMarked;
