package io.jemscope.agent.watch;

import io.jemscope.agent.config.WatchRule;
import io.jemscope.agent.config.WatchRule.Measure;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.rss.MemoryStatistics;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.BacktraceHook;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Looks at this process's memory every second and makes a bundle when a rule is met. At the start it makes one for nothing, so that
 * nothing needs to be loaded when memory is short.
 */
public final class Watch implements Closeable {

    /** How often the JVM could get no memory from the system. */
    static final String EXHAUSTED = "exhausted.count";

    private static final long EVERY_MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Between two bundles, however many rules are met: making one isn't free. */
    private static final long PAUSE_NANOS = 20_000_000_000L;

    /** What is made of the dump, such as the flame graph, waits so long for its turn. */
    private static final long USUAL_MILLIS = 60_000;

    /** The same at the program's end. */
    private static final long END_FORM_MILLIS = 1_000;

    /** The program's end waits for its bundle no longer than this. */
    private static final long END_MILLIS = 5_000;

    private static final int TRIES = 3;

    private final List<RuleState> rules = new ArrayList<>();
    private final boolean readsJemalloc;
    private final boolean countsExhaustion;
    private final Bundles bundles;
    private final MemoryStatistics statistics;
    private final BacktraceHook hook;
    private final Notifier notifier;
    private final EventLog events;
    private final ThreadFactory threads;
    private final @Nullable Thread endHook;
    private boolean closed;

    /**
     * Makes it; {@link #start} begins.
     *
     * @param rules what to look at; at least one
     * @param threads makes its threads; they must be daemons
     */
    public Watch(
            List<WatchRule> rules,
            Bundles bundles,
            Notifier notifier,
            Allocator allocator,
            DumpStore dumps,
            BacktraceHook hook,
            ThreadFactory threads,
            EventLog events) {
        long machine = machineBytes();
        boolean jemalloc = false;
        boolean exit = false;
        boolean oom = false;
        for (WatchRule rule : rules) {
            this.rules.add(new RuleState(rule, machine, System.nanoTime()));
            jemalloc |= rule.measure() == Measure.ALLOCATED;
            exit |= rule.measure() == Measure.EXIT;
            oom |= rule.measure() == Measure.OOM;
        }
        this.readsJemalloc = jemalloc;
        this.countsExhaustion = oom;
        this.bundles = bundles;
        this.notifier = notifier;
        this.statistics = new MemoryStatistics(allocator, dumps);
        this.hook = hook;
        this.threads = threads;
        this.events = events;
        this.endHook = exit ? new Thread(null, new AtEnd(), "jemscope-end", 128 << 10, false) : null;
    }

    /** Begins to look. */
    public void start() {
        threads.newThread(new Runnable() {
                    @Override
                    public void run() {
                        watch();
                    }
                })
                .start();
        if (endHook != null) {
            try {
                Runtime.getRuntime().addShutdownHook(endHook);
            } catch (IllegalStateException e) {
                // The program is ending already.
            }
        }
    }

    private void watch() {
        if (countsExhaustion) {
            countExhaustion();
        }
        rehearse();
        long due = System.nanoTime();
        long rest = due;
        int tries = 0;
        Trigger pending = null;
        while (awaitTime(due)) {
            long now = System.nanoTime();
            due = now + EVERY_MILLIS * NANOS_PER_MILLI;
            try {
                Trigger met = look(now);
                if (met != null) {
                    pending = met;
                    tries = 0;
                }
                if (pending != null && now - rest >= 0) {
                    tries++;
                    boolean isOver = make(pending, USUAL_MILLIS) || tries == TRIES;
                    pending = isOver ? null : pending;
                    rest = System.nanoTime() + PAUSE_NANOS;
                }
            } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
                // Memory is short: the next look may go well.
                rest = Math.max(rest, now);
            }
        }
    }

    private void countExhaustion() {
        boolean isSilent;
        try {
            isSilent = JvmFacts.isSilent();
        } catch (RuntimeException | LinkageError e) {
            isSilent = false;
        }
        if (isSilent) {
            hook.countExhaustion();
        } else {
            events.record(
                    EventKind.REFUSAL,
                    "the rule oom needs the JVM option -Xlog:jvmti=off, which jemscope run --watch adds: without it the JVM"
                            + " would print a line for each OutOfMemoryError. The other rules hold");
        }
    }

    private void rehearse() {
        try {
            bundles.rehearse();
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            failed("no bundle could be made at the start, so none may be later: ", e);
        }
    }

    private @Nullable Trigger look(long now) {
        Map<String, Double> figures = figures();
        Trigger met = null;
        for (RuleState rule : rules) {
            String reading = rule.look(figures, now);
            met = reading == null ? met : Trigger.of(rule.text(), reading);
        }
        return met;
    }

    private Map<String, Double> figures() {
        Map<String, Double> figures = new HashMap<>();
        MemoryStatistics.addKernels(figures);
        if (readsJemalloc) {
            statistics.addJemalloc(figures);
        }
        Long exhausted = hook.counters().byName().get("memory.exhausted");
        if (exhausted != null) {
            figures.put(EXHAUSTED, (double) exhausted);
        }
        return figures;
    }

    /** False if it failed. */
    private boolean make(Trigger trigger, long formMillis) {
        try {
            notifier.send(bundles.make(trigger, formMillis, formMillis));
            return true;
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            failed("no bundle was made for " + trigger.rule() + ": ", e);
            return false;
        }
    }

    private void failed(String what, Throwable e) {
        String why = e.getMessage();
        events.record(EventKind.REFUSAL, what + (why == null ? e.getClass().getName() : why));
    }

    /** True where the time has come, false once it is closed. */
    private synchronized boolean awaitTime(long due) {
        long left = due - System.nanoTime();
        while (!closed && left > 0) {
            try {
                wait(left / NANOS_PER_MILLI + 1);
            } catch (InterruptedException e) {
                // A program that interrupts every thread it finds doesn't mean ours.
            }
            left = due - System.nanoTime();
        }
        return !closed;
    }

    /** Ends it, after the bundle that is being made. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (endHook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(endHook);
            } catch (IllegalStateException e) {
                // The program is ending.
            }
        }
    }

    /** The hook's own thread only waits: what makes the bundle is a thread of the agent's, which the JVM's end doesn't wait for. */
    private final class AtEnd implements Runnable {
        @Override
        public void run() {
            Thread maker = threads.newThread(new Runnable() {
                @Override
                public void run() {
                    make(Trigger.of("exit", "the program ends"), END_FORM_MILLIS);
                }
            });
            try {
                maker.start();
                maker.join(END_MILLIS);
            } catch (InterruptedException | OutOfMemoryError e) {
                // The program ends without it.
            }
        }
    }

    /** What the machine has; 0 where the kernel doesn't say. */
    private static long machineBytes() {
        try {
            String text = Files.readString(Path.of("/proc/meminfo"), StandardCharsets.ISO_8859_1);
            int digits = text.indexOf("MemTotal:") + "MemTotal:".length();
            String number = text.substring(digits, text.indexOf(" kB", digits)).strip();
            return Long.parseLong(number) << 10;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
