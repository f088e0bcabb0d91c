package io.jemscope.symbols.cache;

import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frames of addresses in a few large arrays, as in a cache file: the sorted addresses, for each the number of its stack of
 * frames, and the stacks, frames and strings without duplicates, since many addresses share them. Only requested stacks become
 * objects and are checked.
 *
 * <p>Not safe for use by several threads.
 */
final class CachedLines implements LineTable {

    /** The length of a frame: its function and file, each a string's number or {@link #NONE}, and its line. */
    static final int FRAME_INTS = 3;

    /** The number of a missing string. */
    static final int NONE = -1;

    static final CachedLines EMPTY =
            new CachedLines(new long[0], new int[0], new int[] {0}, new int[0], new int[] {0}, new byte[0]);

    final long[] addresses;
    final int[] stacks;
    final int[] stackStarts;
    final int[] frames;
    final int[] stringStarts;
    final byte[] strings;

    private final @Nullable List<LineFrame>[] stackCache;
    private final @Nullable String[] stringCache;

    /**
     * Uses the arrays without a copy.
     *
     * @param addresses ascending and distinct
     * @param stacks for each address the number of its stack
     * @param stackStarts for each stack the number of its first frame, then the number of frames
     * @param frames {@link #FRAME_INTS} numbers a frame, innermost first
     * @param stringStarts for each string its offset, then the length of all strings
     * @param strings the strings in UTF-8
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    CachedLines(long[] addresses, int[] stacks, int[] stackStarts, int[] frames, int[] stringStarts, byte[] strings) {
        this.addresses = addresses;
        this.stacks = stacks;
        this.stackStarts = stackStarts;
        this.frames = frames;
        this.stringStarts = stringStarts;
        this.strings = strings;
        this.stackCache = new List[stackStarts.length - 1];
        this.stringCache = new String[stringStarts.length - 1];
    }

    int size() {
        return addresses.length;
    }

    /** Returns whether the address was looked up; it may have no frames. */
    boolean has(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index >= 0 && isStack(stacks[index]);
    }

    @Override
    public List<LineFrame> frames(long address) {
        int index = Arrays.binarySearch(addresses, address);
        return index < 0 ? List.of() : stack(stacks[index]);
    }

    /** Returns the frames of a stack, the same instance each time; empty if its numbers are invalid, as they can be in a file. */
    List<LineFrame> stack(int number) {
        if (!isStack(number)) {
            return List.of();
        }
        List<LineFrame> cached = stackCache[number];
        if (cached == null) {
            cached = read(stackStarts[number], stackStarts[number + 1]);
            stackCache[number] = cached;
        }
        return cached;
    }

    private List<LineFrame> read(int start, int end) {
        LineFrame[] read = new LineFrame[end - start];
        for (int index = 0; index < read.length; index++) {
            int at = (start + index) * FRAME_INTS;
            if (!isString(frames[at]) || !isString(frames[at + 1])) {
                return List.of();
            }
            read[index] = new LineFrame(string(frames[at]), string(frames[at + 1]), Math.max(0, frames[at + 2]));
        }
        return List.of(read);
    }

    private @Nullable String string(int number) {
        if (number == NONE) {
            return null;
        }
        String cached = stringCache[number];
        if (cached == null) {
            int start = stringStarts[number];
            cached = new String(strings, start, stringStarts[number + 1] - start, StandardCharsets.UTF_8);
            stringCache[number] = cached;
        }
        return cached;
    }

    private boolean isStack(int number) {
        return number >= 0 && number < stackCache.length;
    }

    private boolean isString(int number) {
        return number >= NONE && number < stringCache.length;
    }

    /**
     * Returns whether the starts of stacks and strings are valid, so that a hostile file can't cause an allocation larger than
     * itself. Other numbers are checked when they are used, or by {@link #isValid}.
     */
    boolean hasValidStarts() {
        return isValid(stackStarts, frames.length / FRAME_INTS) && isValid(stringStarts, strings.length);
    }

    /** Returns whether the addresses ascend and each has a stack, so that others can be added. */
    boolean isValid() {
        for (int index = 0; index < addresses.length; index++) {
            if (!isStack(stacks[index]) || (index > 0 && addresses[index] <= addresses[index - 1])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValid(int[] starts, int end) {
        int previous = 0;
        for (int start : starts) {
            if (start < previous) {
                return false;
            }
            previous = start;
        }
        return starts[0] == 0 && previous == end;
    }
}
