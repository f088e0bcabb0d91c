package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Birth;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The labels of a dump's samples. Each thread, and samples without one, have two: for native and for Java stacks. With births
 * they have two for each birth.
 */
final class ThreadLabels {

    /** A thousand times what a process has; each takes about a hundred bytes. */
    static final int MOST_THREADS = 1 << 20;

    /** The thread of samples whose thread is unknown. */
    static final int NO_THREAD = 0;

    /** The address of samples whose birth is unknown. */
    static final long NO_BIRTH = 0;

    private final List<Map<String, String>> labels = new ArrayList<>();

    /** Where in the labels those of each thread are, without a birth. */
    private int[] first = new int[16];

    private int threads;
    private final Map<LabelsOfBirth, Integer> withBirth = new HashMap<>();
    private final Map<String, Integer> byName = new HashMap<>();

    /** By jemalloc's number; smaller numbers are in an array, which saves 5 % of reading a dump. */
    private final Map<Long, Integer> byNumber = new HashMap<>();

    private final int[] bySmallNumber = new int[1 << 16];

    /** A thread that is named twice counts twice. */
    private int named;

    /** Labels without a birth, by their index, and the birth that is added. */
    private record LabelsOfBirth(int index, long birth) {}

    ThreadLabels() {
        addThread(Map.of());
    }

    private void addThread(Map<String, String> label) {
        if (threads == first.length) {
            first = Arrays.copyOf(first, 2 * threads);
        }
        first[threads++] = labels.size();
        labels.add(with(label, Sample.KIND, "native"));
        labels.add(with(label, Sample.KIND, "java"));
    }

    private static Map<String, String> with(Map<String, String> labels, String key, String value) {
        Map<String, String> more = new HashMap<>(labels);
        more.put(key, value);
        return Map.copyOf(more);
    }

    /** Names a thread; threads with equal names count as one. */
    int name(LineScanner lines, long number, String name) throws FormatException {
        if (named == MOST_THREADS) {
            throw lines.fail("there are more than " + MOST_THREADS + " threads");
        }
        named++;
        Integer thread = byName.get(name);
        if (thread == null) {
            thread = threads;
            byName.put(name, thread);
            addThread(Map.of(Sample.THREAD, name));
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

    /**
     * The index in {@link #all} of a sample's labels.
     *
     * @param birth the address that says it; {@link #NO_BIRTH} if there was none
     */
    int index(int thread, boolean java, long birth) {
        int index = first[thread] + (java ? 1 : 0);
        if (birth == NO_BIRTH) {
            return index;
        }
        Integer known = withBirth.putIfAbsent(new LabelsOfBirth(index, birth), labels.size());
        if (known != null) {
            return known;
        }
        labels.add(with(labels.get(index), Birth.LABEL, Birth.ofAddress(birth).toString()));
        return labels.size() - 1;
    }

    List<Map<String, String>> all() {
        return labels;
    }
}
