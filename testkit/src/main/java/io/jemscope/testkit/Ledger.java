package io.jemscope.testkit;

import java.io.PrintStream;
import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * A leaky program's record of the bytes that each of its lines leaks. The program calls it on the line before each allocation, so that
 * it has the line that a profile must show:
 *
 * <pre>{@code
 * ledger.onNextLine(Zlib.NEW_INFLATER_BYTES, "inflaters left open");
 * held.add(new Inflater());
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public final class Ledger {

    private static final StackWalker CALLER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final double NANOS_IN_HOUR = Duration.ofHours(1).toNanos();

    private static final double BYTES_IN_GIB = 1 << 30;

    private final Map<Entry, Sum> entries = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    public Ledger() {
        this(System::nanoTime);
    }

    /** Uses the given clock, in nanoseconds. */
    Ledger(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private record Entry(String site, String words) {}

    /** The bytes of a line, and the times of its first and last entry. */
    private static final class Sum {
        private final LongAdder bytes = new LongAdder();
        private final long firstBytes;
        private final long firstNanos;
        private final AtomicLong spanNanos = new AtomicLong();

        Sum(long firstBytes, long firstNanos) {
            this.firstBytes = firstBytes;
            this.firstNanos = firstNanos;
        }

        void add(long more, long nanos) {
            bytes.add(more);
            spanNanos.accumulateAndGet(nanos - firstNanos, Math::max);
        }

        /** The slope from the first entry to the last, without the bytes of the first. */
        double bytesPerHour() {
            return (bytes.sum() - firstBytes) / (spanNanos.get() / NANOS_IN_HOUR);
        }
    }

    /**
     * Records an allocation by the line after the caller's.
     *
     * @param bytes the allocator's bytes, rounded up to size classes; at least 0
     * @param words a description for people
     */
    public void onNextLine(long bytes, String words) {
        StackFrame caller = CALLER.walk(frames -> frames.skip(1).findFirst().orElseThrow());
        long now = nanoTime.getAsLong();
        entries.computeIfAbsent(new Entry(siteAfter(caller), words), entry -> new Sum(bytes, now))
                .add(bytes, now);
    }

    /** As in profiles, the name includes the class loader, unless it is the JDK's. */
    private static String siteAfter(StackFrame frame) {
        ClassLoader loader = frame.getDeclaringClass().getClassLoader();
        boolean own = loader != null
                && !loader.equals(ClassLoader.getSystemClassLoader())
                && !loader.equals(ClassLoader.getPlatformClassLoader());
        return (own ? loader.getName() + "/" : "")
                + frame.getClassName()
                + "."
                + frame.getMethodName()
                + "("
                + frame.getFileName()
                + ":"
                + (frame.getLineNumber() + 1)
                + ")";
    }

    /** Returns a plant for each line and description, most bytes first. */
    public List<Plant> plants() {
        return entries.entrySet().stream()
                .map(entry -> new Plant(
                        entry.getValue().bytes.sum(),
                        entry.getKey().site(),
                        entry.getKey().words()))
                .sorted(Comparator.comparingLong(Plant::bytes).reversed())
                .toList();
    }

    /** Prints one line for each plant, most bytes first. */
    public void print(PrintStream out) {
        plants().forEach(out::println);
        out.flush();
    }

    /**
     * Prints the growth of each plant from its first entry to its last, the fastest first:
     * {@code rising <bytes an hour> <site> <the same for people>}. A plant with only one time is omitted.
     */
    public void printRates(PrintStream out) {
        entries.entrySet().stream()
                .filter(entry -> entry.getValue().spanNanos.get() > 0)
                .sorted(Comparator.comparingDouble((Map.Entry<Entry, Sum> entry) ->
                                entry.getValue().bytesPerHour())
                        .reversed())
                .forEach(entry ->
                        out.println(rate(entry.getKey().site(), entry.getValue().bytesPerHour())));
        out.flush();
    }

    private static String rate(String site, double bytesPerHour) {
        return String.format(
                Locale.ROOT, "rising %.0f %s +%.2f GiB an hour", bytesPerHour, site, bytesPerHour / BYTES_IN_GIB);
    }
}
