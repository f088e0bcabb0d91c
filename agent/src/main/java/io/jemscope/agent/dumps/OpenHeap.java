package io.jemscope.agent.dumps;

import java.nio.channels.FileChannel;

/**
 * A dump that is open for reading and has no name any more: what it takes on the disk goes when it is closed.
 *
 * @param id the id that it had
 * @param content the dump as jemalloc wrote it; its receiver closes it
 */
public record OpenHeap(String id, FileChannel content) {}
