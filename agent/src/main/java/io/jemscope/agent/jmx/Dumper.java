package io.jemscope.agent.jmx;

/** Makes a dump for a caller by JMX. */
public interface Dumper {

    /**
     * Makes it.
     *
     * @return its path
     * @throws IllegalStateException if none can be made now. Callers need an exception that every JVM has, without a cause
     */
    String dump();
}
