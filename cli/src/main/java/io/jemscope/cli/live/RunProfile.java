package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.report.comparison.Subtraction;
import java.io.IOException;

/**
 * What a run has found.
 *
 * @param shown what is to be reported
 * @param whole everything that was known at the run's end: what {@code shown} was made of
 */
public record RunProfile(Profile shown, Profile whole) {

    /**
     * Reads the profile of a run that has ended.
     *
     * @param run the run
     * @param profiles where dumps are read from
     * @param everything whether what was sampled before the run is to be shown as well
     * @return its profile
     * @throws IOException where the agent can't be reached or refuses, or what it sends can't be read
     * @throws CommandFailure where the run has no profile
     */
    public static RunProfile of(Answer run, LiveProfiles profiles, boolean everything)
            throws IOException, CommandFailure {
        check(run, profiles.target().word());
        Profile whole = profiles.read(run.shown("profile"));
        if (everything || !run.has("baseline")) {
            return new RunProfile(whole, whole);
        }
        Profile baseline = profiles.read(run.shown("baseline"));
        if (baseline.samples().isEmpty()) {
            return new RunProfile(whole, whole);
        }
        // What was there before and went in the meantime isn't held by anybody: there is no row for less than nothing.
        return new RunProfile(
                Subtraction.of(whole, baseline, false).withoutNegatives().difference(), whole);
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
