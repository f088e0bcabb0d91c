package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.HighWaterWatch;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.agent.threads.ThreadCosts;
import io.jemscope.agent.watch.Bundles;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.httpd.SerialQueue;
import io.jemscope.httpd.Timeouts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the addresses are made of.
 *
 * @param pid this process
 * @param program the main class or jar
 * @param agentStarted when the agent started, which can be long after the program
 * @param allocator the program's
 * @param hook what gives its samples Java frames
 * @param profiler the one writer to it
 * @param dumps the dumps that are kept
 * @param limiter how often one is made for callers
 * @param reads how often what costs something is read
 * @param serialQueue has what waits for a dump, or makes one, done away from the server's workers
 * @param renderings makes other forms of them
 * @param waiting answers those who wait for one in time
 * @param events what happened
 * @param threads makes threads for questions to the JVM that may never be answered
 * @param costs of the agent's threads
 * @param allocationLog jemalloc's
 * @param ledger where resident memory lies, for those who look again and again
 * @param highWaters switches jemalloc's dumps at new highs
 * @param history where the history is; null if none is kept
 * @param verdict judges this process
 * @param bundles files with all there is to know
 * @param log takes long texts for the program's standard error; never blocks
 * @param leave begins to take the agent apart, and returns at once
 */
public record Components(
        long pid,
        String program,
        Instant agentStarted,
        Allocator allocator,
        BacktraceHook hook,
        Profiler profiler,
        DumpStore dumps,
        RoleRateLimiter limiter,
        ReadRates reads,
        SerialQueue serialQueue,
        Renderings renderings,
        Timeouts waiting,
        Events events,
        ThreadFactory threads,
        ThreadCosts costs,
        AllocationLog allocationLog,
        RecentLedger ledger,
        HighWaterWatch highWaters,
        @Nullable Path history,
        OwnVerdict verdict,
        Bundles bundles,
        Consumer<String> log,
        Runnable leave) {}
