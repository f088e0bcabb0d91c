package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs in words. */
public final class RunText {

    private RunText() {}

    /**
     * A run in one line.
     *
     * @return the line, without an end
     */
    public static String line(Answer run) {
        return "run " + described(run);
    }

    /**
     * Says whether a run goes on.
     *
     * @return whether it hasn't ended
     */
    public static boolean isOn(Answer run) {
        return run.text("state").orElse("").equals("running");
    }

    /** A run that has ended, as a title names it: with how long it took. */
    static String name(Answer run) {
        StringBuilder name = labelled(run);
        Optional<Instant> started = run.text("started").map(Instant::parse);
        Optional<Instant> ended = run.text("ended").map(Instant::parse);
        if (started.isPresent() && ended.isPresent()) {
            long seconds =
                    Math.round(Duration.between(started.get(), ended.get()).toMillis() / 1_000.0);
            name.append(" (");
            name.append(seconds < 60 ? seconds + " s" : Units.span(Duration.ofSeconds(seconds)));
            name.append(')');
        }
        return name.toString();
    }

    private static StringBuilder labelled(Answer run) {
        StringBuilder text = new StringBuilder(run.shown("id"));
        run.text("label")
                .filter(label -> !label.isEmpty())
                .ifPresent(label -> text.append(" '").append(label).append('\''));
        return text;
    }

    /** A run in one line that says already that it is about a run. */
    static String described(Answer run) {
        StringBuilder line = labelled(run);
        line.append(": ").append(run.shown("state"));
        if (isOn(run)) {
            line.append(
                    run.has("remainingSeconds")
                            ? ", " + run.number("remainingSeconds") + " s left"
                            : ", until stopped");
        }
        run.text("message")
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> line.append("; ").append(text));
        return line.toString();
    }

    /**
     * Runs as a table.
     *
     * @param columns how wide a line should be at most
     * @return the text, each line ended
     */
    public static String table(List<Answer> runs, int columns) {
        if (runs.isEmpty()) {
            return "no runs yet\n";
        }
        TextTable table = new TextTable("llllrl").dropping(3, 4);
        table.add("RUN", "STATE", "STARTED", "ENDED", "SECONDS", "LABEL");
        for (Answer run : runs) {
            table.add(
                    run.shown("id"),
                    run.shown("state"),
                    run.shown("started"),
                    run.shown("ended"),
                    run.shown("seconds"),
                    run.shown("label"));
        }
        StringBuilder text = new StringBuilder();
        table.appendTo(text, "", columns);
        return text.toString();
    }
}
