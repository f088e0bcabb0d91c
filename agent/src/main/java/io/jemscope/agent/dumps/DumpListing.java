package io.jemscope.agent.dumps;

import java.util.List;

/**
 * The dumps that there are, as a list of them shows them.
 *
 * @param dumps the dumps, the oldest first; of those that jemalloc makes by itself the newest two hundred
 * @param unlisted how many older ones of jemalloc's own there are beside them; each is found by its id
 */
public record DumpListing(List<Dump> dumps, long unlisted) {}
