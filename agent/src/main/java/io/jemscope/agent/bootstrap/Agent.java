package io.jemscope.agent.bootstrap;

import io.jemscope.agent.dumps.SetupException;
import io.jemscope.allocator.NativeAgent;

/**
 * Where the native agent starts and stops the Java half. Whatever goes wrong here, the program runs on: one line on
 * standard error says what is missing.
 */
public final class Agent {

    private static final SingletonGuard ONE = new SingletonGuard();

    private Agent() {}

    /**
     * Starts the agent, which may have run in this process before; harmless where it runs. The native methods of the
     * allocator must be bound. Called by a daemon thread.
     *
     * @param options the options of the native agent, {@code key=value,key=value}, values percent-encoded
     */
    public static void start(String options) {
        Throwable failure = ONE.start(new AgentRuntime(options));
        if (failure == null) {
            return;
        }
        try {
            Notice.tell("this program can't be controlled over HTTP: " + reason(failure));
        } finally {
            NativeAgent.failed();
        }
    }

    /**
     * Makes what helps a program whose Java heap is full, such as {@code detach}, while there is room for it: it couldn't be made
     * then. Called once the agent has started, by the same thread; what fails now is created with the first request.
     */
    public static void prepare() {
        ONE.prepare();
    }

    /** Stops the agent: its descriptor goes, its port is closed. Harmless where it doesn't run, and when called again. */
    public static void stop() {
        ONE.stop();
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        // The agent's own exceptions are whole sentences; the JDK's are often just a path.
        return e instanceof SetupException && message != null ? message : e.toString();
    }
}
