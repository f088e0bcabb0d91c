package io.jemscope.cli.live;

import io.jemscope.cli.control.Answer;
import io.jemscope.report.TextTable;
import java.util.List;

/** Runs in words. */
public final class RunText {

    private RunText() {}

    /**
     * A run in one line.
     *
     * @param run the run
     * @return the line, without an end
     */
    public static String line(Answer run) {
        return "run " + described(run);
    }

    /**
     * Says whether a run goes on.
     *
     * @param run the run
     * @return whether it hasn't ended
     */
    public static boolean isOn(Answer run) {
        return run.text("state").orElse("").equals("running");
    }

    /** A run in one line that says already that it is about a run. */
    static String described(Answer run) {
        StringBuilder line = new StringBuilder(run.shown("id"));
        run.text("label")
                .filter(label -> !label.isEmpty())
                .ifPresent(label -> line.append(" '").append(label).append('\''));
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
     * @param runs the runs
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
