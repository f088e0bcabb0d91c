package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The threads of a dump: jemalloc's numbers of them, and the numbers of the labels that their samples get. */
final class Threads {

    /** A thousand times what a process has; each takes some hundred bytes for its labels. */
    static final int MOST_THREADS = 1 << 20;

    /** A thread's number below this is looked up without making an object of it. */
    private static final int NEAR = 1 << 16;

    private final SampleLabels labels;
    private final Map<Long, Integer> far = new HashMap<>();

    /** By jemalloc's number; 0 where the thread wasn't met. */
    private int[] near = new int[64];

    /** How many were met; one that is named again counts again, as its labels do. */
    private int met;

    Threads(SampleLabels labels) {
        this.labels = labels;
    }

    /** Names a thread; threads with equal names count as one. */
    void name(LineScanner lines, long thread, String name) throws FormatException {
        put(lines, thread, name);
    }

    /** What stands for a thread in the labels. One that has no name is called by its number. */
    int label(LineScanner lines, long thread) throws FormatException {
        int known = thread < near.length ? near[(int) thread] : far.getOrDefault(thread, 0);
        return known != 0 ? known : put(lines, thread, "thread " + thread);
    }

    private int put(LineScanner lines, long thread, String name) throws FormatException {
        if (met == MOST_THREADS) {
            throw lines.fail("there are more than " + MOST_THREADS + " threads");
        }
        met++;
        int label = labels.thread(name);
        if (thread >= NEAR) {
            far.put(thread, label);
            return label;
        }
        if (thread >= near.length) {
            near = Arrays.copyOf(near, Math.min(NEAR, Math.max((int) thread + 1, 2 * near.length)));
        }
        near[(int) thread] = label;
        return label;
    }
}
