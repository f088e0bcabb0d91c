package io.jemscope.report.pipeline;

import io.jemscope.report.pipeline.ReportOptions.Given;
import java.util.List;

/** Options that can't be followed: one has a bad value, or several conflict. The caller words the message. */
public final class ReportOptionException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<Given> options;
    private final String example;

    ReportOptionException(List<Given> options, String why, String example) {
        super(why);
        this.options = List.copyOf(options);
        this.example = example;
    }

    /** The option with the bad value, or those that conflict. */
    public List<Given> options() {
        return options;
    }

    /** {@code must be a number from 0 to 1}, or of several what they conflict in: {@code sample types}. */
    public String why() {
        return String.valueOf(getMessage());
    }

    /** A good value; empty if options conflict. */
    public String example() {
        return example;
    }
}
