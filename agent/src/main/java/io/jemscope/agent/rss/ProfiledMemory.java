package io.jemscope.agent.rss;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.allocator.DumpKind;
import io.jemscope.profile.SampleRate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of what is allocated the profile knows the stacks of. Taken from the newest dump that is kept: to make one for
 * this would hold jemalloc up. For one caller at a time.
 */
final class ProfiledMemory {

    private static final long MOST_DUMP_BYTES = 64 << 20;

    /** What the dump said that was read last; a failure isn't kept. */
    private @Nullable Known known;

    /**
     * The live blocks below the smallest large size class that were sampled. jemalloc gives each a block of that class.
     *
     * @param takenBytes what they take; somewhat too much where one stack has blocks of several sizes, since a dump tells their mean
     * @param bytes what they would take without being sampled
     */
    record SmallSamples(long takenBytes, long bytes) {

        /** What sampling adds, where all blocks of that size class take so much. */
        long addedBytes(long leastLargeBytes) {
            return Math.max(0, Math.min(takenBytes, leastLargeBytes) - bytes);
        }
    }

    /**
     * What is known.
     *
     * @param dump the dump's id; null where there is none to go by
     * @param liveBytes the estimate of what was sampled and lived; null if unknown
     * @param small the small blocks that were sampled; null if unknown
     * @param note when that was, or why it is unknown, as a sentence
     */
    record Known(
            @Nullable String dump,
            @Nullable Long liveBytes,
            @Nullable SmallSamples small,
            String note) {

        static Known without(@Nullable String dump, String note) {
            return new Known(dump, null, null, note);
        }
    }

    /**
     * Reads the newest of these, unless it was read before.
     *
     * @param dumps the dumps that are kept, the oldest first
     * @param leastLargeBytes jemalloc's smallest large size class, which a smaller block takes where it is sampled; 0 where that isn't known
     */
    Known read(List<Dump> dumps, long leastLargeBytes) {
        Dump newest = newest(dumps);
        if (newest == null) {
            return Known.without(null, "No dump is kept to tell it by; jemscope dump PID makes one.");
        }
        Known last = known;
        if (last != null && newest.id().equals(last.dump())) {
            return last;
        }
        Known now = read(newest, leastLargeBytes);
        known = now.liveBytes() == null ? null : now;
        return now;
    }

    /** A log contains what was freed and nothing that is live. */
    private static @Nullable Dump newest(List<Dump> all) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).kind() != DumpKind.LOG) {
                return all.get(i);
            }
        }
        return null;
    }

    private static Known read(Dump dump, long leastLargeBytes) {
        if (dump.bytes() > MOST_DUMP_BYTES) {
            return Known.without(
                    dump.id(), "The newest dump is too large to read in the program. Run jemscope report.");
        }
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Files.newInputStream(dump.file()), StandardCharsets.ISO_8859_1))) {
            String note =
                    "As of the dump " + dump.id() + " of " + UtcTime.iso(dump.made()) + "; sampled, so an estimate.";
            return sum(dump.id(), lines, leastLargeBytes, note);
        } catch (IOException e) {
            return Known.without(dump.id(), "The newest dump can't be read.");
        }
    }

    private static long whole(double bytes) {
        return Math.round(Math.min(bytes, Sums.MOST));
    }

    /**
     * Each stack's line is scaled by itself: raw lines don't add up. What sampling adds to a block doesn't stand for other blocks: as
     * many were sampled as the line counts.
     */
    static Known sum(String dump, BufferedReader lines, long leastLargeBytes, String note) throws IOException {
        String header = lines.readLine();
        String form = "heap_v2/";
        if (header == null || !header.startsWith(form)) {
            throw new IOException("no heap dump of jemalloc's");
        }
        SampleRate rate = new SampleRate(KernelText.leading(header, form.length()));
        double sum = 0;
        double taken = 0;
        double small = 0;
        boolean inStack = false;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("@")) {
                inStack = true;
            } else if (line.startsWith("MAPPED_LIBRARIES")) {
                break;
            } else if (inStack && line.startsWith("  t*: ")) {
                int colon = line.indexOf(':', 6);
                long objects = KernelText.leading(line, 6);
                long bytes = colon < 0 ? 0 : KernelText.leading(line, colon + 1);
                sum += rate.scale(objects, bytes).bytes();
                if (bytes > 0 && (double) objects * leastLargeBytes > bytes) {
                    taken += (double) objects * leastLargeBytes;
                    small += bytes;
                }
            }
        }
        SmallSamples samples = leastLargeBytes == 0 ? null : new SmallSamples(whole(taken), whole(small));
        return new Known(dump, whole(sum), samples, note);
    }
}
