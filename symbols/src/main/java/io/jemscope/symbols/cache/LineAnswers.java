package io.jemscope.symbols.cache;

import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frames of addresses, in few large arrays, as they stand in a cache file: the sorted addresses, for each the number
 * of its stack of frames, and the stacks, frames and strings each once, since many addresses share them. Objects are
 * made of what is asked for.
 *
 * <p>Not safe for use by several threads.
 */
final class LineAnswers implements LineTable {

    /** How many numbers a frame takes: its function and file, each a string's number or {@link #NONE}, and its line. */
    static final int FRAME_INTS = 3;

    /** In place of a string's number where there is none. */
    static final int NONE = -1;

    static final LineAnswers EMPTY =
            new LineAnswers(new long[0], new int[0], new int[] {0}, new int[0], new int[] {0}, new byte[0]);

    final long[] addresses;
    final int[] stacks;
    final int[] stackStarts;
    final int[] frames;
    final int[] stringStarts;
    final byte[] strings;

    private final @Nullable List<LineFrame>[] knownStacks;
    private final @Nullable String[] knownStrings;

    /**
     * Takes the arrays as they are.
     *
     * @param addresses ascending, each once
     * @param stacks for each address the number of its stack
     * @param stackStarts for each stack the number of its first frame, and at the end the number of frames
     * @param frames {@link #FRAME_INTS} numbers a frame, innermost first
     * @param stringStarts for each string where it begins, and at the end how long all are together
     * @param strings the strings, UTF-8
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    LineAnswers(long[] addresses, int[] stacks, int[] stackStarts, int[] frames, int[] stringStarts, byte[] strings) {
        this.addresses = addresses;
        this.stacks = stacks;
        this.stackStarts = stackStarts;
        this.frames = frames;
        this.stringStarts = stringStarts;
        this.strings = strings;
        this.knownStacks = new List[stackStarts.length - 1];
        this.knownStrings = new String[stringStarts.length - 1];
    }

    int size() {
        return addresses.length;
    }

    /** Whether an answer for the address is there; it may be that nothing is known of it. */
    boolean has(long address) {
        return Arrays.binarySearch(addresses, address) >= 0;
    }

    @Override
    public List<LineFrame> frames(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? List.of() : stack(stacks[index]);
    }

    /** The frames of a stack: the same instance each time. */
    List<LineFrame> stack(int number) {
        List<LineFrame> known = knownStacks[number];
        if (known == null) {
            LineFrame[] made = new LineFrame[stackStarts[number + 1] - stackStarts[number]];
            for (int index = 0; index < made.length; index++) {
                int at = (stackStarts[number] + index) * FRAME_INTS;
                made[index] = new LineFrame(string(frames[at]), string(frames[at + 1]), frames[at + 2]);
            }
            known = List.of(made);
            knownStacks[number] = known;
        }
        return known;
    }

    private @Nullable String string(int number) {
        if (number == NONE) {
            return null;
        }
        String known = knownStrings[number];
        if (known == null) {
            int start = stringStarts[number];
            known = new String(strings, start, stringStarts[number + 1] - start, StandardCharsets.UTF_8);
            knownStrings[number] = known;
        }
        return known;
    }

    /** Whether all numbers point at what is there: a file can say anything. */
    boolean isSound() {
        for (int index = 1; index < addresses.length; index++) {
            if (addresses[index - 1] >= addresses[index]) {
                return false;
            }
        }
        int strings = stringStarts.length - 1;
        for (int at = 0; at < frames.length; at += FRAME_INTS) {
            if (!isString(frames[at], strings) || !isString(frames[at + 1], strings) || frames[at + 2] < 0) {
                return false;
            }
        }
        return stacks.length == addresses.length
                && frames.length % FRAME_INTS == 0
                && areBelow(stacks, stackStarts.length - 1)
                && areStarts(stackStarts, frames.length / FRAME_INTS)
                && areStarts(stringStarts, this.strings.length);
    }

    private static boolean isString(int number, int count) {
        return number >= NONE && number < count;
    }

    private static boolean areBelow(int[] numbers, int limit) {
        for (int number : numbers) {
            if (number < 0 || number >= limit) {
                return false;
            }
        }
        return true;
    }

    private static boolean areStarts(int[] starts, int end) {
        for (int index = 1; index < starts.length; index++) {
            if (starts[index - 1] > starts[index]) {
                return false;
            }
        }
        return starts[0] == 0 && starts[starts.length - 1] == end;
    }
}
