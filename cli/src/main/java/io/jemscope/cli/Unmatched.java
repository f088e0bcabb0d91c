package io.jemscope.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the filter's options that nothing has matched in any of several profiles: what matches in one is spelled well. */
final class Unmatched {

    private @Nullable List<String> everywhere;

    /** Takes those that nothing matched in one more profile. */
    void add(List<String> options) {
        List<String> before = everywhere;
        if (before == null) {
            everywhere = new ArrayList<>(options);
        } else {
            before.retainAll(options);
        }
    }

    /** Those that nothing has matched so far. */
    List<String> options() {
        return everywhere == null ? List.of() : List.copyOf(everywhere);
    }
}
