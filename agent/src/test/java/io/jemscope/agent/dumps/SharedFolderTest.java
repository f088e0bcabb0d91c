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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder that processes use one after another, and at once. Limits are three dumps and a mebibyte. */
@Timeout(60)
class SharedFolderTest {

    /** Numbers that no process here has. */
    private static final long PID = 99_999_991;

    private static final long ENDED = 99_999_992;

    private final List<String> notices = new ArrayList<>();

    @TempDir
    private Path temporary;

    private Path folder;
    private DumpStore store;

    @BeforeEach
    void open() throws IOException {
        folder = temporary.resolve("dumps");
        PrivateFolder.ensure(folder);
        store = new DumpStore(
                new DumpFolder(folder, folder),
                PID,
                new FakeAllocator(),
                Clock.systemUTC(),
                notices::add,
                new DumpLimits(3, 1 << 20),
                EventLog.NONE);
    }

    @Test
    void whileAnotherLivesUnderOurNumberNothingIsTakenForOurs() throws Exception {
        try (LivingProcess other = LivingProcess.start(folder, PID)) {
            assertThat(other.pid()).isNotEqualTo(PID);
            Path others = Files.writeString(folder.resolve(name(PID, 1)), "heap_v2/1\n");
            Path aside = Files.createDirectory(folder.resolve("aside"));
            Path sent = Files.writeString(aside.resolve(name(PID, 2)), "heap_v2/1\n");

            assertThat(store.list()).isEmpty();
            Dump own = store.write(DumpKind.ASKED);

            assertThat(store.list()).containsExactly(own);
            assertThat(others).exists();
            assertThat(sent).exists();
        }
    }

    @Test
    void whoMakesDumpsForAnswersAloneIsSeenToLive() throws Exception {
        store.removeAside(store.writeAside());
        assertThat(folder.resolve(PID + ".1.alive")).exists();
        Files.delete(folder.resolve(PID + ".1.alive"));

        store.removeAside(store.writeNamesAside());
        assertThat(folder.resolve(PID + ".1.alive")).exists();
        Files.delete(folder.resolve(PID + ".1.alive"));

        Dump dump = store.writeAside();
        try (LivingProcess other = LivingProcess.start(folder, PID)) {
            assertThat(other.pid()).isNotEqualTo(PID);
            assertThat(folder.resolve(PID + ".2.alive")).exists();
        }
        assertThat(dump.file()).exists();
    }

    @Test
    void whatWasLeftByWhoWasKilledWhileHeLookedForRoomGoes() throws Exception {
        Path left = Files.writeString(folder.resolve("space.probe.1"), "");
        Files.setLastModifiedTime(left, FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        Path fresh = Files.writeString(folder.resolve("space.probe.2"), "");

        assertThat(store.list()).isEmpty();

        assertThat(left).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void whatEndedProcessesHaveLeftGoesOldestFirst() throws Exception {
        Path final1 = left("99999993.final.heap", 4);
        Path oldest = left(name(ENDED, 1), 9);
        Path older = left(name(ENDED, 2), 8);
        Path newer = left(name(ENDED, 3), 2);
        Files.writeString(Dump.symbols(oldest), "--- symbol\n");
        Path made = Files.createDirectory(folder.resolve(id(oldest) + ".made"));
        Files.writeString(made.resolve("all.txt"), "text");

        Dump first = store.write(DumpKind.ASKED);
        assertThat(oldest).doesNotExist();
        assertThat(Dump.symbols(oldest)).doesNotExist();
        assertThat(made).doesNotExist();
        assertThat(older).doesNotExist();
        assertThat(final1).exists();
        assertThat(notices)
                .hasSize(1)
                .first()
                .asString()
                .startsWith("the dump " + oldest + " was removed: the newest 3");

        Dump second = store.write(DumpKind.ASKED);
        Dump third = store.write(DumpKind.ASKED);
        assertThat(final1).doesNotExist();
        assertThat(newer).doesNotExist();
        assertThat(store.list()).containsExactly(first, second, third);
    }

    @Test
    void itsBytesCountToo() throws Exception {
        Path large = left(name(ENDED, 1), 9);
        Files.write(large, new byte[700 << 10]);
        age(large, 9);
        Path larger = left(name(ENDED, 2), 8);
        Files.write(larger, new byte[900 << 10]);
        age(larger, 8);

        store.write(DumpKind.ASKED);

        assertThat(large).doesNotExist();
        assertThat(larger).exists();
    }

    @Test
    void whatAnEarlierProcessOfTheSameNumberHasLeftGoesToo() throws Exception {
        // As after the restart of a container, where the program always has the same number.
        List<Path> left = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            left.add(left(name(PID, i + 1), 24 * 365 * 20 - i));
        }

        Dump dump = store.write(DumpKind.ASKED);

        assertThat(left.get(0)).doesNotExist();
        assertThat(left.get(1)).exists();
        assertThat(store.list()).containsExactly(dump);
    }

    @Test
    void aLivingProcesssStaysAndDoesntCount() throws Exception {
        long living = ProcessHandle.current().pid();
        List<Path> theirs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            theirs.add(left(name(living, i + 1), 0));
        }
        Path left = left(name(ENDED, 1), 9);

        store.write(DumpKind.ASKED);
        store.write(DumpKind.ASKED);

        assertThat(theirs).allSatisfy(file -> assertThat(file).exists());
        assertThat(left).exists();
        assertThat(notices).isEmpty();
    }

