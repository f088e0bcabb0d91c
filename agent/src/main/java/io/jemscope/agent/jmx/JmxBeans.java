package io.jemscope.agent.jmx;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.rss.MBeanServers;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.allocator.Allocator;
import java.io.Closeable;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * Registers the agent's MBeans as soon as the program has an MBean server, a minute after its start at the latest. Until then a
 * thread looks once a second; it ends with the registration. A runtime need not have the module: then using this class is a
 * {@link LinkageError}.
 */
public final class JmxBeans implements Closeable, Runnable {

    private static final String MEMORY = "io.jemscope:type=Memory";
    private static final String PROFILING = "io.jemscope:type=Profiling";
    private static final String OF_THE_PLATFORM = "java.lang:type=Runtime";
    private static final long LOOK_MILLIS = 1_000;

    private final MemoryBean memory;
    private final ProfilingBean profiling;
    private final Class<? extends ProfilingMXBean> offered;
    private final Consumer<String> notices;
    private @Nullable MBeanServer server;
    private boolean closed;

    /**
     * Begins without a thread.
     *
     * @param dumper makes dumps for callers; null if the bean has no such operation
     */
    public JmxBeans(
            Allocator allocator,
            DumpStore dumps,
            Profiler profiler,
            RecentLedger ledger,
            OwnVerdict verdict,
            @Nullable Dumper dumper,
            Consumer<String> notices) {
        this.memory = new MemoryBean(ledger, new CurrentMemory(allocator, dumps), verdict);
        this.profiling = new ProfilingBean(allocator, profiler, dumper);
        this.offered = dumper == null ? ProfilingMXBean.class : DumpingMXBean.class;
        this.notices = notices;
    }

    /** Starts to look for the server. */
    public void start(ThreadFactory threads) {
        threads.newThread(this).start();
    }

    @Override
    public synchronized void run() {
        try {
            ObjectName platform = new ObjectName(OF_THE_PLATFORM);
            MBeanServer found = MBeanServers.find(platform);
            while (found == null && !closed) {
                wait(LOOK_MILLIS);
                found = MBeanServers.find(platform);
            }
            if (found != null && !closed) {
                server = found;
                found.registerMBean(new StandardMBean(memory, MemoryMXBean.class, true), new ObjectName(MEMORY));
                found.registerMBean(bean(offered), new ObjectName(PROFILING));
            }
        } catch (JMException | RuntimeException e) {
            notices.accept("its MBeans aren't registered: " + e);
        } catch (InterruptedException e) {
            // A program that interrupts every thread it finds: no beans, and no thread either.
            Thread.currentThread().interrupt();
        }
    }

    private <T extends ProfilingMXBean> StandardMBean bean(Class<T> type) {
        return new StandardMBean(type.cast(profiling), type, true);
    }

    /** Unregisters the beans. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (server != null) {
            unregister(server, MEMORY);
            unregister(server, PROFILING);
            server = null;
        }
    }

    private static void unregister(MBeanServer from, String name) {
        try {
            from.unregisterMBean(new ObjectName(name));
        } catch (InstanceNotFoundException e) {
            // The program has unregistered it, or another's bean was there first.
        } catch (JMException | RuntimeException e) {
            // A server of the program's own: nothing more can be done.
        }
    }
}
