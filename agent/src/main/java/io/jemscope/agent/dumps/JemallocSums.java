package io.jemscope.agent.dumps;

/**
 * How much jemalloc has dumped by itself.
 *
 * @param files how many dumps
 * @param bytes what they take
 * @param last the highest number among them; where there are none, the number after which was looked
 */
public record JemallocSums(long files, long bytes, long last) {

    /** With one dump more. */
    JemallocSums plus(Dump dump) {
        return new JemallocSums(files + 1, bytes + dump.bytesOnDisk(), Math.max(last, dump.number()));
    }

    /**
     * With what came after it.
     *
     * @param more what was found after the last of these
     * @return both together
     */
    public JemallocSums plus(JemallocSums more) {
        return new JemallocSums(files + more.files, bytes + more.bytes, more.last);
    }
}
