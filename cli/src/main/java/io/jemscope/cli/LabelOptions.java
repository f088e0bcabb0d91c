package io.jemscope.cli;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.filter.FilterException;
import io.jemscope.profile.filter.FilterPattern;
import io.jemscope.report.shaping.LabelFrames;
import io.jemscope.report.shaping.LabelKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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

    private final Set<Frame> frames = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Whether labels are to be frames. */
    boolean hasFrames() {
        return !roots.isEmpty() || !leaves.isEmpty();
    }

    /** The profile with labels as frames. They come before any filter, which may ask for them. */
    Profile withFrames(Profile profile) {
        Profile framed = LabelFrames.add(profile, roots, leaves);
        if (hasFrames()) {
            for (int i = 0; i < framed.samples().size(); i++) {
                List<Location> with = framed.samples().get(i).stack();
                Sample without = profile.samples().get(i);
                int below = 0;
                for (String key : leaves) {
                    below += without.labels().containsKey(key) ? 1 : 0;
                }
                remember(with.subList(0, below));
                remember(with.subList(below + without.stack().size(), with.size()));
            }
        }
        return framed;
    }

    private void remember(List<Location> ofLabels) {
        for (Location location : ofLabels) {
            frames.addAll(location.frames());
        }
    }

    /** A profile without the frames that labels became: what is known and what isn't has nothing to do with them. */
    Profile withoutFrames(Profile profile) {
        if (frames.isEmpty()) {
            return profile;
        }
        List<Sample> samples = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            List<Location> stack = new ArrayList<>(sample.stack());
            stack.removeIf(location -> location.frames().size() == 1
                    && frames.contains(location.frames().get(0)));
            samples.add(new Sample(stack, sample.live(), sample.accumulated(), sample.labels()));
        }
        return new Profile(profile.rate(), samples, profile.mappings(), profile.provenance());
    }

    /** Says which keys and patterns match no label of any of these: as a rule they are misspelled. */
    void tellUnmatched(List<Profile> profiles, Console console) {
        if (!hasFrames() && show == null && hide == null) {
            return;
        }
        Set<String> keys = new HashSet<>();
        for (Profile profile : profiles) {
            for (Sample sample : profile.samples()) {
                keys.addAll(sample.labels().keySet());
            }
        }
        tellUnmatched("--tagroot", roots, keys, console);
        tellUnmatched("--tagleaf", leaves, keys, console);
        tellUnmatched("tagshow", show, keys, console);
        tellUnmatched("taghide", hide, keys, console);
    }

    private static void tellUnmatched(String option, List<String> asked, Set<String> keys, Console console) {
        for (String key : asked) {
            if (!keys.contains(key)) {
                console.err().println("jemscope: nothing matches " + option + " " + key);
            }
        }
    }

    private void tellUnmatched(String option, @Nullable String regex, Set<String> keys, Console console) {
        Pattern pattern = pattern(option, regex);
        if (pattern == null) {
            return;
        }
        for (String key : keys) {
            if (pattern.matcher(key).find()) {
                return;
            }
        }
        console.err().println("jemscope: nothing matches --" + option + " " + regex);
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
            throw new UsageMistake(e.getMessage(), e);
        }
    }
}
