package io.jemscope.agent.dump;

/**
 * A dump and what it costs to keep it.
 *
 * @param dump the dump
 * @param bytes what it takes on disk with the names of its Java frames
 */
record SizedDump(Dump dump, long bytes) {}
