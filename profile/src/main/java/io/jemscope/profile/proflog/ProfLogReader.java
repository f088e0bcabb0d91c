package io.jemscope.profile.proflog;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Reads jemalloc's log of allocations ({@code prof_log:true}, or {@code prof.log_start}; jemalloc, {@code prof_log.c}):
 *
 * <pre>
 * {"info":{"duration":1, "version":"5.3.0", "lg_sample_rate":19, "prof_time_resolution":"default", "pid":4711},
 *  "threads":[{"thr_uid":0, "thr_name":"main"}],
 *  "stack_traces":[["0x7f0012345678", …]],
 *  "allocations":[{"alloc_thread":0, "free_thread":0, "alloc_trace":0, "free_trace":1,
 *                  "alloc_timestamp":1, "free_timestamp":2, "usize":64}]}
 * </pre>
 *
 * <p>Each record is one sampled allocation, and is scaled on its own. jemalloc writes a record when the memory is freed, so
 * a log has only allocations that were freed while it ran. A record without a time of freeing counts as memory in use.
 */
public final class ProfLogReader {

    private static final long NANOS_IN_MILLI = 1_000_000;

    /** 2^60 bytes: no program allocates so much between two samples. */
    private static final long LARGEST_LG_RATE = 60;

    private final LogJson json;
    private final SymbolSection names;
    private final LogStacks stacks;
    private ProfileMetadata facts;
    private long lgRate = -1;

    private ProfLogReader(LogJson json, SymbolSection names) {
        this.json = json;
        this.names = names;
        this.stacks = new LogStacks(json);
        this.facts = names.metadata();
    }

    /**
     * Reads a log.
     *
     * @param log the log's text; read up to its end, not closed
     * @param names names of its addresses, or {@link SymbolSection#NONE}
     * @return the profile, without mappings, because a log has none. Its metadata has the facts of the names and
     *     {@code pid}, {@code jemalloc}, {@code rate}, {@code log.allocations} (how many records), {@code log.duration} (in
     *     milliseconds), {@code maps}: {@code missing}, and {@code figures} if all its memory was freed
     * @throws FormatException if it is not such a log, or is damaged, with the place in it
     * @throws IOException if reading fails
     */
    public static Profile read(InputStream log, SymbolSection names) throws IOException {
        return new ProfLogReader(new LogJson(log), names).read();
    }

    private Profile read() throws IOException {
        LogAllocations allocations = new LogAllocations(json);
        boolean complete = false;
        json.beginObject();
        for (String part = json.nextName(); !part.isEmpty(); part = json.nextName()) {
            switch (part) {
                case "info" -> readInfo();
                case "threads" -> stacks.readThreads();
                case "stack_traces" -> stacks.readTraces();
                case "allocations" -> {
                    allocations.read();
                    complete = true;
                }
                default -> json.skip();
            }
        }
        json.end();
        if (lgRate < 0 || !complete) {
            throw json.fail(
                    "it has no 'lg_sample_rate' or no 'allocations', so it is not a log of jemalloc's prof_log");
        }
        SampleRate rate = new SampleRate(1L << lgRate);
        return new Profile(rate, stacks.samples(allocations, rate, names), List.of(), metadata(allocations, rate));
    }

    private void readInfo() throws IOException {
        json.beginObject();
        for (String fact = json.nextName(); !fact.isEmpty(); fact = json.nextName()) {
            switch (fact) {
                case "lg_sample_rate" -> {
                    lgRate = json.wholeNumber();
                    if (lgRate > LARGEST_LG_RATE) {
                        throw json.fail("'lg_sample_rate' is above " + LARGEST_LG_RATE);
                    }
                }
                case "duration" ->
                    facts = facts.with("log.duration", Long.toString(json.wholeNumber() / NANOS_IN_MILLI));
                case "pid" -> facts = facts.with("pid", Long.toString(json.wholeNumber()));
                case "version" -> facts = facts.with("jemalloc", json.string());
                default -> json.skip();
            }
        }
    }

    private ProfileMetadata metadata(LogAllocations allocations, SampleRate rate) {
        ProfileMetadata known = facts.with(ProfileMetadata.RATE, Long.toString(rate.bytes()))
                .with(ProfileMetadata.LOG_ALLOCATIONS, Long.toString(allocations.count()))
                .with(ProfileMetadata.MAPS, ProfileMetadata.MISSING);
        return allocations.hasLive()
                ? known
                : known.with(
                        ProfileMetadata.FIGURES,
                        "jemalloc logs an allocation when it is freed, so nothing of the log is still held");
    }
}
