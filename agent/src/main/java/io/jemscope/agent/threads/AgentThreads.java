package io.jemscope.agent.threads;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.NativeAgent;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the agent's threads. They are daemons with small stacks; what they allocate isn't sampled, since it isn't the
 * program's; what they die of isn't printed by the program's handlers; and what they cost is counted.
 */
public final class AgentThreads {

    private static final long STACK_BYTES = 256 << 10;

    private final Allocator allocator;
    private final ThreadCosts costs = new ThreadCosts();

    public AgentThreads(Allocator allocator) {
        this.allocator = allocator;
    }

    /** What all threads made here have cost. */
    public ThreadCosts costs() {
        return costs;
    }

    /** Makes threads of a name, with a number behind it. */
    public ThreadFactory named(String name) {
        return named(name, STACK_BYTES);
    }

    /** Makes threads of a name whose stacks may grow so far. */
    public ThreadFactory named(String name, long stackBytes) {
        return new Named(name, stackBytes, false);
    }

    /** The same, at a lower priority than the program's threads. For a process with the native half in it. */
    public ThreadFactory modest(String name, long stackBytes) {
        return new Named(name, stackBytes, true);
    }

    private final class Named implements ThreadFactory {

        private final String name;
        private final long stackBytes;
        private final boolean modest;
        private final AtomicInteger made = new AtomicInteger();

        Named(String name, long stackBytes, boolean modest) {
            this.name = name;
            this.stackBytes = stackBytes;
            this.modest = modest;
        }

        @Override
        public Thread newThread(Runnable work) {
            Runnable unsampled = new Runnable() {
                @Override
                public void run() {
                    excludeFromSampling();
                    if (modest) {
                        NativeAgent.lowerPriority();
                    }
                    costs.of(work);
                }
            };
            Thread thread = new Thread(null, unsampled, name + "-" + made.incrementAndGet(), stackBytes, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(AgentThreads.class.getClassLoader());
            thread.setUncaughtExceptionHandler(new Silence());
            return thread;
        }
    }

    private void excludeFromSampling() {
        try {
            allocator.write(Control.THREAD_PROF_ACTIVE, false);
        } catch (AllocatorException e) {
            // Heap profiling isn't on: nothing is sampled anyway.
        }
    }

    /** The default handler would write a stack trace to the program's standard error. */
    private static final class Silence implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable e) {}
    }
}
