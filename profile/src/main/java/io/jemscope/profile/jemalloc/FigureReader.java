package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleScale;

/**
 * Reads the figures of lines, {@code C: B [AC: AB]}, and scales them. Most stacks have one thread, whose line repeats the
 * stack's, so the last result is kept.
 */
final class FigureReader {

    private final SampleScale scale;
    private long objects = -1;
    private long bytes = -1;
    private long accumulatedObjects = -1;
    private long accumulatedBytes = -1;
    private Figures figures = Figures.NONE;

    FigureReader(SampleRate rate) {
        this.scale = new SampleScale(rate);
    }

    /**
     * Reads the figures up to the closing bracket.
     *
     * @param line the line, at the figures
     * @throws FormatException if the line has anything else
     */
    Figures read(LineScanner line) throws FormatException {
        line.skipBlanks();
        long lineObjects = line.decimal();
        line.expect(':');
        line.skipBlanks();
        long lineBytes = line.decimal();
        line.skipBlanks();
        line.expect('[');
        line.skipBlanks();
        long lineAccumulatedObjects = line.decimal();
        line.expect(':');
        line.skipBlanks();
        long lineAccumulatedBytes = line.decimal();
        line.skipBlanks();
        line.expect(']');
        return scaled(lineObjects, lineBytes, lineAccumulatedObjects, lineAccumulatedBytes);
    }

    /** The live objects of the last line, not scaled. */
    long rawObjects() {
        return objects;
    }

    /** The live bytes of the last line, not scaled. */
    long rawBytes() {
        return bytes;
    }

    private Figures scaled(long lineObjects, long lineBytes, long lineAccumulatedObjects, long lineAccumulatedBytes) {
        boolean same = lineObjects == objects
                && lineBytes == bytes
                && lineAccumulatedObjects == accumulatedObjects
                && lineAccumulatedBytes == accumulatedBytes;
        if (!same) {
            objects = lineObjects;
            bytes = lineBytes;
            accumulatedObjects = lineAccumulatedObjects;
            accumulatedBytes = lineAccumulatedBytes;
            figures = new Figures(scale.scale(objects, bytes), scale.scale(accumulatedObjects, accumulatedBytes));
        }
        return figures;
    }
}
