/**
 * A profile as a person reads it: who holds the memory ({@link io.jemscope.report.AllocationSites}), flat and cumulative figures
 * ({@link io.jemscope.report.Top}), the call tree ({@link io.jemscope.report.CallTree}), and what the profile doesn't know
 * ({@link io.jemscope.report.ProfileQuality}). Each has a printer beside it that turns it into text. Reports know the model
 * and no file, no terminal and no clock.
 */
@NullMarked
package io.jemscope.report;

import org.jspecify.annotations.NullMarked;
