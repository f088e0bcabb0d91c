package io.jemscope.agent.dumps;

/**
 * A dump and what it costs to keep it. The older first.
 *
 * @param bytes what it takes on disk with the names of its Java frames
 */
record SizedDump(Dump dump, long bytes) implements Comparable<SizedDump> {

    @Override
    public int compareTo(SizedDump other) {
        return dump.compareTo(other.dump);
    }
}
