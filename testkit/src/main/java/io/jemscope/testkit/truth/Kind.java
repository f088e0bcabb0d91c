package io.jemscope.testkit.truth;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/** The kinds of programs, each with its truth. */
public enum Kind {
    DIRECT_BUFFERS(Truth.LEAK, Leaks::directBuffers),
    UNSAFE(Truth.LEAK, Leaks::unsafe),
    DEFLATERS(Truth.LEAK, Leaks::deflaters),
    INFLATERS(Truth.LEAK, Leaks::inflaters),
    JNI(Truth.LEAK, Leaks::jni),
    THREAD_BUFFERS(Truth.LEAK, Leaks::threadBuffers),
    GZIP_STREAMS(Truth.LEAK, Leaks::gzipStreams),
    LEAK_BESIDE_CACHE(Truth.LEAK, Leaks::besideCache),
    LEAK_IN_CACHE(Truth.LEAK, Leaks::inCache),
    LEAK_UNDER_DAILY_LOAD(Truth.LEAK, Leaks::underDailyLoad),
    LEAK_OF_FIVE_PERCENT(Truth.LEAK, Leaks::fivePercent),

    POOL_WARM_UP(Truth.NO_LEAK, Pools::warmUp),
    POOL_STEPS(Truth.NO_LEAK, Pools::steps),
    LRU_CACHE(Truth.NO_LEAK, Caches::leastRecentlyUsed),
    FIFO_CACHE(Truth.NO_LEAK, Caches::firstInFirstOut),
    SLOW_FILL(Truth.NO_LEAK, Caches::slowFill),
    POPULAR_FILL(Truth.NO_LEAK, Caches::popularFill),
    RISING_SESSIONS(Truth.NO_LEAK, Caches::risingSessions),
    DAILY_SESSIONS(Truth.NO_LEAK, Caches::dailySessions),
    SAWTOOTH(Truth.NO_LEAK, Caches::sawtooth),
    CHURN(Truth.NO_LEAK, Caches::churn),
    UNCOLLECTED(Truth.UNTIL_COLLECTED, Caches::uncollected),
    COLLECTED(Truth.NO_LEAK, Caches::collected),

    FRAGMENTATION(Truth.NO_LEAK, "fragmentation", OutsideMalloc::fragmentation),
    DIRTY_PAGES(Truth.NO_LEAK, "dirty", OutsideMalloc::dirtyPages),
    THREADS(Truth.NO_LEAK, "threadStacks", OutsideMalloc::threads),
    LOADERS(Truth.NO_LEAK, "metaspace", OutsideMalloc::loaders),
    MAPPINGS(Truth.NO_LEAK, "otherAnonymous", OutsideMalloc::mappings),
    GLIBC(Truth.NO_LEAK, "glibcMalloc", OutsideMalloc::glibc);

    /** What is true of a program's lines. */
    public enum Truth {
        /** The lines that it prints leak, and no others. */
        LEAK,
        /** No line leaks, but for those it prints, of which the JVM holds some memory. */
        NO_LEAK,
        /** A line leaks as long as no collection happens, and none does. */
        UNTIL_COLLECTED
    }

    private final Truth truth;
    private final String ledgerRow;

    @SuppressWarnings("ImmutableEnumChecker") // A method has no state.
    private final Function<Setting, Workload> workload;

    Kind(Truth truth, Function<Setting, Workload> workload) {
        this(truth, "", workload);
    }

    Kind(Truth truth, String ledgerRow, Function<Setting, Workload> workload) {
        this.truth = truth;
        this.ledgerRow = ledgerRow;
        this.workload = workload;
    }

    /** The kind of a name as {@link #toString} has it. */
    static Kind of(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no program " + name + "; there are: " + Arrays.toString(values())));
    }

    public Truth truth() {
        return truth;
    }

    /** The row of the memory ledger, as its JSON names it, that grows most; empty where that is malloc's live memory or nothing. */
    public String ledgerRow() {
        return ledgerRow;
    }

    Function<Setting, Workload> workload() {
        return workload;
    }

    /** The name, such as {@code lru-cache}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
