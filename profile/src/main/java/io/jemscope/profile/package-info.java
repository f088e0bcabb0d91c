/**
 * The model of a heap profile: samples of stacks with amounts of memory, the mappings their addresses lie in, and the
 * arithmetic that turns samples into bytes. The model knows no file format and no report.
 */
@NullMarked
package io.jemscope.profile;

import org.jspecify.annotations.NullMarked;
