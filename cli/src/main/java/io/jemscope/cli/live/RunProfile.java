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
        if (!run.has("profile")) {
            throw none(run);
        }
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
     * Says that a run has no profile, and why.
     *
     * @param run the run
     * @return the failure
     */
    public static CommandFailure none(Answer run) {
        boolean isOn = RunText.isOn(run);
        return new CommandFailure(
                ExitCode.REFUSED,
                "run " + run.shown("id") + " has no profile",
                isOn ? "it is still on" : run.text("message").orElse("it ended as " + run.shown("state")),
                isOn ? "wait for its end, or end it: jemscope stop" : "see what there is: jemscope runs");
    }
}
