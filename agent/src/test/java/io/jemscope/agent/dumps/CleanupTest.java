package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CleanupTest {

    /** A number that no process here has. */
    private static final long PID = 99_999_991;

    private static final long MINUTE = 60_000_000_000L;

    @TempDir
    private Path runtime;

    private Path folder;
    private DumpStore store;
    private Cleanup tidying;

    @BeforeEach
    void open() {
        DumpFolder place = new DumpFolder(runtime, runtime.resolve("dumps"));
        folder = place.path();
        store = new DumpStore(
                place, PID, new FakeAllocator(), Clock.systemUTC(), line -> {}, DumpLimits.DEFAULT, EventLog.NONE);
        tidying = new Cleanup(place, PID, store);
    }

    @Test
    void whatWasMadeForAnswersGoesAndTheDumpsStay() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        rendering(dump.id());
        rendering(PID + ".3.i2");
        store.writeAside();

        tidying.run(true, System.nanoTime() + MINUTE);

        assertThat(names()).containsExactly(PID + ".1.alive", dump.id() + ".heap", dump.id() + ".heap.symbols");
    }

    @Test
    void aFolderWithoutDumpsGoesWithItsSignOfLife() throws Exception {
        store.delete(store.write(DumpKind.ASKED));
        store.writeAside();

        tidying.run(true, System.nanoTime() + MINUTE);

        assertThat(folder).doesNotExist();
        assertThat(runtime).exists();
    }

    @Test
    void aFolderThatIsLentToJemallocStays() throws Exception {
        store.lend();
        tidying.run(false, System.nanoTime() + MINUTE);
        assertThat(folder).isDirectory();

        store.takeBack();
        tidying.run(false, System.nanoTime() + MINUTE);
        assertThat(folder).doesNotExist();
    }

    @Test
    void aFileThatJemallocHasStillToWriteKeepsItsFolder() throws Exception {
        Dump reserved = store.reserve(DumpKind.LOG);

        tidying.run(false, System.nanoTime() + MINUTE);

        assertThat(reserved.file()).isEmptyFile();
    }

    /** The next agent in the same process. */
    @Test
    void afterItDumpsAreMadeAsBefore() throws Exception {
        store.delete(store.write(DumpKind.ASKED));
        tidying.run(true, System.nanoTime() + MINUTE);

        Dump dump = store.write(DumpKind.ASKED);

        assertThat(names()).containsExactly(PID + ".1.alive", dump.id() + ".heap", dump.id() + ".heap.symbols");
    }

    @Test
    void aFolderThatSomebodyHasNamedStays() throws Exception {
        DumpFolder named = new DumpFolder(folder, folder);
        PrivateFolder.ensure(folder);

        new Cleanup(named, PID, store).run(false, System.nanoTime() + MINUTE);

        assertThat(names()).isEmpty();
    }

    @Test
    void dumpsThatAreNotToStayGoAndNobodyElsesDo() throws Exception {
        rendering(store.write(DumpKind.ASKED).id());
        store.write(DumpKind.SNAPSHOT);
        Path atTheEnd = Files.writeString(folder.resolve(PID + ".final.heap"), "heap_v2\n");
        Path jemallocs = Files.writeString(folder.resolve("je." + PID + ".0.i0.heap"), "heap_v2\n");
        Path anothers = Files.writeString(folder.resolve("1.20260101-000000-000.0001.asked.heap"), "heap_v2\n");
        Path earlier = Files.writeString(folder.resolve(PID + ".20200101-000000-000.0001.asked.heap"), "heap_v2\n");
        Files.setLastModifiedTime(earlier, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        // Of another container's program of this number that has ended meanwhile, or somebody's copy.
        Path unknown = Files.writeString(folder.resolve(PID + ".20990101-000000-000.0001.asked.heap"), "heap_v2\n");
        Path copied = Files.writeString(folder.resolve(PID + ".before-the-mend.0001.asked.heap"), "heap_v2\n");

        tidying.run(false, System.nanoTime() + MINUTE);

        assertThat(names())
                .contains(name(atTheEnd), name(jemallocs), name(anothers), name(earlier), name(unknown), name(copied))
                // Others would take two of them for left behind by this process, as long as it doesn't show that it
                // lives.
                .contains(PID + ".1.alive")
                .hasSize(7);
    }

    /** It has never been asked for a dump, and leaves what the one before it has made. */
    @Test
    void aSecondAgentThatMadeNothingKeepsTheFirstOnesDumpsAndTheSignOfLife() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        tidying.run(true, System.nanoTime() + MINUTE);

        second().run(true, System.nanoTime() + MINUTE);

        assertThat(names()).containsExactly(PID + ".1.alive", dump.id() + ".heap", dump.id() + ".heap.symbols");
    }

    @Test
    void aSecondAgentRemovesTheFirstOnesDumpsWhereTheyAreNotToStay() throws Exception {
        store.write(DumpKind.ASKED);
        tidying.run(true, System.nanoTime() + MINUTE);

        second().run(false, System.nanoTime() + MINUTE);

        assertThat(folder).doesNotExist();
    }

    @Test
    void aLogThatJemallocHasStillToWriteKeepsTheSignOfLife() throws Exception {
        Dump reserved = store.reserve(DumpKind.LOG);

        second().run(false, System.nanoTime() + MINUTE);

        assertThat(names()).containsExactly(PID + ".1.alive", reserved.id() + ".heap");
    }

    private Cleanup second() {
        DumpFolder place = new DumpFolder(runtime, folder);
        return new Cleanup(
                place,
                PID,
                new DumpStore(
                        place,
                        PID,
                        new FakeAllocator(),
                        Clock.systemUTC(),
                        line -> {},
                        DumpLimits.DEFAULT,
                        EventLog.NONE));
    }

    /** In another container, as a rule, where it has the same number as here. */
    @Test
    void whereAnotherOfTheSameNumberLivesNothingIsTouched() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        rendering(dump.id());
        List<String> before = names();
        try (LivingProcess other = LivingProcess.start(folder, PID)) {
            assertThat(other.pid()).isNotEqualTo(PID);
            tidying.run(false, System.nanoTime() + MINUTE);

            assertThat(names()).containsAll(before);
        }
    }

    @Test
    void whatThereIsNoTimeForStays() throws Exception {
        rendering(store.write(DumpKind.ASKED).id());
        store.writeAside();
        List<String> before = names();

        tidying.run(false, System.nanoTime() - 1);

        assertThat(names()).isEqualTo(before);
    }

    @Test
    void aDumpForAnAnswerThatIsHalfWrittenGoes() throws Exception {
        store.removeAside(store.writeAside());
        Path half = Files.createDirectory(folder.resolve("aside").resolve(PID + ".x.heap.12.part"));
        Files.writeString(half.resolve("heap.part"), "heap_v2");

        tidying.run(true, System.nanoTime() + MINUTE);

        assertThat(folder.resolve("aside")).doesNotExist();
    }

    @Test
    void whatCannotBeRemovedKeepsNothingElse() throws Exception {
        rendering(store.write(DumpKind.ASKED).id());
        Path aside = store.writeAside().file();
        Path full = Files.createDirectories(aside.resolveSibling(PID + ".full").resolve("within"));

        tidying.run(true, System.nanoTime() + MINUTE);

        assertThat(aside).doesNotExist();
        assertThat(full).exists();
        assertThat(names()).noneMatch(name -> name.endsWith(".made"));
    }

    @Test
    void linksLeadNowhere() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        Path elsewhere = Files.createDirectory(runtime.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve(PID + ".precious"), "text");
        Files.createSymbolicLink(folder.resolve("aside"), elsewhere);
        Files.createSymbolicLink(store.made(dump), elsewhere);

        tidying.run(false, System.nanoTime() + MINUTE);

        assertThat(precious).hasContent("text");
    }

    @Test
    void aFolderThatIsNotThereIsNotMade() {
        tidying.run(false, System.nanoTime() + MINUTE);

        assertThat(folder).doesNotExist();
    }

    private void rendering(String id) throws IOException {
        Path made = Files.createDirectory(folder.resolve(id + ".made"));
        Files.writeString(made.resolve("all.txt"), "text");
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(CleanupTest::name).sorted().toList();
        }
    }
}
