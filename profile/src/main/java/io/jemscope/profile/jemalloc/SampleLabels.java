package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labels of samples, numbered: for each thread, and for no thread, those of native stacks and those of Java's. */
final class SampleLabels {

    /** What stands for threads unknown. */
    static final int NO_THREAD = 0;

    private final List<Map<String, String>> labels = new ArrayList<>();
    private final Map<String, Integer> byThread = new HashMap<>();

    SampleLabels() {
        labels.add(Map.of(Sample.KIND, "native"));
        labels.add(Map.of(Sample.KIND, "java"));
    }

    /** What stands for threads of a name. */
    int thread(String name) {
        Integer known = byThread.get(name);
        if (known == null) {
            known = labels.size() / 2;
            byThread.put(name, known);
            labels.add(Map.of(Sample.KIND, "native", Sample.THREAD, name));
            labels.add(Map.of(Sample.KIND, "java", Sample.THREAD, name));
        }
        return known;
    }

    /** The number of a sample's labels. */
    static int number(int thread, boolean java) {
        return 2 * thread + (java ? 1 : 0);
    }

    /** The labels by their numbers. */
    List<Map<String, String>> all() {
        return labels;
    }
}
