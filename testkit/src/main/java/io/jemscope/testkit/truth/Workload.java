package io.jemscope.testkit.truth;

/** What a program of known truth does with native memory. */
public interface Workload {

    /**
     * Does what is due; called some hundred times a second by one thread.
     *
     * @param second the seconds since the program's start, ascending
     */
    void advance(double second) throws Throwable;
}
