package io.jemscope.cli.control;

/**
 * What an agent says of its JVM.
 *
 * @param samples the samples taken so far; 0 without the hook
 * @param allocatedBytes what the program holds of the allocator, in bytes
 * @param residentBytes what the allocator holds of the machine's memory, in bytes
 */
public record AgentState(long samples, long allocatedBytes, long residentBytes) {}
