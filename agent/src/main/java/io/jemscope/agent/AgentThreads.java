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
    private final String group;
    private final AtomicInteger made = new AtomicInteger();

    /** Makes threads whose names begin with the group's. */
    AgentThreads(Allocator allocator, String group) {
        this.allocator = allocator;
        this.group = group;
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
        String name = group + "-" + made.incrementAndGet();
        Thread thread = new Thread(null, unsampled, name, STACK_BYTES, false);
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
