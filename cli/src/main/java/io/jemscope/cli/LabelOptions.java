package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.report.shaping.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What becomes of samples' labels, by pprof's options. */
final class LabelOptions {

    @Option(
            names = "--tagroot",
            paramLabel = "KEY",
            split = ",",
            description =
                    "Put a frame with that label's value above each stack; several with commas, the outermost first.")
    List<String> roots = new ArrayList<>();

    @Option(
            names = "--tagleaf",
            paramLabel = "KEY",
            split = ",",
            description = "Put a frame with that label's value below each stack likewise.")
    List<String> leaves = new ArrayList<>();

    @Option(names = "--tagshow", paramLabel = "REGEX", description = "Keep only labels whose key matches.")
    @Nullable
    String show;

    @Option(names = "--taghide", paramLabel = "REGEX", description = "Leave out labels whose key matches.")
    @Nullable
    String hide;

    /** Whether labels are to be frames. */
    boolean hasFrames() {
        return !roots.isEmpty() || !leaves.isEmpty();
    }

    /** What the options say; a pattern that is none is the caller's mistake. */
    Labels labels() {
        return new Labels(roots, leaves, pattern("--tagshow", show), pattern("--taghide", hide));
    }

    private static @Nullable NamePattern pattern(String option, @Nullable String regex) {
        try {
            return regex == null ? null : FilterPattern.compile(option, regex);
        } catch (FilterException e) {
            throw new UsageMistake(e.getMessage(), e);
        }
    }
}
