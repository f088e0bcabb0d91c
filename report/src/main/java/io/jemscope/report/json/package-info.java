/**
 * Reports as JSON, for scripts. Names are stable: names are added, and none is taken away or given another meaning. A
 * figure's unit is in its name ({@code liveBytes}), or in the report's {@code unit}: {@code bytes} or {@code count}.
 * Figures are whole numbers. {@code docs/json.md} has each report's form.
 */
@NullMarked
package io.jemscope.report.json;

import org.jspecify.annotations.NullMarked;
