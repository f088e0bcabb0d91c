package io.jemscope.agent.profiling;

/** Refused, since a run is on. */
public final class RunIsOnException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Run run;

    RunIsOnException(Run run) {
        super("run " + run.id() + " is on");
        this.run = run;
    }

    /** The run that is on. */
    public Run run() {
        return run;
    }
}
