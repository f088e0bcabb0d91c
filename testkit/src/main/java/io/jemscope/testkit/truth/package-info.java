/** Programs of known truth, leaky and not, to measure verdicts against; {@code benchmarks/verdict} runs them. */
@org.jspecify.annotations.NullMarked
package io.jemscope.testkit.truth;
