package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.view.ReportView;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.RunWindow;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import io.jemscope.report.shaping.ShapedPair;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * What a run has found.
 *
 * @param ended what was known at the run's end of what is wanted
 * @param began what was known at its beginning; empty where that is to be shown as well, or nothing had been sampled
 * @param unmatched the filter's options that nothing matched
 */
public record RunProfile(
        ProfileTransform.Shaped ended, Optional<ProfileTransform.Shaped> began, List<String> unmatched) {

    /**
     * Makes the list unchangeable.
     *
     * @param ended what was known at the run's end
     * @param began what was known at its beginning
     * @param unmatched the options that nothing matched; copied
     */
    public RunProfile {
        unmatched = List.copyOf(unmatched);
    }

    /**
     * Reads the profile of a run that has ended.
     *
     * @param profiles where dumps are read from
     * @param everything whether what was sampled before the run is to be shown as well
     * @param filter which stacks and frames are wanted
     * @throws IOException where the agent can't be reached or refuses, or what it sends can't be read
     * @throws CommandFailure where the run has no profile
     */
    public static RunProfile of(Answer run, LiveProfiles profiles, boolean everything, StackFilter filter)
            throws IOException, CommandFailure {
        check(run, profiles.target().word());
        ProfileTransform shaping = new ProfileTransform(filter, Labels.AS_THEY_ARE, false);
        Profile ended = profiles.read(run.shown("profile"));
        if (everything || !run.has("baseline")) {
            ProfileTransform.Shaped shaped = shaping.of(ended);
            return new RunProfile(shaped, Optional.empty(), shaped.unmatched());
        }
        Profile began = profiles.read(run.shown("baseline"));
        RunWindow window = new RunWindow(RunText.name(run), began.metadata().count(ProfileMetadata.RSS));
        ShapedPair pair = shaping.of(window.addTo(ended), began);
        return new RunProfile(
                pair.profile(),
                began.samples().isEmpty() ? Optional.empty() : Optional.of(pair.base()),
                pair.unmatched());
    }

    /**
     * What was freed of what was there before, by stack.
     *
     * @return the bytes of the stacks that hold less than when the run began, less those they held then; at most 0
     */
    public double freedBytes() {
        return began.map(before ->
                        new ShapedPair(ended, before).subtraction(false).negatives(SampleType.LIVE_BYTES))
                .orElse(0.0);
    }

    /**
     * Writes its report.
     *
     * @param out where to; not closed
     * @throws IOException where it can't be written
     */
    public void write(ReportView view, OutputStream out) throws IOException {
        if (began.isPresent()) {
            view.write(new ShapedPair(ended, began.get()), out);
        } else {
            view.write(ended.profile(), ended.source(), out);
        }
    }

    /**
     * Makes sure that a run has a profile.
     *
     * @param word what the user can write to mean the run's JVM
     * @throws CommandFailure where it has none, with the reason
     */
    public static void check(Answer run, String word) throws CommandFailure {
        if (run.has("profile")) {
            return;
        }
        String state = run.shown("state");
        throw new CommandFailure(
                ExitCode.REFUSED,
                "run " + run.shown("id") + " has no profile",
                switch (state) {
                    case "running" -> "it is still on";
                    case "finished" -> "its dump isn't kept any more";
                    default ->
                        run.text("message").filter(text -> !text.isEmpty()).orElse("it ended as " + state);
                },
                switch (state) {
                    case "running" -> "wait for its end, or end it: jemscope stop " + word;
                    // The agent makes the dump then that it couldn't make at the end.
                    case "failed" -> "mend that, and have it dumped: jemscope stop " + word + " " + run.shown("id");
                    default -> "see what there is: jemscope runs " + word;
                });
    }
}
