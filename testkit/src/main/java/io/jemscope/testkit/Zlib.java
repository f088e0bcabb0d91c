package io.jemscope.testkit;

/**
 * The sizes of zlib's allocations, measured with every allocation sampled ({@code lg_prof_sample:0}) on JDK 17 with Debian's zlib and
 * on JDK 25 with its own, 64 bits each. The module's README has the command.
 */
public final class Zlib {

    /** The stream structure, which the JDK allocates in the constructor of an inflater or a deflater. */
    private static final long STREAM_BYTES = SizeClass.of(112);

    /** A new inflater: the stream and its state. The first data adds the window. */
    public static final long NEW_INFLATER_BYTES = STREAM_BYTES + SizeClass.of(7152);

    /** A deflater of any level: the stream, its state, and window, chain, hash heads and pending output, 64 KiB each. */
    public static final long NEW_DEFLATER_BYTES = STREAM_BYTES + SizeClass.of(5936) + 4 * SizeClass.of(65_536);

    private Zlib() {}
}
