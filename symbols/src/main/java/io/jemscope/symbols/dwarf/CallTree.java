package io.jemscope.symbols.dwarf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions that hold wanted addresses, and those inlined into them: each knows the one it stands in and the line
 * that calls it there. Kept as columns, with an index for each function.
 */
final class CallTree {

    /** No function. */
    static final int NONE = -1;

    private int count;
    private int[] callers = new int[64];
    private int[] functions = new int[64];
    private int[] lines = new int[64];
    private int[] depths = new int[64];
    private @Nullable String[] files = new @Nullable String[64];
    private final List<@Nullable String> names = new ArrayList<>();

    /**
     * Adds a function.
     *
     * @param caller what it is inlined into; {@link #NONE} where it isn't
     * @param function its name's index
     * @param file the source file of the call; null where it isn't known or there is none
     * @param line the line of the call; 0 where it isn't known
     */
    int add(int caller, int function, @Nullable String file, int line) {
        if (count == callers.length) {
            callers = Arrays.copyOf(callers, 2 * count);
            functions = Arrays.copyOf(functions, 2 * count);
            lines = Arrays.copyOf(lines, 2 * count);
            depths = Arrays.copyOf(depths, 2 * count);
            files = Arrays.copyOf(files, 2 * count);
        }
        callers[count] = caller;
        functions[count] = function;
        files[count] = file;
        lines[count] = line;
        depths[count] = depth(caller) + 1;
        return count++;
    }

    /** How many functions there are from one outwards, itself included; 0 for {@link #NONE}. */
    int depth(int function) {
        return function == NONE ? 0 : depths[function];
    }

    /** Adds a name, which may be told later. */
    int addName(@Nullable String name) {
        names.add(name);
        return names.size() - 1;
    }

    void tellName(int index, String name) {
        names.set(index, name);
    }

    /** The frames from a function outwards. */
    List<LineFrame> frames(int innermost, @Nullable String file, int line) {
        List<LineFrame> frames = new ArrayList<>(2);
        String here = file;
        int hereLine = line;
        for (int at = innermost; at != NONE; at = callers[at]) {
            frames.add(new LineFrame(names.get(functions[at]), here, hereLine));
            here = files[at];
            hereLine = lines[at];
        }
        return frames;
    }
}
