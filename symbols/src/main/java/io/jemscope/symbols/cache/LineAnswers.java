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
 * made of what is asked for, and only that is looked at.
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
        int index = Arrays.binarySearch(addresses, address);
        return index >= 0 && isStack(stacks[index]);
    }

    @Override
    public List<LineFrame> frames(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? List.of() : stack(stacks[index]);
    }

    /** The frames of a stack: the same instance each time. None where the numbers make no sense: a file can say anything. */
    List<LineFrame> stack(int number) {
        if (!isStack(number)) {
            return List.of();
        }
        List<LineFrame> known = knownStacks[number];
        if (known == null) {
            known = read(stackStarts[number], stackStarts[number + 1]);
            knownStacks[number] = known;
        }
        return known;
    }

    private List<LineFrame> read(int start, int end) {
        LineFrame[] made = new LineFrame[end - start];
        for (int index = 0; index < made.length; index++) {
            int at = (start + index) * FRAME_INTS;
            if (!isString(frames[at]) || !isString(frames[at + 1])) {
                return List.of();
            }
            made[index] = new LineFrame(string(frames[at]), string(frames[at + 1]), Math.max(0, frames[at + 2]));
        }
        return List.of(made);
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

    private boolean isStack(int number) {
        return number >= 0 && number < knownStacks.length;
    }

    private boolean isString(int number) {
        return number >= NONE && number < knownStrings.length;
    }

    /**
     * Whether no stack and no string is longer than all together, so that a hostile file can't ask for more than its own
     * size. Other numbers are looked at when they are used, or by {@link #canGrow}.
     */
    boolean isSound() {
        return areStarts(stackStarts, frames.length / FRAME_INTS) && areStarts(stringStarts, strings.length);
    }

    /** Whether others can be added: the addresses ascend, and each has a stack. */
    boolean canGrow() {
        for (int index = 0; index < addresses.length; index++) {
            if (!isStack(stacks[index]) || (index > 0 && addresses[index] <= addresses[index - 1])) {
                return false;
            }
        }
        return true;
    }

    private static boolean areStarts(int[] starts, int end) {
        int before = 0;
        for (int start : starts) {
            if (start < before) {
                return false;
            }
            before = start;
        }
        return starts[0] == 0 && before == end;
    }
}
