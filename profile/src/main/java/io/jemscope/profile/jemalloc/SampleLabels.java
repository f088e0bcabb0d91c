package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Sample;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of samples of one kind, one map for each thread. */
final class SampleLabels {

    private final String kind;
    private final Map<String, String> withoutThread;
    private final Map<String, Map<String, String>> byThread = new HashMap<>();

    SampleLabels(String kind) {
        this.kind = kind;
        withoutThread = Map.of(Sample.KIND, kind);
    }

    Map<String, String> of(@Nullable String thread) {
        return thread == null
                ? withoutThread
                : byThread.computeIfAbsent(thread, name -> Map.of(Sample.KIND, kind, Sample.THREAD, name));
    }
}
