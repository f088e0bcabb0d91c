/** From a request and a profile to a report: what the command, its runs and the HTTP interface have in common. */
@NullMarked
package io.jemscope.report.pipeline;

import org.jspecify.annotations.NullMarked;
