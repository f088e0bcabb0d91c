package io.jemscope.agent.jmx;

/** The same where the setting {@code jmx.dump} is true. */
public interface DumpingMXBean extends ProfilingMXBean {

    /**
     * Makes a heap dump, which the usual limits keep and remove.
     *
     * @return the dump's path
     * @throws IllegalStateException if none can be made now; its message says why and what to do
     */
    String dump();
}
