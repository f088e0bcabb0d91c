package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ShapedPair;
import io.jemscope.report.shaping.Shaping;
import java.io.IOException;
import java.util.List;

/**
 * What a run has found.
 *
 * @param shown what is to be reported
 * @param whole what was known at the run's end of what is wanted: what {@code shown} was made of
 * @param unmatched the filter's options that nothing matched
 */
public record RunProfile(Profile shown, Profile whole, List<String> unmatched) {

    /**
     * Makes the list unchangeable.
     *
     * @param shown what is to be reported
     * @param whole what it was made of
     * @param unmatched the options that nothing matched; copied
     */
    public RunProfile {
        unmatched = List.copyOf(unmatched);
    }

    /**
     * Reads the profile of a run that has ended.
     *
     * @param run the run
     * @param profiles where dumps are read from
     * @param everything whether what was sampled before the run is to be shown as well
     * @param filter which stacks and frames are wanted
     * @return its profile
     * @throws IOException where the agent can't be reached or refuses, or what it sends can't be read
     * @throws CommandFailure where the run has no profile
     */
    public static RunProfile of(Answer run, LiveProfiles profiles, boolean everything, StackFilter filter)
            throws IOException, CommandFailure {
        check(run, profiles.target().word());
        Shaping shaping = new Shaping(filter, Labels.AS_THEY_ARE, false);
        Profile ended = profiles.read(run.shown("profile"));
        if (everything || !run.has("baseline")) {
            Shaping.Shaped shaped = shaping.of(ended);
            return new RunProfile(shaped.profile(), shaped.source(), shaped.unmatched());
        }
        ShapedPair pair = shaping.of(ended, profiles.read(run.shown("baseline")));
        Profile whole = pair.profile().source();
        if (pair.base().profile().samples().isEmpty()) {
            return new RunProfile(whole, whole, pair.unmatched());
        }
        // What was there before and went in the meantime isn't held by anybody: there is no row for less than nothing.
        Profile since = pair.subtraction(false).withoutNegatives().difference();
        return new RunProfile(since, whole, pair.unmatched());
    }

    /**
     * Makes sure that a run has a profile.
     *
     * @param run the run
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
