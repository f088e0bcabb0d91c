package io.jemscope.fleet.store;

/**
 * What the instances of a service hold by one stack.
 *
 * @param stack its frames by name, the innermost first, a line each
 * @param holders in how many instances it holds anything
 */
public record StackTotal(String stack, int holders, Sums sums) {}
