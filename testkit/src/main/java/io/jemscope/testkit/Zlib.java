package io.jemscope.testkit;

/**
 * What zlib takes from the allocator. The figures were measured with every allocation sampled
 * ({@code lg_prof_sample:0}) on JDK 17 with Debian's zlib and on JDK 25 with its own, 64 bits each; the module's README
 * has the command.
 */
public final class Zlib {

    /** The stream structure, that the JDK itself allocates in the constructor of an inflater or a deflater. */
    private static final long STREAM_BYTES = SizeClass.of(112);

    /** An inflater that has seen no data yet: the stream and its state. The window comes with the first data. */
    public static final long NEW_INFLATER_BYTES = STREAM_BYTES + SizeClass.of(7152);

    /** A deflater of any level: the stream, its state, and window, chain, hash heads and pending output, 64 KiB each. */
    public static final long NEW_DEFLATER_BYTES = STREAM_BYTES + SizeClass.of(5936) + 4 * SizeClass.of(65_536);

    private Zlib() {}
}
