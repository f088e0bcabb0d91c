package io.jemscope.agent.dump;

/**
 * How much jemalloc has dumped by itself.
 *
 * @param files how many dumps
 * @param bytes what they take
 * @param last the highest number among them; where there are none, the number after which was looked
 */
public record JemallocSums(long files, long bytes, long last) {}
