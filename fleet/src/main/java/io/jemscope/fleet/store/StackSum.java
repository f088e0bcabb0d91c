package io.jemscope.fleet.store;

/**
 * What one stack of a profile holds.
 *
 * @param site the stack's site: its Java line, or its native function
 * @param stack its frames by name, the innermost first, a line each
 */
public record StackSum(String site, String stack, Sums sums) {}
