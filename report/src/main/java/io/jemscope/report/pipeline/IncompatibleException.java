package io.jemscope.report.pipeline;

/** Thrown when a profile lacks the data for the requested report. The caller words the message. */
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
