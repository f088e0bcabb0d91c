package io.jemscope.agent.profiling;

/**
 * Asked once it is certain that something costly will be done, and before it is: it counts then, and not where nothing
 * comes of a call.
 *
 * @param <E> what is thrown where it may not be done now
 */
public interface Permit<E extends Exception> {

    /** Lets everything be done. */
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
