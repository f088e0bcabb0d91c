package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.report.RunWindow;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportRequest;
import java.io.IOException;

/** The profile of a run. */
public final class RunProfile {

    private RunProfile() {}

    /**
     * The report of a run that has ended.
     *
     * @param profiles where dumps are read from
     * @param everything whether to report samples from before the run, too
     * @throws IOException where the agent can't be reached or refuses, or what it sends can't be read
     * @throws CommandFailure where the run has no profile
     */
    public static Report report(Answer run, LiveProfiles profiles, boolean everything, ReportRequest request)
            throws IOException, CommandFailure {
        check(run, profiles.target().word());
        Profile ended = profiles.read(run.shown("profile"));
        if (everything || !run.has("baseline")) {
            return Report.of(request, ended);
        }
        Profile began = profiles.read(run.shown("baseline"));
        RunWindow window = new RunWindow(RunText.name(run), began.metadata().count(ProfileMetadata.RSS));
        Profile during = window.addTo(ended);
        return began.samples().isEmpty() ? Report.of(request, during) : Report.of(request, during, began);
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
                    case "failed" -> "fix that, then dump it again: jemscope stop " + word + " " + run.shown("id");
                    default -> "see what there is: jemscope runs " + word;
                });
    }
}
