package io.jemscope.cli.control;

/**
 * What an agent says of its JVM.
 *
 * @param samples the samples taken so far; 0 without the hook
 * @param rssBytes the resident memory of the whole process, in bytes; 0 if the agent does not say it
 * @param mallocBytes what of it the allocator holds at most, in bytes; 0 if the agent does not say it
 */
public record AgentState(long samples, long rssBytes, long mallocBytes) {}
