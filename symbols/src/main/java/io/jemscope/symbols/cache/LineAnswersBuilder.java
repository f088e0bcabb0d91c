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

    private final Map<List<LineFrame>, Integer> stacks = new HashMap<>();
    private final Map<String, Integer> strings = new HashMap<>();
    private final Ints stackStarts = new Ints();
    private final Ints frames = new Ints();
    private final Ints stringStarts = new Ints();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private LineAnswersBuilder() {
        stackStarts.add(0);
        stringStarts.add(0);
    }

    /**
     * Adds answers to known ones.
     *
     * @param known what was known before
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

    private int stack(List<LineFrame> stack) {
        Integer number = stacks.get(stack);
        if (number == null) {
            for (LineFrame frame : stack) {
                frames.add(string(frame.function()));
                frames.add(string(frame.file()));
                frames.add(frame.line());
            }
            number = stackStarts.size() - 1;
            stackStarts.add(frames.size() / LineAnswers.FRAME_INTS);
            stacks.put(stack, number);
        }
        return number;
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

    /** Numbers, without an object for each. */
    private static final class Ints {
        private int[] values = new int[256];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        int size() {
            return size;
        }

        int[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
