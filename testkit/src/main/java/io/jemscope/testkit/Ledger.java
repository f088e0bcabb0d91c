package io.jemscope.testkit;

import java.io.PrintStream;
import java.lang.StackWalker.StackFrame;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A leaky program's own books: how many bytes each of its lines holds. The program tells it on the line before each
 * allocation, so that the books name the very line that a profile must name:
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

    private final Map<Entry, Sum> entries = new ConcurrentHashMap<>();

    /** Makes an empty ledger. */
    public Ledger() {}

    private record Entry(String site, String words) {}

    /** What was entered for a line, and in which span of time, in milliseconds since 1970. */
    private static final class Sum {
        private final LongAdder bytes = new LongAdder();
        private final long firstMillis = System.currentTimeMillis();
        private final AtomicLong lastMillis = new AtomicLong(firstMillis);

        void add(long more) {
            bytes.add(more);
            lastMillis.accumulateAndGet(System.currentTimeMillis(), Math::max);
        }
    }

    /**
     * Enters an allocation that the line after the caller's makes.
     *
     * @param bytes what the allocator will count, in its size classes; at least 0
     * @param words what it is, for people
     */
    public void onNextLine(long bytes, String words) {
        StackFrame caller = CALLER.walk(frames -> frames.skip(1).findFirst().orElseThrow());
        entries.computeIfAbsent(new Entry(siteAfter(caller), words), entry -> new Sum())
                .add(bytes);
    }

    /** A loader of its own is part of the name, as it is in profiles; those that the JDK comes with are not. */
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

    /**
     * What was entered so far.
     *
     * @return a plant for each line and description, most bytes first
     */
    public List<Plant> plants() {
        return entries.entrySet().stream()
                .map(entry -> new Plant(
                        entry.getValue().bytes.sum(),
                        entry.getKey().site(),
                        entry.getKey().words()))
                .sorted(Comparator.comparingLong(Plant::bytes).reversed())
                .toList();
    }

    /**
     * Prints one line for each plant, most bytes first.
     *
     * @param out where to
     */
    public void print(PrintStream out) {
        plants().forEach(out::println);
        out.flush();
    }

    /**
     * Prints one line for each plant with the time in which it grew: {@code grew <first> <last> <site>}, both in
     * milliseconds since 1970.
     *
     * @param out where to
     */
    public void printTimes(PrintStream out) {
        entries.forEach((entry, sum) ->
                out.println("grew " + sum.firstMillis + " " + sum.lastMillis.get() + " " + entry.site()));
        out.flush();
    }
}
