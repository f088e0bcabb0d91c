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

/** Puts answers together: those known before and new ones. */
final class LineAnswersBuilder {

    // Hashed; a stack's number counted from 1, 0 where there is none.
    private int[] stacks = new int[1 << 12];
    private final Map<String, Integer> strings = new HashMap<>();
    private final IntList stackStarts = new IntList();
    private final IntList frames = new IntList();
    private final IntList stringStarts = new IntList();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private LineAnswersBuilder() {
        stackStarts.add(0);
        stringStarts.add(0);
    }

    /**
     * Adds answers to known ones.
     *
     * @param known what was known before; what {@link LineAnswers#canGrow} says of it is true
     * @param addresses the new addresses, ascending, each once, none of them known
     * @param table what is known of these
     * @return the answers to all
     */
    static LineAnswers join(LineAnswers known, long[] addresses, LineTable table) {
        LineAnswersBuilder builder = new LineAnswersBuilder();
        // Many addresses share a known stack: hashing it once is enough.
        int[] renumbered = new int[known.stackStarts.length - 1];
        Arrays.fill(renumbered, LineAnswers.NONE);
        long[] all = new long[known.size() + addresses.length];
        int[] numbers = new int[all.length];
        int old = 0;
        int added = 0;
        for (int index = 0; index < all.length; index++) {
            boolean takeOld =
                    added == addresses.length || (old < known.size() && known.addresses[old] < addresses[added]);
            if (takeOld) {
                all[index] = known.addresses[old];
                int before = known.stacks[old++];
                if (renumbered[before] == LineAnswers.NONE) {
                    renumbered[before] = builder.stack(known.stack(before));
                }
                numbers[index] = renumbered[before];
            } else {
                all[index] = addresses[added];
                numbers[index] = builder.stack(table.frames(addresses[added++]));
            }
        }
        return new LineAnswers(
                all,
                numbers,
                builder.stackStarts.toArray(),
                builder.frames.toArray(),
                builder.stringStarts.toArray(),
                builder.bytes.toByteArray());
    }

    /** Writes a stack behind the others, and takes it back where it stands there already. */
    private int stack(List<LineFrame> stack) {
        int start = frames.size();
        for (LineFrame frame : stack) {
            frames.add(string(frame.function()));
            frames.add(string(frame.file()));
            frames.add(frame.line());
        }
        int slot = slot(start);
        int known = stacks[slot] - 1;
        if (known >= 0) {
            frames.shorten(start);
            return known;
        }
        int number = stackStarts.size() - 1;
        stackStarts.add(frames.size() / LineAnswers.FRAME_INTS);
        stacks[slot] = number + 1;
        if (2 * number > stacks.length) {
            growStacks();
        }
        return number;
    }

    /** Where the stack that begins at an index of the frames and ends with them is in the table, or belongs. */
    private int slot(int start) {
        int mask = stacks.length - 1;
        int slot = frames.hash(start, frames.size()) & mask;
        while (stacks[slot] != 0 && !isStack(stacks[slot] - 1, start)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isStack(int number, int start) {
        int from = stackStarts.get(number) * LineAnswers.FRAME_INTS;
        int to = stackStarts.get(number + 1) * LineAnswers.FRAME_INTS;
        return frames.areAlike(from, to, start, frames.size());
    }

    private void growStacks() {
        stacks = new int[2 * stacks.length];
        for (int number = 0; number < stackStarts.size() - 1; number++) {
            int from = stackStarts.get(number) * LineAnswers.FRAME_INTS;
            int to = stackStarts.get(number + 1) * LineAnswers.FRAME_INTS;
            int slot = frames.hash(from, to) & stacks.length - 1;
            while (stacks[slot] != 0) {
                slot = slot + 1 & stacks.length - 1;
            }
            stacks[slot] = number + 1;
        }
    }

    private int string(@Nullable String string) {
        if (string == null) {
            return LineAnswers.NONE;
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
