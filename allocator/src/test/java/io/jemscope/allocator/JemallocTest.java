package io.jemscope.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import io.jemscope.allocator.AllocatorException.Kind;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JemallocTest {

    private final FakeMallctl calls = new FakeMallctl();
    private final Jemalloc jemalloc = new Jemalloc(calls);

    @Test
    void readsEachTypeOfControl() throws AllocatorException {
        calls.flag("prof.active", true);
        calls.size("prof.lg_sample", 19);
        calls.values.put("arenas.narenas", ControlType.UNSIGNED.encode(4_000_000_000L));
        calls.texts.put("version", "5.3.0-0-gabc");

        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isTrue();
        assertThat(jemalloc.read(Control.PROF_LG_SAMPLE)).isEqualTo(19);
        assertThat(jemalloc.read(Control.unsigned("arenas.narenas"))).isEqualTo(4_000_000_000L);
        assertThat(jemalloc.read(Control.VERSION)).contains("5.3.0-0-gabc");
    }

    @Test
    void writesValues() throws AllocatorException {
        jemalloc.write(Control.PROF_ACTIVE, true);
        jemalloc.write(Control.THREAD_PROF_NAME, Optional.of("worker"));
        jemalloc.run(Control.action("arena.0.purge"));

        assertThat(calls.values.get("prof.active")).containsExactly(1);
        assertThat(calls.calls).contains("write thread.prof.name worker", "run arena.0.purge");
    }

    @Test
    void refusesTooLargeUnsignedValues() {
        assertThatThrownBy(() -> jemalloc.write(Control.unsigned("thread.arena"), -1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4294967295");
    }

    @Test
    void writesANullTextOnlyForADumpsName() throws AllocatorException {
        jemalloc.write(Control.PROF_DUMP, Optional.empty());

        assertThat(calls.calls).contains("write prof.dump null");
        assertThatThrownBy(() -> jemalloc.write(Control.PROF_PREFIX, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prof.prefix takes a text");
        assertThat(calls.calls).noneMatch(call -> call.contains("prof.prefix"));
    }

    @Test
    void namesAControlThatThisBuildLacks() {
        AllocatorException e =
                catchThrowableOfType(AllocatorException.class, () -> jemalloc.read(Control.flag("no.such")));

        assertThat(e.kind()).isEqualTo(Kind.NOT_AVAILABLE);
        assertThat(e.errno()).isEqualTo(Errno.ENOENT);
        assertThat(e.control()).isEqualTo("no.such");
        assertThat(e).hasMessageContaining("this build of jemalloc has no such control");
    }

    @Test
    void distinguishesWriteOnlyFromMissingControls() throws AllocatorException {
        assertThat(jemalloc.offers(Control.PROF_PREFIX)).isFalse();
        calls.errors.put("prof.prefix", Errno.EPERM);
        assertThat(jemalloc.offers(Control.PROF_PREFIX)).isTrue();

        calls.errors.put("prof.log_start", Errno.EAGAIN);
        assertThatThrownBy(() -> jemalloc.offers(Control.PROF_LOG_START)).isInstanceOf(AllocatorException.class);
        assertThatThrownBy(() -> jemalloc.offers(Control.PROF_DUMP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("may act");
        assertThat(calls.calls).noneMatch(call -> call.contains("prof.dump"));
    }

    @Test
    void offersNothingWithoutJemalloc() throws AllocatorException {
        calls.origin = null;

        assertThat(jemalloc.offers(Control.PROF_LOG_START)).isFalse();
    }

    @Test
    void saysWhatToSetIfProfilingIsOff() {
        calls.flag("config.prof", true);
        calls.flag("opt.prof", false);
        calls.errors.put("prof.active", Errno.ENOENT);

        assertThatThrownBy(() -> jemalloc.write(Control.PROF_ACTIVE, true))
                .hasMessage("Can't write prof.active: heap profiling isn't on in this process."
                        + " Start the program with MALLOC_CONF=prof:true in its environment.");
    }

    @Test
    void saysWhichBuildToUseWithoutProfiling() {
        calls.flag("config.prof", false);
        calls.errors.put("prof.active", Errno.ENOENT);

        assertThatThrownBy(() -> jemalloc.write(Control.PROF_ACTIVE, true)).hasMessageContaining("--enable-prof");
    }

    @ParameterizedTest
    @CsvSource({
        "14, FILE_NOT_WRITTEN, the path can't be written",
        "17, FILE_EXISTS, a file of that name is there already",
        "2, FILE_NOT_WRITTEN, its folder doesn't exist",
        "13, FILE_NOT_WRITTEN, the process's user may not write there (EACCES)",
        "28, FILE_NOT_WRITTEN, there is no room for it (ENOSPC)",
        "24, FILE_NOT_WRITTEN, the system answered EMFILE",
        "999, FILE_NOT_WRITTEN, the system answered errno 999"
    })
    void saysWhyADumpFailed(int errno, Kind kind, String why) {
        calls.flag("config.prof", true);
        calls.flag("opt.prof", true);
        calls.errors.put("prof.dump", errno);

        AllocatorException e = catchThrowableOfType(
                AllocatorException.class, () -> jemalloc.dump(Path.of("/x/a.heap"), DumpKind.ASKED));

        assertThat(e.kind()).isEqualTo(kind);
        assertThat(e.why()).isEqualTo(why);
        assertThat(e.next()).endsWith(".");
        assertThat(e.errno()).isEqualTo(errno);
    }

    @Test
    void passesADumpsPathAndKind() throws AllocatorException {
        jemalloc.dump(Path.of("/x/a.heap"), DumpKind.SNAPSHOT);

        assertThat(calls.calls).containsExactly("dump /x/a.heap snapshot");
        assertThatThrownBy(() -> jemalloc.dump(Path.of("a.heap"), DumpKind.ASKED))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void dumpsTheHeapAndTheNamesSeparately() throws AllocatorException {
        jemalloc.dumpHeap(Path.of("/x/a.heap"));
        jemalloc.nameFrames(Path.of("/x/a.heap"), DumpKind.ASKED);

        assertThat(calls.calls).containsExactly("dump /x/a.heap null", "symbols /x/a.heap asked");
        assertThatThrownBy(() -> jemalloc.dumpHeap(Path.of("a.heap"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> jemalloc.nameFrames(Path.of("a.heap"), DumpKind.ASKED))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void updatesTheEpochOnceForAllFigures() throws AllocatorException {
        for (String figure : new String[] {"allocated", "active", "metadata", "resident", "mapped", "retained"}) {
            calls.size("stats." + figure, figure.length());
        }

        assertThat(jemalloc.memory()).isEqualTo(new MemorySummary(9, 6, 8, 8, 6, 8));
        assertThat(calls.calls).filteredOn("write epoch"::equals).hasSize(1);
        assertThat(calls.calls).first().isEqualTo("write epoch");
    }

    @Test
    void checksTheLettersOfStatistics() throws AllocatorException {
        assertThat(jemalloc.statistics(new StatisticsQuery(true, "mdablx"))).isEqualTo("statistics Jmdablx");
        assertThat(jemalloc.statistics(StatisticsQuery.TEXT)).isEqualTo("statistics ");
        assertThatThrownBy(() -> new StatisticsQuery(false, "aJ"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'J'");
    }

    @Test
    void distinguishesABypassedJemalloc() {
        calls.texts.put("version", "5.3.0");
        calls.texts.put("jemscope.malloc", "jemalloc 5.3.0");
        assertThat(jemalloc.detection())
                .isEqualTo(new Detection(
                        Detection.State.PRESENT, "", "/usr/lib/libjemalloc.so.2", "5.3.0", "jemalloc 5.3.0", false));

        calls.canary = false;
        calls.origin = "je_|";
        calls.texts.put("jemscope.malloc", "glibc 2.36");
        calls.flag("jemscope.samples", true);
        assertThat(jemalloc.detection())
                .isEqualTo(new Detection(Detection.State.BYPASSED, "je_", null, "5.3.0", "glibc 2.36", true));
    }

    @Test
    void failsWithoutJemalloc() throws AllocatorException {
        calls.origin = null;

        assertThat(jemalloc.detection()).isEqualTo(new Detection(Detection.State.ABSENT, "", null, null, null, false));
        assertThat(jemalloc.find(Control.OPT_PROF)).isEmpty();
        assertThatThrownBy(jemalloc::memory).hasMessageContaining("doesn't run on jemalloc");
        assertThatThrownBy(() -> jemalloc.dump(Path.of("/x"), DumpKind.ASKED)).hasMessageContaining("LD_PRELOAD");
        assertThatThrownBy(() -> jemalloc.statistics(StatisticsQuery.JSON)).isInstanceOf(AllocatorException.class);
    }

    @Test
    void saysWhichToolIsInTheSamplersPlace() {
        calls.origin = null;
        calls.flag("jemscope.samples", true);
        calls.texts.put("jemscope.malloc", "glibc 2.36");
        calls.texts.put("jemscope.tool", "/tmp/a/libasyncProfiler.so");
        calls.size("jemscope.tool.libraries", 31);
        calls.errors.put("prof.active", Errno.EBUSY);

        AllocatorException e =
                catchThrowableOfType(AllocatorException.class, () -> jemalloc.write(Control.PROF_ACTIVE, true));

        assertThat(e.kind()).isEqualTo(Kind.REFUSED);
        assertThat(e)
                .hasMessageStartingWith("Sampling can't start: libasyncProfiler.so has replaced malloc in 31 libraries"
                        + " (/tmp/a/libasyncProfiler.so). Stop that tool");
    }

    @ParameterizedTest
    @CsvSource({"13, mprotect", "95, MADV_WIPEONFORK", "38, import table"})
    void saysWhyItsOwnSamplerCannotStart(int errno, String why) {
        calls.flag("jemscope.samples", true);
        calls.errors.put("prof.active", errno);

        assertThatThrownBy(() -> jemalloc.write(Control.PROF_ACTIVE, true))
                .hasMessageStartingWith("Sampling can't start")
                .hasMessageContaining(why);
    }

    @Test
    void namesTheAllocatorThatLacksAControlOrStatistics() {
        calls.origin = null;
        calls.statistics = null;
        calls.flag("jemscope.samples", true);
        calls.texts.put("jemscope.malloc", "tcmalloc 2.10");
        calls.mallinfo = new long[] {1, 2, 3, 4, 5};

        assertThatThrownBy(() -> jemalloc.read(Control.STATS_RESIDENT))
                .hasMessageContaining("malloc is that of tcmalloc 2.10, which has nothing like it");
        assertThatThrownBy(() -> jemalloc.statistics(StatisticsQuery.JSON))
                .hasMessageContaining("malloc is that of tcmalloc 2.10")
                .hasMessageContaining("jemscope memory PID");
        assertThat(jemalloc.glibcMemory()).isEmpty();

        calls.texts.put("jemscope.malloc", "glibc 2.36");
        assertThat(jemalloc.glibcMemory()).contains(new GlibcMemory(1, 2, 3, 4, 5));
    }

    @Test
    void searchesJemallocOnlyOnce() throws AllocatorException {
        jemalloc.write(Control.PROF_ACTIVE, true);
        jemalloc.read(Control.PROF_ACTIVE);
        jemalloc.run(Control.THREAD_TCACHE_FLUSH);

        assertThat(calls.originsAsked).isEqualTo(1);
    }

    @Test
    void returnsTheHooksCountersByTheLibrarysNames() {
        assertThat(jemalloc.counters().byName()).containsExactly(entry("samples", 7L), entry("samples.java", 5L));
    }

    @ParameterizedTest
    @CsvSource({
        "2, NOT_AVAILABLE, 'this jemalloc has none, it came with 5.3.0'",
        "12, REFUSED, the system answered ENOMEM",
        "16, REFUSED, another hook was put in front of it and still calls it",
        "22, NOT_AVAILABLE, the native agent isn't in this process",
        "38, NO_ALLOCATOR, this process doesn't run on jemalloc",
        "95, NOT_AVAILABLE, 'this JVM can''t tell Java stacks: it has no AsyncGetCallTrace, its libjvm.so does not export the tables of its fields, or its current thread was not found'",
        "125, REFUSED, the JVM is ending"
    })
    void saysWhyAHookCannotBeSet(int errno, Kind kind, String why) {
        calls.errors.put("hook", errno);

        AllocatorException e = catchThrowableOfType(AllocatorException.class, () -> jemalloc.install(true));

        assertThat(e.kind()).isEqualTo(kind);
        assertThat(e.why()).isEqualTo(why);
        assertThat(e.errno()).isEqualTo(errno);
        assertThat(e.next()).endsWith(".");
    }
}
