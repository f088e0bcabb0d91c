package io.jemscope.agent.dumps;

/**
 * A dump and what it costs to keep it.
 *
 * @param bytes what it takes on disk with the names of its Java frames
 */
record SizedDump(Dump dump, long bytes) {}
