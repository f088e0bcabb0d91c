package io.jemscope.report;

import io.jemscope.profile.Samples;
import io.jemscope.profile.StackCursor;
import java.util.Arrays;

/**
 * Reads the stacks of samples as numbers of {@link FrameNames}, so that a report of millions of stacks creates no text and no
 * list for each. {@link Grouping#names} gives the same as texts. Not thread-safe.
 */
public final class StackNames {

    private final Samples samples;
    private final FrameTable frames;
    private final FrameNames names;
    private final StackCursor cursor;
    private final boolean coarse;
    private int[] stack = new int[128];
    private int depth;

    StackNames(Samples samples, Grouping grouping) {
        this(samples, new FrameNames(new FrameTable(samples.locations()), grouping));
    }

    StackNames(Samples samples, FrameNames names) {
        this.samples = samples;
        this.frames = names.frames();
        this.names = names;
        this.cursor = samples.stacks();
        this.coarse = names.isCoarse();
    }

    /** What the numbers stand for. */
    public FrameNames names() {
        return names;
    }

    /**
     * Reads a sample's stack; {@link #at} has it until the next one is read.
     *
     * @return the number of its names; 0 if the sample has no stack
     */
    public int read(int sample) {
        if (names.isByThread()) {
            stack[0] = names.ofThread(samples, sample);
            depth = 1;
        } else if (cursor.moveTo(sample)) {
            depth = readStack();
        }
        return depth;
    }

    private int readStack() {
        int size = cursor.depth();
        int[] locations = cursor.numbers();
        int read = 0;
        if (size > stack.length) {
            stack = new int[2 * size];
        }
        for (int i = 0; i < size; i++) {
            int name = names.ofLocation(locations[i]);
            if (name == FrameNames.SEVERAL) {
                read = readFrames(locations[i], read, size - i);
            } else if (!coarse || read == 0 || stack[read - 1] != name) {
                stack[read++] = name;
            }
        }
        return read;
    }

    private int readFrames(int location, int before, int locationsLeft) {
        int first = frames.first(location);
        int end = frames.first(location + 1);
        int most = before + end - first + locationsLeft;
        if (most > stack.length) {
            stack = Arrays.copyOf(stack, 2 * most);
        }
        int read = before;
        for (int frame = first; frame < end; frame++) {
            int name = names.of(frame);
            if (!coarse || read == 0 || stack[read - 1] != name) {
                stack[read++] = name;
            }
        }
        return read;
    }

    /**
     * A name of the stack that was read last.
     *
     * @param index 0 for the innermost
     * @return the name's number
     */
    public int at(int index) {
        return stack[index];
    }

    /** The same as an array, innermost first, longer than the stack; valid until the next one is read. */
    int[] numbers() {
        return stack;
    }
}
