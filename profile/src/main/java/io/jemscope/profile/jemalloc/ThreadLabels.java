package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labels of a dump's samples. Each thread, and samples without one, have two: for native and for Java stacks. */
final class ThreadLabels {

    /** A thousand times what a process has; each takes about a hundred bytes. */
    static final int MOST_THREADS = 1 << 20;

    /** The thread of samples whose thread is unknown. */
    static final int NO_THREAD = 0;

    private final List<Map<String, String>> labels = new ArrayList<>();
    private final Map<String, Integer> byName = new HashMap<>();

    /** By jemalloc's number; smaller numbers are in an array, which saves 5 % of reading a dump. */
    private final Map<Long, Integer> byNumber = new HashMap<>();

    private final int[] bySmallNumber = new int[1 << 16];

    /** A thread that is named twice counts twice. */
    private int named;

    ThreadLabels() {
        labels.add(Map.of(Sample.KIND, "native"));
        labels.add(Map.of(Sample.KIND, "java"));
    }

    /** Names a thread; threads with equal names count as one. */
    int name(LineScanner lines, long number, String name) throws FormatException {
        if (named == MOST_THREADS) {
            throw lines.fail("there are more than " + MOST_THREADS + " threads");
        }
        named++;
        Integer thread = byName.get(name);
        if (thread == null) {
            thread = labels.size() / 2;
            byName.put(name, thread);
            labels.add(Map.of(Sample.KIND, "native", Sample.THREAD, name));
            labels.add(Map.of(Sample.KIND, "java", Sample.THREAD, name));
        }
        if (number < bySmallNumber.length) {
            bySmallNumber[(int) number] = thread;
        } else {
            byNumber.put(number, thread);
        }
        return thread;
    }

    /** The thread with jemalloc's number; {@code thread N} if it has no name. */
    int thread(LineScanner lines, long number) throws FormatException {
        int known =
                number < bySmallNumber.length ? bySmallNumber[(int) number] : byNumber.getOrDefault(number, NO_THREAD);
        return known != NO_THREAD ? known : name(lines, number, "thread " + number);
    }

    /** The index in {@link #all} of a sample's labels. */
    static int index(int thread, boolean java) {
        return 2 * thread + (java ? 1 : 0);
    }

    List<Map<String, String>> all() {
        return labels;
    }
}
