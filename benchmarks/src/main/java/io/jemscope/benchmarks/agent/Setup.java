package io.jemscope.benchmarks.agent;

/**
 * What the agent is made to do while the service works.
 *
 * @param name as the table names it
 * @param agent whether it is there at all
 * @param sampling whether sampling is on
 * @param path what is fetched from it every second; empty for nothing
 * @param hanging how many callers hang on it
 * @param options its settings, as {@code key=value,key=value}; may be empty
 */
record Setup(String name, boolean agent, boolean sampling, String path, int hanging, String options) {}
