package io.jemscope.profile.jemalloc;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The threads of a dump: jemalloc's numbers of them, and the numbers of the labels that their samples get. */
final class Threads {

    /** A thread's number below this is looked up without making an object of it. */
    private static final int NEAR = 1 << 16;

    private final SampleLabels labels;
    private final Map<Long, Integer> far = new HashMap<>();

    /** By jemalloc's number; 0 where the thread wasn't met. */
    private int[] near = new int[64];

    Threads(SampleLabels labels) {
        this.labels = labels;
    }

    /** Names a thread; threads with equal names count as one. */
    void name(long thread, String name) {
        put(thread, labels.thread(name));
    }

    /** What stands for a thread in the labels. One that has no name is called by its number. */
    int label(long thread) {
        int known = thread < near.length ? near[(int) thread] : far.getOrDefault(thread, 0);
        if (known == 0) {
            known = labels.thread("thread " + thread);
            put(thread, known);
        }
        return known;
    }

    private void put(long thread, int label) {
        if (thread >= NEAR) {
            far.put(thread, label);
            return;
        }
        if (thread >= near.length) {
            near = Arrays.copyOf(near, Math.min(NEAR, Math.max((int) thread + 1, 2 * near.length)));
        }
        near[(int) thread] = label;
    }
}
