package io.jemscope.cli;

import io.jemscope.profile.Profile;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.report.shaping.LabelFrames;
import io.jemscope.report.shaping.LabelKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What becomes of samples' labels, by pprof's options. */
final class LabelOptions {

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--tagroot",
            paramLabel = "KEY",
            split = ",",
            description =
                    "Put a frame with that label's value above each stack; several with commas, the outermost first.")
    private List<String> roots = new ArrayList<>();

    @Option(
            names = "--tagleaf",
            paramLabel = "KEY",
            split = ",",
            description = "Put a frame with that label's value below each stack likewise.")
    private List<String> leaves = new ArrayList<>();

    @Option(names = "--tagshow", paramLabel = "REGEX", description = "Keep only labels whose key matches.")
    private @Nullable String show;

    @Option(names = "--taghide", paramLabel = "REGEX", description = "Leave out labels whose key matches.")
    private @Nullable String hide;

    /** The profile with labels as frames. They come before any filter, which may ask for them. */
    Profile withFrames(Profile profile) {
        return LabelFrames.add(profile, roots, leaves);
    }

    /** The profile with the labels that stay. They go after the filters, which may ask for them. */
    Profile withKeys(Profile profile) {
        return LabelKeys.keep(profile, pattern("tagshow", show), pattern("taghide", hide));
    }

    /** Refuses patterns that are none, before anything is read. */
    void check() {
        pattern("tagshow", show);
        pattern("taghide", hide);
    }

    private @Nullable Pattern pattern(String option, @Nullable String regex) {
        try {
            return regex == null ? null : FilterPattern.compile(option, regex);
        } catch (FilterException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
