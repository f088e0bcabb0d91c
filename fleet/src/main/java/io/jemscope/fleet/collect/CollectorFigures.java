package io.jemscope.fleet.collect;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What a collector has done, and how it fares. Safe for several threads. */
final class CollectorFigures {

    private final AtomicLong fetched = new AtomicLong();
    private final AtomicLong fetchedBytes = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong stored = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicInteger agents = new AtomicInteger();
    private final AtomicInteger agentsFailing = new AtomicInteger();

    private @Nullable String sinkFailure;

    void fetched(long bytes) {
        fetched.incrementAndGet();
        fetchedBytes.addAndGet(bytes);
    }

    long fetchedCount() {
        return fetched.get();
    }

    void failed() {
        failed.incrementAndGet();
    }

    /** An agent wasn't asked, since the spool is full. */
    void skipped() {
        skipped.incrementAndGet();
    }

    void stored(long count) {
        stored.addAndGet(count);
    }

    void refused() {
        refused.incrementAndGet();
    }

    void agents(int known, int failing) {
        agents.set(known);
        agentsFailing.set(failing);
    }

    synchronized void sinkWorks() {
        sinkFailure = null;
    }

    /** Notes a failure of the sink; says whether the last try didn't fail the same way. */
    synchronized boolean sinkFails(String why) {
        boolean isNew = !why.equals(sinkFailure);
        sinkFailure = why;
        return isNew;
    }

    /** Why the sink takes nothing; null while it works. */
    synchronized @Nullable String sinkFailure() {
        return sinkFailure;
    }

    /** The figures in Prometheus's text format 0.0.4. */
    String metrics(Spool spool) {
        StringBuilder text = new StringBuilder();
        add(text, "jemscope_collector_agents", "gauge", "Agents found at the last look.", agents.get());
        add(
                text,
                "jemscope_collector_agents_failing",
                "gauge",
                "Of them, those whose last request failed.",
                agentsFailing.get());
        add(text, "jemscope_collector_fetched_total", "counter", "Profiles fetched.", fetched.get());
        add(text, "jemscope_collector_fetched_bytes_total", "counter", "Their bytes, compressed.", fetchedBytes.get());
        add(text, "jemscope_collector_failed_total", "counter", "Requests for a profile that failed.", failed.get());
        add(
                text,
                "jemscope_collector_skipped_total",
                "counter",
                "Requests not made, since the spool was full.",
                skipped.get());
        add(text, "jemscope_collector_stored_total", "counter", "Profiles that the store has taken.", stored.get());
        add(
                text,
                "jemscope_collector_refused_total",
                "counter",
                "Profiles that can't be stored, such as damaged ones.",
                refused.get());
        add(text, "jemscope_collector_spool_profiles", "gauge", "Profiles that wait for the store.", spool.count());
        add(text, "jemscope_collector_spool_bytes", "gauge", "Their bytes on disk.", spool.bytes());
        add(
                text,
                "jemscope_collector_store_up",
                "gauge",
                "Whether the store took the last batch.",
                sinkFailure() == null ? 1 : 0);
        return text.toString();
    }

    private static void add(StringBuilder text, String name, String type, String help, long value) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append(name).append(' ').append(value).append('\n');
    }
}
