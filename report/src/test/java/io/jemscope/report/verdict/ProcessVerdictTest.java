package io.jemscope.report.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.ProcessRun;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessVerdictTest {

    private static final long MIB = 1 << 20;
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "javaHeap, JAVA_HEAP",
        "threadStacks, THREADS",
        "metaspace, CLASS_LOADERS",
        "codeCache, CODE_CACHE",
        "files, MAPPED_FILES",
        "unreserved, SECOND_ALLOCATOR",
        "otherAnonymous, MAPPED_OUTSIDE",
        "fragmentation, FRAGMENTATION",
        "dirty, DIRTY_PAGES",
        "threadCaches, THREAD_CACHES",
        "allocated, NATIVE_GROWTH",
        "programBreak, SECOND_ALLOCATOR",
        "glibcArenas, SECOND_ALLOCATOR",
        "glibcFree, GLIBC_FREE",
        "glibcAllocated, NATIVE_GROWTH"
    })
    void eachRowThatGrowsIsNamed(String row, Finding.Kind kind) {
        ProcessVerdict verdict =
                ProcessVerdict.of(look(NOW, row, 40 * MIB), look(NOW.minusSeconds(3600), row, 10 * MIB), null);

        assertThat(verdict.findings()).hasSize(1);
        Finding finding = verdict.findings().get(0);
        assertThat(finding.kind()).isEqualTo(kind);
        assertThat(finding.perHour()).isEqualTo(30.0 * MIB);
        assertThat(finding.evidence()).endsWith("+30.0 MiB in 1 h");
        assertThat(ProcessVerdictText.print(verdict, "shop", 200))
                .startsWith("shop: " + kind.text() + " grows. RSS 400.0 MiB")
                .contains("next: " + kind.advice());
    }

    @Test
    void findingsOfAKindAddUp() {
        ProcessVerdict verdict = new ProcessVerdict(
                look(NOW, "javaHeap", 1),
                null,
                null,
                List.of(
                        new Finding(Finding.Kind.NATIVE_LEAK, 5, 2, "one"),
                        new Finding(Finding.Kind.THREADS, 7, 0, "many"),
                        new Finding(Finding.Kind.NATIVE_LEAK, 3, 1, "two")));

        assertThat(verdict.byKind())
                .containsExactly(
                        new Finding(Finding.Kind.NATIVE_LEAK, 8, 3, "one"),
                        new Finding(Finding.Kind.THREADS, 7, 0, "many"));
        assertThat(verdict.leaks()).isZero();
        assertThat(Finding.Kind.NATIVE_LEAK.word()).isEqualTo("native-leak");
    }

    @Test
    void noiseIsNoGrowth() {
        MemoryLook base = look(NOW.minusSeconds(3600), "javaHeap", 100 * MIB);
        ProcessVerdict verdict = ProcessVerdict.of(look(NOW, "javaHeap", 107 * MIB), base, null);

        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.untilLimit()).isNull();
        assertThat(ProcessVerdictText.print(verdict, "shop", 200)).startsWith("shop: no growth above noise. RSS");
    }

    @Test
    void fromOneLookOnlyWhatIsLargeIsNamed() {
        ProcessVerdict verdict = ProcessVerdict.of(look(NOW, "dirty", 200 * MIB), null, null);

        assertThat(verdict.findings()).extracting(Finding::kind).containsExactly(Finding.Kind.DIRTY_PAGES);
        assertThat(ProcessVerdictText.print(verdict, "shop", 200))
                .startsWith("shop: what grows isn't known yet. ")
                .contains("dirty_decay_ms", "one memory ledger", "nothing was sampled");
    }

    @Test
    void moreArenasThanProcessorsNeedAreNamedWithWhatTheyHold() {
        ProcessVerdict verdict = ProcessVerdict.of(withArenas(256), null, null);

        assertThat(verdict.findings())
                .extracting(Finding::kind)
                .containsExactly(Finding.Kind.ARENAS, Finding.Kind.HUGE_PAGES);
        assertThat(ProcessVerdictText.print(verdict, "shop", 300))
                .contains(
                        "free memory in 256 arenas, 350.0 KiB in each; the JVM has 2 processors",
                        "narenas:N",
                        "thp:never");
        // As many as jemalloc makes by itself for these processors.
        assertThat(ProcessVerdict.of(withArenas(9), null, null).findings())
                .extracting(Finding::kind)
                .containsExactly(Finding.Kind.HUGE_PAGES, Finding.Kind.DIRTY_PAGES);
    }

    private static MemoryLook withArenas(int arenas) {
        return MemoryLook.of(JsonParser.parseString("""
                        {"time":"2026-01-01T01:00:00Z","residentBytes":400000000,"processors":2,
                         "rows":[{"name":"jemalloc","residentBytes":300000000,"of":[
                           {"name":"dirty","countedBytes":60000000},{"name":"fragmentation","countedBytes":31750400},
                           {"name":"hugePages","countedBytes":70000000},{"name":"arenas","count":%d}]}]}
                        """.formatted(arenas)).getAsJsonObject());
    }

    @Test
    void aLeakComesFirstWithTheTimeUntilTheLimit() {
        SiteVerdict site = site(SiteVerdict.Kind.LEAK, true);
        SiteVerdicts sites = new SiteVerdicts(run(), List.of(NOW), List.of(site));
        ProcessVerdict verdict = ProcessVerdict.of(look(NOW, "dirty", 200 * MIB), null, sites);

        assertThat(verdict.findings())
                .extracting(Finding::kind)
                .containsExactly(Finding.Kind.NATIVE_LEAK, Finding.Kind.DIRTY_PAGES);
        ProcessVerdict.UntilLimit until = Objects.requireNonNull(verdict.untilLimit());
        assertThat(until.expected()).isEqualTo(Duration.ofHours(2));
        assertThat(until.earliest()).isLessThan(until.expected());
        assertThat(until.latest()).isGreaterThan(until.expected());
        assertThat(ProcessVerdictText.print(verdict, "shop", 300))
                .startsWith("shop: native leak grows. RSS 400.0 MiB; the container has used 400.0 MiB of 600.0 MiB,"
                        + " full in 2 h at this pace (")
                .contains("Leak.java:7): no old block was freed in 30 min; its Java objects are in use");
    }

    @Test
    void whatACollectionMayFreeIsNotCalledALeak() {
        SiteVerdicts sites = new SiteVerdicts(run(), List.of(NOW), List.of(site(SiteVerdict.Kind.UNCOLLECTED, true)));
        ProcessVerdict verdict = ProcessVerdict.of(look(NOW, "dirty", 0), null, sites);

        assertThat(ProcessVerdictText.print(verdict, "shop", 300))
                .startsWith("shop: memory that a collection may free grows.")
                .contains("jemscope why PID --gc");
    }

    @Test
    void aLedgerIsReadWithItsParts() {
        JsonObject ledger = JsonParser.parseString("""
                        {"time":"2026-01-01T01:00:00Z","residentBytes":100,"threads":7,"remainderBytes":-3,
                         "container":{"usedBytes":90,"limitBytes":null},
                         "rows":[{"name":"jemalloc","residentBytes":60,"countedBytes":70,"of":[
                           {"name":"dirty","residentBytes":null,"countedBytes":5,"of":[]}]},
                          {"name":"files","residentBytes":null,"countedBytes":null,"of":[]}]}
                        """).getAsJsonObject();

        assertThat(MemoryLook.of(ledger))
                .isEqualTo(new MemoryLook(
                        NOW,
                        Map.of(
                                "residentBytes",
                                100L,
                                "threads",
                                7L,
                                "remainder",
                                -3L,
                                "containerUsed",
                                90L,
                                "jemalloc",
                                60L,
                                "dirty",
                                5L)));
    }

    @ParameterizedTest
    @CsvSource({"'{}'", "'{\"time\":\"now\",\"residentBytes\":1}'", "'{\"time\":\"2026-01-01T01:00:00Z\",\"rows\":7}'"})
    void whatIsNoLedgerIsRefused(String text) {
        JsonObject json = JsonParser.parseString(text).getAsJsonObject();

        assertThatIllegalArgumentException().isThrownBy(() -> MemoryLook.of(json));
    }

    private static MemoryLook look(Instant time, String row, long bytes) {
        Map<String, Long> figures = new HashMap<>(Map.of(
                MemoryLook.RESIDENT,
                400 * MIB,
                MemoryLook.THREADS,
                20L,
                MemoryLook.USED,
                400 * MIB,
                MemoryLook.LIMIT,
                600 * MIB));
        figures.put(row, bytes);
        return new MemoryLook(time, figures);
    }

    private static ProcessRun run() {
        return new ProcessRun("", "4711", Optional.empty(), "");
    }

    private static SiteVerdict site(SiteVerdict.Kind kind, boolean cleaned) {
        return new SiteVerdict(
                "com.example.Leak.hold(Leak.java:7)",
                kind,
                Evidence.AGES_AND_FREES,
                "no old block was freed",
                new Estimate(96 * MIB, MIB),
                new Estimate(100 * MIB, MIB),
                Duration.ofHours(1),
                Duration.ofMinutes(30),
                Duration.ZERO,
                cleaned,
                List.of());
    }
}
