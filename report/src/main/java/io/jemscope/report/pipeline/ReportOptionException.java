package io.jemscope.report.pipeline;

import org.jspecify.annotations.Nullable;

/** An option that can't be followed. Whoever took it says so in his words. */
public final class ReportOptionException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient ReportOptions.@Nullable Given given;
    private final String why;
    private final String example;

    private ReportOptionException(ReportOptions.@Nullable Given given, String why, String example) {
        super(why);
        this.given = given;
        this.why = why;
        this.example = example;
    }

    static ReportOptionException unreadable(ReportOptions.Given given, String why, String example) {
        return new ReportOptionException(given, why, example);
    }

    static ReportOptionException contradiction(String things, String example) {
        return new ReportOptionException(null, "say two " + things, example);
    }

    /** The option whose text can't be read; null where several contradict each other. */
    public ReportOptions.@Nullable Given given() {
        return given;
    }

    /** What is wrong with it or with them: {@code is no share from 0 to 1}, {@code say two orders}. */
    public String why() {
        return why;
    }

    /** What could be written instead: a value of that option, or the name of another with its value. */
    public String example() {
        return example;
    }
}
