package io.jemscope.symbols.dwarf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions at wanted addresses, and the functions inlined into them: each with its caller and the line of the call. Stored in
 * columns, with an index for each function.
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
     * @param caller the function it is inlined into; {@link #NONE} if it isn't inlined
     * @param function the index of its name
     * @param file the source file of the call; null if unknown
     * @param line the line of the call; 0 if unknown
     * @return the function's index
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

    /** Returns the number of functions from one outwards, including itself; 0 for {@link #NONE}. */
    int depth(int function) {
        return function == NONE ? 0 : depths[function];
    }

    /** Adds a name, which may be set later; returns its index. */
    int addName(@Nullable String name) {
        names.add(name);
        return names.size() - 1;
    }

    void setName(int index, String name) {
        names.set(index, name);
    }

    /** Returns the frames from a function outwards; the file and line are the innermost frame's. */
    List<LineFrame> frames(int innermost, @Nullable String file, int line) {
        List<LineFrame> frames = new ArrayList<>(2);
        String frameFile = file;
        int frameLine = line;
        for (int at = innermost; at != NONE; at = callers[at]) {
            frames.add(new LineFrame(names.get(functions[at]), frameFile, frameLine));
            frameFile = files[at];
            frameLine = lines[at];
        }
        return frames;
    }
}
