package io.jemscope.profile;

/**
 * Addresses that no program has. The native library puts them into the allocator's stacks for Java frames, marks and births.
 * Their upper 16 bits differ from all user addresses of x86-64 and arm64. They aren't return addresses: the address before
 * them means nothing.
 */
public final class PseudoAddress {

    /** The first address of Java frames; the lower 32 bits hold the frame's number. */
    public static final long JAVA_START = 0x4A45_0000_0000_0000L;

    /** The first address behind those of Java frames. */
    public static final long JAVA_LIMIT = JAVA_START + (1L << 32);

    /** The first address of marks; the lower 16 bits hold the mark's kind. */
    public static final long MARKER_START = 0x4A4D_0000_0000_0000L;

    /** The first address behind those of marks. */
    public static final long MARKER_LIMIT = MARKER_START + (1L << 16);

    /** The mark that a stack was cut: it was deeper than the allocator keeps. */
    public static final long CUT = MARKER_START + 1;

    /** Compiled Java code that called the allocator itself, where a reader needs a frame before the Java frames. */
    public static final long JAVA_CODE = MARKER_START + 2;

    /** The first address of births: the last address of a stack may say when its memory was allocated ({@link Birth}). */
    public static final long BIRTH_START = 0x4A42_0000_0000_0000L;

    private PseudoAddress() {}

    /**
     * Whether an address stands for a Java frame.
     *
     * @return whether it does
     */
    public static boolean isJava(long address) {
        return address >>> 48 == JAVA_START >>> 48;
    }

    /** Whether an address is a mark. */
    public static boolean isMarker(long address) {
        return address >>> 48 == MARKER_START >>> 48;
    }

    /** Whether an address is a birth. */
    public static boolean isBirth(long address) {
        return address >>> 48 == BIRTH_START >>> 48;
    }

    /** Whether an address isn't one of the program: a Java frame, a mark or a birth. */
    public static boolean isPseudo(long address) {
        return isJava(address) || isMarker(address) || isBirth(address);
    }
}
