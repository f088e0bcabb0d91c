package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.SampleRate;

/**
 * The line that a dump begins with, in one of its forms:
 *
 * <pre>
 * heap_v2/R                                    jemalloc 4 and later: a stack, then a line for each thread
 * heap profile: C: B [AC: AB] @ heap_v2/R      jemalloc 3, tcmalloc: one line a stack
 * heap profile: C: B [AC: AB] @ heap/N         older tcmalloc: R is N / 2, and the older scaling
 * heap profile: C: B [AC: AB] @ heapprofile    gperftools, mimalloc: everything was counted
 * heap profile: C: B [C: B]                    the oldest tcmalloc: as heap/262144
 * </pre>
 *
 * @param byThread whether stacks have lines for their threads
 * @param scaling how raw figures become estimates
 */
record HeapHeader(boolean byThread, Scaling scaling) {

    /** What jeprof takes where an old header names no rate. */
    private static final SampleRate OLD_DEFAULT = new SampleRate(128 * 1024);

    /**
     * Reads the line.
     *
     * @param line the line, at its beginning
     * @return the header
     * @throws FormatException where it is none
     */
    static HeapHeader read(LineScanner line) throws FormatException {
        if (line.skip("heap_v2")) {
            return new HeapHeader(true, new Scaling(rate(line, 1), false));
        }
        if (line.skip("heap profile:")) {
            return new HeapHeader(false, flatScaling(line));
        }
        throw line.fail("a heap dump begins with 'heap_v2/' or 'heap profile:'");
    }

    private static Scaling flatScaling(LineScanner line) throws FormatException {
        Figures total = new FigureReader(Scaling.NONE).read(line);
        line.skipBlanks();
        if (!line.skip('@')) {
            // So did the first remote profiles of tcmalloc look, whose two pairs are always the same.
            boolean oldest = total.live().equals(total.accumulated());
            return oldest ? new Scaling(OLD_DEFAULT, true) : Scaling.NONE;
        }
        line.skipBlanks();
        if (line.skip("heapprofile")) {
            return Scaling.NONE;
        }
        if (line.skip("heap_v2") || line.skip("heapz_v2")) {
            return new Scaling(line.atEnd() ? OLD_DEFAULT : rate(line, 1), false);
        }
        if (line.skip("heapz") || line.skip("heap")) {
            return new Scaling(line.atEnd() ? OLD_DEFAULT : rate(line, 2), true);
        }
        throw line.fail("only heap profiles can be read, of the types heap_v2, heap and heapprofile");
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
