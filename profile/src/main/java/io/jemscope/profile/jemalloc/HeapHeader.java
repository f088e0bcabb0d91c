package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.SampleRate;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a dump, in one of its forms:
 *
 * <pre>
 * heap_v2/R                                    jemalloc 4 and later: a stack, then a line for each thread
 * heap profile: C: B [AC: AB] @ heap_v2/R      jemalloc 3, tcmalloc: one line a stack
 * heap profile: C: B [AC: AB] @ heap/N         Go's debug=1, older tcmalloc: R is N / 2
 * heap profile: C: B [AC: AB] @ heapprofile    gperftools, mimalloc: everything was counted
 * heap profile: C: B [AC: AB] @ growthz        gperftools: what the heap grew by; everything was counted
 * heap profile: C: B [C: B]                    the oldest tcmalloc: as heap/262144
 * </pre>
 *
 * <p>{@code heap/N} is scaled as Go's pprof scales it. jeprof raises small blocks to the rate instead, which is wrong for
 * Go's files.
 *
 * @param byThread whether stacks have lines for their threads
 * @param rate the mean distance between two samples; 1 byte if every allocation is counted
 * @param figures what the figures count, if not memory in use; else null
 * @param countsFreed whether the figures in brackets include freed memory. The older forms repeat the figures before the
 *     brackets if freed memory isn't counted
 * @param bytes the live bytes of the whole process, not scaled; 0 if the header doesn't have them
 */
record HeapHeader(
        boolean byThread, SampleRate rate, @Nullable String figures, boolean countsFreed, double bytes) {

    /** jeprof's default for old headers without a rate. */
    private static final SampleRate OLD_DEFAULT = new SampleRate(128 * 1024);

    private static final String GROWTH =
            "the file counts what the heap grew by (growthz): memory taken from the system, in use or not";

    private static final String FRAGMENTATION = "the file counts memory lost to fragmentation (fragmentationz)";

    /**
     * Reads the line from its beginning.
     *
     * @throws FormatException if the line is not a header
     */
    static HeapHeader read(LineScanner line) throws FormatException {
        if (line.skip("heap_v2")) {
            return new HeapHeader(true, rate(line, 1), null, true, 0);
        }
        if (line.skip("heap profile:")) {
            return flat(line);
        }
        throw line.fail("a heap dump begins with 'heap_v2/' or 'heap profile:'");
    }

    private static HeapHeader flat(LineScanner line) throws FormatException {
        Figures total = new FigureReader(SampleRate.EVERY_ALLOCATION).read(line);
        double bytes = total.live().bytes();
        boolean countsFreed = !total.accumulated().isNone() && !total.live().equals(total.accumulated());
        line.skipBlanks();
        if (!line.skip('@')) {
            // The first remote profiles of tcmalloc look like this, with the same figures twice.
            return new HeapHeader(
                    false, countsFreed ? SampleRate.EVERY_ALLOCATION : OLD_DEFAULT, null, countsFreed, bytes);
        }
        line.skipBlanks();
        if (line.skip("heapprofile")) {
            return new HeapHeader(false, SampleRate.EVERY_ALLOCATION, null, countsFreed, bytes);
        }
        if (line.skip("growth")) {
            return new HeapHeader(false, SampleRate.EVERY_ALLOCATION, GROWTH, false, bytes);
        }
        if (line.skip("fragmentation")) {
            return new HeapHeader(false, SampleRate.EVERY_ALLOCATION, FRAGMENTATION, false, bytes);
        }
        if (line.skip("heap_v2") || line.skip("heapz_v2")) {
            return new HeapHeader(false, line.atEnd() ? OLD_DEFAULT : rate(line, 1), null, countsFreed, bytes);
        }
        if (line.skip("heapz") || line.skip("heap")) {
            return new HeapHeader(false, line.atEnd() ? OLD_DEFAULT : rate(line, 2), null, countsFreed, bytes);
        }
        throw line.fail("this type of profile is not supported; supported are heap_v2, heap, heapprofile, growth and"
                + " fragmentation");
    }

    private static SampleRate rate(LineScanner line, int divisor) throws FormatException {
        line.expect('/');
        long bytes = line.decimal() / divisor;
        line.skipBlanks();
        if (bytes < 1 || !line.atEnd()) {
            throw line.fail("the sampling rate should be a whole number of bytes above 0");
        }
        return new SampleRate(bytes);
    }
}