    @Test
    void soDoesThatOfOneInAnotherContainer() throws Exception {
        List<Path> theirs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            theirs.add(left(name(ENDED, i + 1), 9));
        }
        try (LivingProcess other = LivingProcess.start(folder, ENDED)) {
            assertThat(other.pid()).isNotEqualTo(ENDED);
            store.write(DumpKind.ASKED);
            assertThat(theirs).allSatisfy(file -> assertThat(file).exists());
        }

        store.write(DumpKind.ASKED);
        assertThat(theirs).filteredOn(file -> Files.exists(file)).hasSize(1);
    }

    @Test
    void whatIsPinnedStays() throws Exception {
        Dump baseline = store.write(DumpKind.BASELINE);
        store.pin(baseline);
        age(baseline.file(), 24 * 365 * 20);
        left(name(ENDED, 1), 1);
        left(name(ENDED, 2), 1);

        for (int i = 0; i < 4; i++) {
            store.write(DumpKind.ASKED);
        }

        assertThat(store.list()).contains(baseline).hasSize(3);
    }

    @Test
    void whatIsntOursIsNotTouched() throws Exception {
        List<Path> others = List.of(
                left("before-release.heap", 99),
                left("je.99999992.0.i0.heap", 99),
                left(name(ENDED, 1) + ".symbols", 99),
                left("notes.txt", 99),
                left("99999992.mine.heap", 99));
        Path precious = Files.writeString(temporary.resolve("precious"), "text");
        Path link = Files.createSymbolicLink(folder.resolve(name(ENDED, 2)), precious);
        Path inTheWay = Files.createDirectory(folder.resolve(name(ENDED, 3)));

        for (int i = 0; i < 6; i++) {
            store.write(DumpKind.ASKED);
        }

        assertThat(others).allSatisfy(file -> assertThat(file).exists());
        assertThat(link).isSymbolicLink();
        assertThat(precious).hasContent("text");
        assertThat(inTheWay).isDirectory();
        assertThat(store.list()).hasSize(3);
    }

    @Test
    void whereNobodyCanShowLifeEachKeepsToHisOwn() throws Exception {
        // As on a file system that knows no locks: a folder can't be opened for writing.
        Files.createDirectory(folder.resolve(PID + ".1.alive"));
        List<Path> left = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            left.add(left(name(ENDED, i + 1), 9));
        }

        for (int i = 0; i < 4; i++) {
            store.write(DumpKind.ASKED);
        }

        assertThat(left).allSatisfy(file -> assertThat(file).exists());
        assertThat(store.list()).hasSize(3);
    }

    /** As after an end by the kernel's lack of memory in the midst of a dump. */
    @Test
    void whatWasLeftHalfMadeGoes() throws Exception {
        Path ofEnded = half(folder, name(ENDED, 1), Duration.ofHours(1));
        Path ofTheEnd = half(folder, ENDED + ".final.heap", Duration.ofHours(1));
        Path ofOneBefore = half(folder, name(PID, 1), Duration.ofDays(20 * 365));
        Path aside = Files.createDirectory(folder.resolve("aside"));
        Path halfAside = half(aside, name(ENDED, 2), Duration.ofHours(1));
        Path forAnAnswer = age(Files.writeString(aside.resolve(name(ENDED, 3)), "heap_v2/1\n"), 1);
        List<Path> stay = List.of(
                half(folder, name(ENDED, 4), Duration.ofMinutes(1)),
                half(folder, name(ProcessHandle.current().pid(), 1), Duration.ZERO),
                half(folder, name(PID, 5), Duration.ZERO),
                half(folder, "notes.heap", Duration.ofHours(1)),
                age(Files.writeString(folder.resolve(name(ENDED, 6) + ".12.part"), "no folder"), 1));

        assertThat(store.list()).isEmpty();

        assertThat(List.of(ofEnded, ofTheEnd, ofOneBefore, halfAside, forAnAnswer))
                .allSatisfy(file -> assertThat(file).doesNotExist());
        assertThat(stay).allSatisfy(file -> assertThat(file).exists());

        half(folder, name(ENDED, 7), Duration.ofHours(1));
        store.write(DumpKind.ASKED);
        assertThat(folder.resolve(name(ENDED, 7) + ".12.part")).doesNotExist();
        assertThat(stay).allSatisfy(file -> assertThat(file).exists());
    }

    @Test
    void whatOneIsMakingInAnotherContainerStays() throws Exception {
        Path slow = half(folder, name(ENDED, 1), Duration.ofHours(1));
        try (LivingProcess other = LivingProcess.start(folder, ENDED)) {
            assertThat(other.pid()).isNotEqualTo(ENDED);
            store.write(DumpKind.ASKED);
            assertThat(slow).exists();
        }
    }

    private static Path half(Path place, String name, Duration ago) throws IOException {
        Path half = Files.createDirectory(place.resolve(name + ".12.part"));
        FileTime then = FileTime.from(Instant.now().minus(ago));
        Files.setLastModifiedTime(Files.writeString(half.resolve("heap.part"), "heap_v2"), then);
        return Files.setLastModifiedTime(half, then);
    }

    private Path left(String name, long hoursAgo) throws IOException {
        return age(Files.writeString(folder.resolve(name), "heap_v2/524288\n"), hoursAgo);
    }

    private static Path age(Path file, long hoursAgo) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(hoursAgo))));
    }

    private static String name(long pid, long number) {
        return DumpName.id(pid, Instant.parse("2026-03-04T05:06:07.089Z"), number, DumpKind.ASKED) + DumpName.ENDING;
    }

    private static String id(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - DumpName.ENDING.length());
    }
}
