package io.jemscope.profile.proflog;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.IOException;
import java.io.InputStream;

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
 * what is still held stands in no log: a log tells what was asked for and freed while it ran. A record without the moment
 * of its freeing counts as held.
 */
public final class ProfLogReader {

    private ProfLogReader() {}

    /**
     * Reads a log.
     *
     * @param log the log's text; read up to its end, not closed
     * @param names names of its addresses; {@link SymbolSection#NONE} where there are none
     * @return the profile, without mappings, since a log has none. Its provenance has the facts of the names and
     *     {@code pid}, {@code jemalloc}, {@code rate}, {@code log.allocations} (how many records), {@code log.duration} (in
     *     milliseconds), {@code maps}: {@code missing}, and {@code figures} where nothing in it is live
     * @throws FormatException where it is no such log, or is damaged, with the place in it
     * @throws IOException where reading fails
     */
    public static Profile read(InputStream log, SymbolSection names) throws IOException {
        return new LogParser(new LogJson(log), names).parse();
    }
}
