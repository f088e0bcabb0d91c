@NullMarked
package io.jemscope.report.shaping;

import org.jspecify.annotations.NullMarked;
