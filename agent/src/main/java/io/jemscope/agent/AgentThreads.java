package io.jemscope.agent;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the agent's threads. They are daemons with small stacks; what they allocate isn't sampled, since it isn't the
 * program's; and what they die of isn't printed by the program's handlers.
 */
final class AgentThreads implements ThreadFactory {

    private static final long STACK_BYTES = 256 << 10;

    private final Allocator allocator;
    private final String name;
    private final long stackBytes;
    private final AtomicInteger made = new AtomicInteger();

    /** With small stacks. */
    AgentThreads(Allocator allocator, String name) {
        this(allocator, name, STACK_BYTES);
    }

    /** What the threads are called, and how far their stacks may grow. */
    AgentThreads(Allocator allocator, String name, long stackBytes) {
        this.allocator = allocator;
        this.name = name;
        this.stackBytes = stackBytes;
    }

    @Override
    public Thread newThread(Runnable work) {
        Runnable unsampled = new Runnable() {
            @Override
            public void run() {
                excludeFromSampling();
                work.run();
            }
        };
        Thread thread = new Thread(null, unsampled, name + "-" + made.incrementAndGet(), stackBytes, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(AgentThreads.class.getClassLoader());
        thread.setUncaughtExceptionHandler(new Silence());
        return thread;
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
