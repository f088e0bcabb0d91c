@NullMarked
package io.jemscope.report.pipeline;

import org.jspecify.annotations.NullMarked;
