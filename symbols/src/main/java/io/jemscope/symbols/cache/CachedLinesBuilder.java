package io.jemscope.symbols.cache;

import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Merges cached lines with new ones. */
final class CachedLinesBuilder {

    // A hash table of the stacks' numbers, counted from 1; 0 is an empty slot.
    private int[] stacks = new int[1 << 12];
    private final Map<String, Integer> strings = new HashMap<>();
    private final IntList stackStarts = new IntList();
    private final IntList frames = new IntList();
    private final IntList stringStarts = new IntList();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private CachedLinesBuilder() {
        stackStarts.add(0);
        stringStarts.add(0);
    }

    /**
     * Adds lines to cached ones.
     *
     * @param cached valid cached lines ({@link CachedLines#isValid})
     * @param addresses the new addresses, ascending and distinct, none of them cached
     * @param table their lines
     * @return the lines of all
     */
    static CachedLines merge(CachedLines cached, long[] addresses, LineTable table) {
        CachedLinesBuilder builder = new CachedLinesBuilder();
        // Many addresses share a cached stack, so each is hashed once.
        int[] renumbered = new int[cached.stackStarts.length - 1];
        Arrays.fill(renumbered, CachedLines.NONE);
        long[] all = new long[cached.size() + addresses.length];
        int[] numbers = new int[all.length];
        int old = 0;
        int added = 0;
        for (int index = 0; index < all.length; index++) {
            boolean isOld =
                    added == addresses.length || (old < cached.size() && cached.addresses[old] < addresses[added]);
            if (isOld) {
                all[index] = cached.addresses[old];
                int before = cached.stacks[old++];
                if (renumbered[before] == CachedLines.NONE) {
                    renumbered[before] = builder.stack(cached.stack(before));
                }
                numbers[index] = renumbered[before];
            } else {
                all[index] = addresses[added];
                numbers[index] = builder.stack(table.frames(addresses[added++]));
            }
        }
        return new CachedLines(
                all,
                numbers,
                builder.stackStarts.toArray(),
                builder.frames.toArray(),
                builder.stringStarts.toArray(),
                builder.bytes.toByteArray());
    }

    /** Adds a stack, and removes it again if it is there already; returns its number. */
    private int stack(List<LineFrame> stack) {
        int start = frames.size();
        for (LineFrame frame : stack) {
            frames.add(string(frame.function()));
            frames.add(string(frame.file()));
            frames.add(frame.line());
        }
        int slot = slot(start);
        int existing = stacks[slot] - 1;
        if (existing >= 0) {
            frames.truncate(start);
            return existing;
        }
        int number = stackStarts.size() - 1;
        stackStarts.add(frames.size() / CachedLines.FRAME_INTS);
        stacks[slot] = number + 1;
        if (2 * number > stacks.length) {
            growStacks();
        }
        return number;
    }

    /** Returns the slot of the last stack, which begins at an index of the frames; an empty slot if it is new. */
    private int slot(int start) {
        int mask = stacks.length - 1;
        int slot = frames.hash(start, frames.size()) & mask;
        while (stacks[slot] != 0 && !isStack(stacks[slot] - 1, start)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isStack(int number, int start) {
        int from = stackStarts.get(number) * CachedLines.FRAME_INTS;
        int to = stackStarts.get(number + 1) * CachedLines.FRAME_INTS;
        return frames.rangesEqual(from, to, start, frames.size());
    }

    private void growStacks() {
        stacks = new int[2 * stacks.length];
        for (int number = 0; number < stackStarts.size() - 1; number++) {
            int from = stackStarts.get(number) * CachedLines.FRAME_INTS;
            int to = stackStarts.get(number + 1) * CachedLines.FRAME_INTS;
            int slot = frames.hash(from, to) & stacks.length - 1;
            while (stacks[slot] != 0) {
                slot = slot + 1 & stacks.length - 1;
            }
            stacks[slot] = number + 1;
        }
    }

    private int string(@Nullable String string) {
        if (string == null) {
            return CachedLines.NONE;
        }
        Integer number = strings.get(string);
        if (number == null) {
            bytes.writeBytes(string.getBytes(StandardCharsets.UTF_8));
            number = stringStarts.size() - 1;
            stringStarts.add(bytes.size());
            strings.put(string, number);
        }
        return number;
    }
}
