package io.jemscope.agent.profiling;

/**
 * Admits costly work. Taken right before the work begins, so that calls without effect don't count.
 *
 * @param <E> thrown if the work may not begin now
 */
public interface Permit<E extends Exception> {

    /** Admits everything. */
    Permit<RuntimeException> ALWAYS = new Permit<>() {
        @Override
        public void take() {}
    };

    /**
     * Counts it.
     *
     * @throws E where it may not be done now
     */
    void take() throws E;
}
