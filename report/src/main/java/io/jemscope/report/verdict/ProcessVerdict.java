package io.jemscope.report.verdict;

import io.jemscope.report.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a process needs the memory it needs: from its ledger, an earlier one if there is one, and the verdicts on its sites.
 *
 * @param now the ledger
 * @param base the earlier one; null if there is none, then only sites tell what grows
 * @param sites the verdicts on the sites; null if nothing was sampled
 * @param findings what was found: first leaks, then what else grows, the fastest first, then what is large
 */
public record ProcessVerdict(
        MemoryLook now, @Nullable MemoryLook base, @Nullable SiteVerdicts sites, List<Finding> findings) {

    private static final double MEBIBYTE = 1 << 20;

    /** Less than this, or than this share of RSS, is noise: collections, caches and the kernel's own counting move as much. */
    private static final double LEAST_GROWTH = 8 * MEBIBYTE;

    private static final double LEAST_GROWTH_SHARE = 0.02;

    /** Less than this, or than this share of RSS, is not named unless it grows. */
    private static final double LEAST_SIZE = 32 * MEBIBYTE;

    private static final double LEAST_SIZE_SHARE = 0.1;

    /** As many jemalloc makes by itself, and one for large blocks, where it sees the processors that the JVM sees. */
    private static final int ARENAS_FOR_PROCESSOR = 4;

    private static final double SECONDS_IN_HOUR = 3600;

    private static final String FREE = "free space in jemalloc's pages in use";
    private static final String DIRTY = "freed pages that jemalloc keeps for reuse";
    private static final String CACHED = "free blocks in threads' caches";
    private static final String HUGE = "pages that nothing uses, in transparent huge pages of jemalloc's";
    private static final String GLIBC_FREE = "freed blocks that glibc keeps in its heaps";
    private static final String SECOND = "memory of another malloc than the program's own";

    public ProcessVerdict {
        findings = List.copyOf(findings);
    }

    /**
     * Judges a process.
     *
     * @param base an earlier ledger of the same process; null if there is none
     * @param sites the verdicts on its sites; null if there are none
     */
    public static ProcessVerdict of(MemoryLook now, @Nullable MemoryLook base, @Nullable SiteVerdicts sites) {
        List<Finding> findings = new ArrayList<>();
        if (sites != null) {
            for (SiteVerdict leak : sites.of(SiteVerdict.Kind.LEAK)) {
                findings.add(leak(leak, Finding.Kind.NATIVE_LEAK));
            }
            for (SiteVerdict leak : sites.of(SiteVerdict.Kind.UNCOLLECTED)) {
                findings.add(leak(leak, Finding.Kind.UNCOLLECTED));
            }
        }
        if (base != null) {
            addGrowth(findings, now, base);
        }
        addSizes(findings, now);
        // A leak goes on, while a Java heap may grow until the next collection only.
        findings.sort(Comparator.comparing((Finding finding) -> !finding.kind().isOfSites())
                .thenComparing(finding -> !finding.grows())
                .thenComparing(Comparator.comparingDouble(
                        (Finding finding) -> finding.grows() ? -finding.perHour() : -finding.bytes())));
        return new ProcessVerdict(now, base, sites, findings);
    }

    private static Finding leak(SiteVerdict site, Finding.Kind kind) {
        String watched = site.horizon().isZero() ? "" : " in " + Units.span(site.horizon());
        String caller =
                site.callers().isEmpty() ? "" : ", called by " + site.callers().get(0);
        boolean inUse = site.cleaned() && kind == Finding.Kind.NATIVE_LEAK;
        String cleaned = inUse ? "; its Java objects are in use" : "";
        return new Finding(
                kind,
                site.live().value(),
                site.perHour().value(),
                site.site() + caller + ": " + site.why() + watched + cleaned);
    }

    private static void addGrowth(List<Finding> findings, MemoryLook now, MemoryLook base) {
        double hours = Duration.between(base.time(), now.time()).toMillis() / 1000.0 / SECONDS_IN_HOUR;
        if (hours <= 0) {
            return;
        }
        Growth growth = new Growth(now, base, hours);
        List<String> classes = List.of("metaspace", "classSpace");
        List<String> second = secondAllocator(now);
        long threads = Math.round(now.bytes(MemoryLook.THREADS));
        long started = threads - Math.round(base.bytes(MemoryLook.THREADS));
        growth.add(findings, Finding.Kind.JAVA_HEAP, List.of("javaHeap"), "the heap's resident pages");
        growth.add(
                findings,
                Finding.Kind.THREADS,
                List.of("threadStacks"),
                "stacks of " + threads + " threads (" + (started >= 0 ? "+" : "") + started + ")");
        growth.add(findings, Finding.Kind.CLASS_LOADERS, classes, "committed metaspace and class space");
        growth.add(findings, Finding.Kind.CODE_CACHE, List.of("codeCache"), "pages of compiled code");
        growth.add(findings, Finding.Kind.MAPPED_FILES, List.of("files", "sharedMemory", "jars"), "pages of files");
        growth.add(findings, Finding.Kind.SECOND_ALLOCATOR, second, SECOND);
        growth.add(
                findings,
                Finding.Kind.MAPPED_OUTSIDE,
                growth.of(List.of("otherAnonymous", "jvmStructures"))
                        - growth.of(classes)
                        - growth.of(List.of("unreserved")),
                now.bytes("otherAnonymous"),
                "anonymous mappings that no malloc made");
        growth.add(findings, Finding.Kind.FRAGMENTATION, List.of("fragmentation"), FREE);
        growth.add(findings, Finding.Kind.HUGE_PAGES, List.of("hugePages"), HUGE);
        growth.add(findings, Finding.Kind.GLIBC_FREE, List.of("glibcFree"), GLIBC_FREE);
        growth.add(findings, Finding.Kind.DIRTY_PAGES, List.of("dirty", "muzzy"), DIRTY);
        growth.add(findings, Finding.Kind.THREAD_CACHES, List.of("threadCaches"), CACHED);
        double leaked = 0;
        for (Finding finding : findings) {
            leaked += finding.kind().isOfSites() ? finding.perHour() * hours : 0;
        }
        growth.add(
                findings,
                Finding.Kind.NATIVE_GROWTH,
                growth.of(List.of("allocated", "glibcAllocated")) - growth.of(List.of("threadCaches")) - leaked,
                now.bytes("allocated") + now.bytes("glibcAllocated"),
                leaked > 0 ? "live malloc memory beside the leaks" : "live malloc memory");
    }

    private static void addSizes(List<Finding> findings, MemoryLook now) {
        long arenas = Math.round(now.bytes(MemoryLook.ARENAS));
        long processors = Math.round(now.bytes(MemoryLook.PROCESSORS));
        double free = now.bytes("fragmentation") + now.bytes("dirty") + now.bytes("muzzy");
        boolean isSpread = processors > 0 && arenas > ARENAS_FOR_PROCESSOR * processors + 1;
        if (isSpread) {
            String what = "free memory in " + arenas + " arenas, " + Units.bytes(free / arenas)
                    + " in each; the JVM has " + processors + " processors";
            addSize(findings, now, Finding.Kind.ARENAS, free, what);
        } else {
            addSize(findings, now, Finding.Kind.FRAGMENTATION, now.bytes("fragmentation"), FREE);
            addSize(findings, now, Finding.Kind.DIRTY_PAGES, now.bytes("dirty") + now.bytes("muzzy"), DIRTY);
        }
        addSize(findings, now, Finding.Kind.HUGE_PAGES, now.bytes("hugePages"), HUGE);
        addSize(findings, now, Finding.Kind.THREAD_CACHES, now.bytes("threadCaches"), CACHED);
        addSize(findings, now, Finding.Kind.GLIBC_FREE, now.bytes("glibcFree"), GLIBC_FREE);
        double second = secondAllocator(now).stream().mapToDouble(now::bytes).sum();
        addSize(findings, now, Finding.Kind.SECOND_ALLOCATOR, second, SECOND);
    }

    /** What belongs to another malloc than the program's own, which may be glibc's. */
    private static List<String> secondAllocator(MemoryLook now) {
        return now.figure("glibcAllocated").isPresent()
                ? List.of("unreserved")
                : List.of("unreserved", "programBreak", "glibcArenas");
    }

    private static void addSize(List<Finding> findings, MemoryLook now, Finding.Kind kind, double bytes, String what) {
        double least = Math.max(LEAST_SIZE, LEAST_SIZE_SHARE * now.bytes(MemoryLook.RESIDENT));
        if (bytes >= least && findings.stream().noneMatch(finding -> finding.kind() == kind)) {
            findings.add(new Finding(kind, bytes, 0, what));
        }
    }

    /** What grew from one ledger to the other. */
    private record Growth(MemoryLook now, MemoryLook base, double hours) {

        double of(List<String> rows) {
            double grown = 0;
            for (String row : rows) {
                if (now.figure(row).isPresent() && base.figure(row).isPresent()) {
                    grown += now.bytes(row) - base.bytes(row);
                }
            }
            return grown;
        }

        void add(List<Finding> findings, Finding.Kind kind, List<String> rows, String what) {
            add(findings, kind, of(rows), rows.stream().mapToDouble(now::bytes).sum(), what);
        }

        void add(List<Finding> findings, Finding.Kind kind, double grown, double held, String what) {
            if (grown >= leastGrowth(now)) {
                String time = Units.span(Duration.between(base.time(), now.time()));
                findings.add(new Finding(kind, held, grown / hours, what + ", +" + Units.bytes(grown) + " in " + time));
            }
        }
    }

    /** How many sites leak. */
    public int leaks() {
        return sites == null ? 0 : sites.of(SiteVerdict.Kind.LEAK).size();
    }

    /** One finding for each kind, with the sums of bytes and growth, and the evidence of the first. */
    public List<Finding> byKind() {
        Map<Finding.Kind, Finding> kinds = new LinkedHashMap<>();
        for (Finding each : findings) {
            kinds.merge(
                    each.kind(),
                    each,
                    (all, next) -> new Finding(
                            all.kind(), all.bytes() + next.bytes(), all.perHour() + next.perHour(), all.evidence()));
        }
        return List.copyOf(kinds.values());
    }

    /**
     * When the container's limit is reached.
     *
     * @param expected at the pace of what grows
     * @param earliest at the fastest pace that the figures allow (95 %)
     * @param latest at the slowest; null if that may be none
     */
    public record UntilLimit(
            Duration expected, Duration earliest, @Nullable Duration latest) {}

    /** How long until the container's limit is reached; null if there is no limit, nothing grows, or the pace is unknown. */
    public @Nullable UntilLimit untilLimit() {
        double perHour = findings.stream()
                .filter(Finding::grows)
                .mapToDouble(Finding::perHour)
                .sum();
        if (now.figure(MemoryLook.LIMIT).isEmpty() || perHour <= 0) {
            return null;
        }
        double room = Math.max(0, now.bytes(MemoryLook.LIMIT) - now.bytes(MemoryLook.USED));
        double error = paceError();
        Duration latest = perHour > error ? time(room, perHour - error) : null;
        return new UntilLimit(time(room, perHour), time(room, perHour + error), latest);
    }

    private static Duration time(double room, double perHour) {
        return Duration.ofMillis(Math.round(room / perHour * SECONDS_IN_HOUR * 1000));
    }

    /** Of all that grows, in bytes an hour: the sampling error of the sites, and for a row of the ledger what counts as noise there. */
    private double paceError() {
        double squares = 0;
        for (SiteVerdict site : sites == null ? List.<SiteVerdict>of() : sites.sites()) {
            if (site.kind() == SiteVerdict.Kind.LEAK || site.kind() == SiteVerdict.Kind.UNCOLLECTED) {
                double error = 2 * site.perHour().standardError();
                squares += error * error;
            }
        }
        if (base != null) {
            double hours = Duration.between(base.time(), now.time()).toMillis() / 1000.0 / SECONDS_IN_HOUR;
            double noise = leastGrowth(now) / hours;
            long rows = findings.stream()
                    .filter(finding -> finding.grows() && !finding.kind().isOfSites())
                    .count();
            squares += rows * noise * noise;
        }
        return Math.sqrt(squares);
    }

    /** What is more than noise. */
    private static double leastGrowth(MemoryLook now) {
        return Math.max(LEAST_GROWTH, LEAST_GROWTH_SHARE * now.bytes(MemoryLook.RESIDENT));
    }
}
