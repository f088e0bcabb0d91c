/** The verdicts on programs of known truth, beside the usual tests for a trend; {@code benchmarks/verdict} runs it. */
@org.jspecify.annotations.NullMarked
package io.jemscope.benchmarks.verdict;
