package io.jemscope.report.pipeline;

/** A report that would be no answer. Whoever asked for it knows the files' names and says it in those words. */
public final class IncompatibleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Incompatibility reason;

    IncompatibleException(Incompatibility reason) {
        super(reason.name());
        this.reason = reason;
    }

    /** Why there is no such report. */
    public Incompatibility reason() {
        return reason;
    }
}
