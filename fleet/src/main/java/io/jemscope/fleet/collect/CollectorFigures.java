package io.jemscope.fleet.collect;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/** What a collector has done, and its state. Safe for several threads. */
final class CollectorFigures {

    private final AtomicLong fetched = new AtomicLong();
    private final AtomicLong fetchedBytes = new AtomicLong();
    private final AtomicLong withoutMemory = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicInteger agents = new AtomicInteger();
    private final AtomicInteger agentsFailing = new AtomicInteger();
    private final AtomicLong overdueSeconds = new AtomicLong();

    void fetched(long bytes) {
        fetched.incrementAndGet();
        fetchedBytes.addAndGet(bytes);
    }

    long fetchedCount() {
        return fetched.get();
    }

    /** An agent gave a profile and no figures of memory. */
    void withoutMemory() {
        withoutMemory.incrementAndGet();
    }

    void failed() {
        failed.incrementAndGet();
    }

    /** A request wasn't made, since every spool is full. */
    void skipped() {
        skipped.incrementAndGet();
    }

    long skippedCount() {
        return skipped.get();
    }

    /** Known agents, those that fail, and for how long the request that has waited longest is due. */
    void agents(int known, int failing, long overdue) {
        agents.set(known);
        agentsFailing.set(failing);
        overdueSeconds.set(overdue);
    }

    /** The figures in Prometheus's text format 0.0.4. */
    String metrics(List<Outlet> outlets) {
        StringBuilder text = new StringBuilder();
        add(text, "jemscope_collector_agents", "gauge", "Agents that are known.", agents.get());
        add(
                text,
                "jemscope_collector_agents_failing",
                "gauge",
                "Known agents whose last request failed.",
                agentsFailing.get());
        add(
                text,
                "jemscope_collector_overdue_seconds",
                "gauge",
                "How late the latest request is. If it grows, raise --parallel or --every.",
                overdueSeconds.get());
        add(text, "jemscope_collector_fetched_total", "counter", "Profiles fetched.", fetched.get());
        add(
                text,
                "jemscope_collector_fetched_bytes_total",
                "counter",
                "Bytes of fetched profiles, compressed.",
                fetchedBytes.get());
        add(
                text,
                "jemscope_collector_without_memory_total",
                "counter",
                "Fetched profiles without figures of the process's memory.",
                withoutMemory.get());
        add(text, "jemscope_collector_failed_total", "counter", "Requests for a profile that failed.", failed.get());
        add(
                text,
                "jemscope_collector_skipped_total",
                "counter",
                "Requests not made, since every spool for the agent's profile was full or could not be written.",
                skipped.get());
        each(text, outlets, "delivered_total", "counter", "Profiles that the sink has accepted.", Outlet::delivered);
        each(
                text,
                outlets,
                "refused_total",
                "counter",
                "Profiles that were dropped: damaged ones, and those that the sink will never accept.",
                Outlet::refused);
        each(
                text,
                outlets,
                "missed_total",
                "counter",
                "Profiles that the sink missed, since its spool was full or could not be written.",
                Outlet::missed);
        each(
                text,
                outlets,
                "spool_profiles",
                "gauge",
                "Profiles that wait for the sink.",
                outlet -> outlet.spool().count());
        each(
                text,
                outlets,
                "spool_bytes",
                "gauge",
                "Bytes of profiles in the sink's spool.",
                outlet -> outlet.spool().bytes());
        each(
                text,
                outlets,
                "set_aside_profiles",
                "gauge",
                "Profiles in the spool that failed while the sink accepted others.",
                Outlet::setAside);
        each(
                text,
                outlets,
                "sink_up",
                "gauge",
                "Whether the sink accepted the last batch.",
                outlet -> outlet.isUp() ? 1 : 0);
        return text.toString();
    }

    private static void add(StringBuilder text, String name, String type, String help, long value) {
        head(text, name, type, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    /** A figure of each sink. */
    private static void each(
            StringBuilder text,
            List<Outlet> outlets,
            String name,
            String type,
            String help,
            ToLongFunction<Outlet> value) {
        head(text, "jemscope_collector_" + name, type, help);
        for (Outlet outlet : outlets) {
            text.append("jemscope_collector_").append(name).append("{sink=\"").append(outlet.name());
            text.append("\"} ").append(value.applyAsLong(outlet)).append('\n');
        }
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }
}
