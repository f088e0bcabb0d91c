package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpStoreTest {

    private final FakeAllocator allocator = new FakeAllocator();
    private final List<String> notices = new ArrayList<>();

    @TempDir
    private Path temporary;

    private DumpStore store;

    @BeforeEach
    void open() {
        Clock clock = Clock.fixed(Instant.parse("2026-03-04T05:06:07.089Z"), ZoneOffset.UTC);
        Path folder = temporary.resolve("dumps");
        store = new DumpStore(new DumpFolder(folder, folder), 4711, allocator, clock, notices::add);
    }

    @Test
    void givesEachDumpANameOfItsOwn() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        Dump second = store.write(DumpKind.ASKED);

        assertThat(first.id()).isEqualTo("4711.20260304-050607-089.0001.asked");
        assertThat(second.id()).isEqualTo("4711.20260304-050607-089.0002.asked");
        assertThat(first.file()).exists();
        assertThat(first.bytes()).isEqualTo(Files.size(first.file()));
        assertThat(store.find(first.id())).contains(first);
    }

    @Test
    void theFolderIsItsOwnersAloneAndMadeWithTheFirstDump() throws Exception {
        assertThat(store.folder()).doesNotExist();

        store.write(DumpKind.ASKED);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void goesPastANameThatIsTaken() throws Exception {
        PrivateFolder.ensure(store.folder());
        Path taken = store.folder().resolve("4711.20260304-050607-089.0001.asked.heap");
        Files.writeString(taken, "not ours");

        Dump dump = store.write(DumpKind.ASKED);

        assertThat(dump.id()).endsWith(".0002.asked");
        assertThat(taken).hasContent("not ours");
    }

    @Test
    void keepsTheNewestTwoSnapshotsAndDropsTheOthersInSilence() throws Exception {
        Dump asked = store.write(DumpKind.ASKED);
        Dump first = store.write(DumpKind.SNAPSHOT);
        Dump second = store.write(DumpKind.SNAPSHOT);
        Dump third = store.write(DumpKind.SNAPSHOT);

        assertThat(first.file()).doesNotExist();
        assertThat(first.symbols()).doesNotExist();
        assertThat(second.file()).exists();
        assertThat(third.file()).exists();
        assertThat(asked.file()).exists();
        assertThat(store.find(first.id())).isEmpty();
        assertThat(notices).isEmpty();
    }

    @Test
    void keepsTheNewestTwentyAndTellsOfTheFirstThatSomebodyAskedFor() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        Dump second = store.write(DumpKind.ASKED);
        for (int i = 0; i < 19; i++) {
            store.write(DumpKind.ASKED);
        }

        assertThat(first.file()).doesNotExist();
        assertThat(first.symbols()).doesNotExist();
        assertThat(second.file()).exists();

        for (int i = 0; i < 5; i++) {
            store.write(DumpKind.ASKED);
        }
        assertThat(notices)
                .containsExactly("the dump " + first.file() + " was removed: the newest 20 are kept, up to 1 GiB."
                        + " Copy those that you want to keep longer. Further ones go without a line here; the agent's"
                        + " events name each.");
    }

    @Test
    void whatSomebodyHasTakenAwayPushesNothingOut() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        for (int i = 0; i < 30; i++) {
            Files.delete(store.write(DumpKind.ASKED).file());
        }

        assertThat(first.file()).exists();
        assertThat(notices).isEmpty();
    }

    @Test
    void aDumpThatCantBeRemovedDoesntSpoilTheNext() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        // A folder with something in it can't be deleted as a file is, not even by root.
        Files.delete(first.file());
        Files.createDirectories(first.file().resolve("in the way"));
        for (int i = 0; i < 19; i++) {
            store.write(DumpKind.ASKED);
        }

        Dump last = store.write(DumpKind.ASKED);

        assertThat(last.file()).exists();
        assertThat(notices).singleElement().asString().contains(first.file() + " is no longer kept and could not");
    }

    @Test
    void aDumpThatCantBeWrittenIsSaidSo() {
        allocator.refusal.set("prof.dump");

        assertThatThrownBy(() -> store.write(DumpKind.ASKED)).isInstanceOf(AllocatorException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../secret", "a/b", "/etc/passwd", ".hidden", "a\u0000", "a b"})
    void noNameLeadsOutOfTheFolder(String id) throws IOException {
        Files.createDirectories(store.folder());
        Files.writeString(temporary.resolve("secret.heap"), "secret");

        assertThat(store.find(id)).isEmpty();
    }

    @Test
    void aLinkInADumpsPlaceIsNoDump() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        Path secret = Files.writeString(temporary.resolve("secret"), "secret");
        Files.delete(dump.file());
        Files.createSymbolicLink(dump.file(), secret);

        assertThat(store.find(dump.id())).isEmpty();
        assertThat(store.list()).isEmpty();
    }

    @Test
    void listsTheOldestFirst() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        Dump second = store.write(DumpKind.BASELINE);

        assertThat(store.list()).containsExactly(first, second);
    }

    @Test
    void whatAnAgentThatHasLeftMadeIsKnownToTheNext() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        Dump second = store.write(DumpKind.BASELINE);
        Files.writeString(store.folder().resolve("4712.20260304-050607-089.0001.asked.heap"), "another's");
        Files.writeString(store.folder().resolve("notes.txt"), "the user's");

        DumpStore next = reopened();

        assertThat(next.list()).extracting(Dump::id).containsExactly(first.id(), second.id());
        assertThat(next.write(DumpKind.ASKED).id()).contains(".0003.");
    }

    @Test
    void aLogThatJemallocHasStillToWriteIsNoDumpYet() throws Exception {
        Dump log = store.reserve(DumpKind.LOG);

        assertThat(reopened().list()).isEmpty();
        assertThat(reopened().find(log.id())).isEmpty();

        Files.writeString(log.file(), "{\"allocations\":[]}");
        assertThat(reopened().list()).extracting(Dump::id).containsExactly(log.id());
    }

    @Test
    void whatAnEarlierProcessOfTheSameNumberLeftIsNotTouched() throws Exception {
        Dump old = store.write(DumpKind.ASKED);
        Files.setLastModifiedTime(old.file(), FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));

        assertThat(reopened().list()).isEmpty();
        assertThat(old.file()).exists();
    }

    @Test
    void theDumpsThatJemallocMakesAreListedInTheirOrder() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("jemalloc"));
        allocator.values.put("opt.prof_prefix", Optional.of(folder.resolve("je").toString()));
        Instant now = Instant.now();
        Path second = jemallocs(folder, "je.4711.1.i1.heap", now.minusMillis(10));
        Path first = jemallocs(folder, "je.4711.0.u0.heap", now.minusMillis(20));
        jemallocs(folder, "je.4712.0.i0.heap", now.minusMillis(5));
        jemallocs(folder, "je.4711.2.i2.heap", Instant.parse("2001-01-01T00:00:00Z"));
        Files.createSymbolicLink(folder.resolve("je.4711.3.i3.heap"), second);
        Files.writeString(Dump.symbols(first), "--- symbol\n");
        Files.writeString(Dump.symbols(second), "--- symbol\n");

        List<Dump> dumps = reopened().list();

        assertThat(dumps).extracting(Dump::id).containsExactly("4711.0.u0", "4711.1.i1");
        assertThat(dumps).extracting(Dump::kind).containsExactly(DumpKind.HIGH_WATER, DumpKind.INTERVAL);
        assertThat(dumps).extracting(Dump::symbolized).containsExactly(true, true);
        assertThat(reopened().find("4711.1.i1")).contains(dumps.get(1));
        assertThat(reopened().find("4711.3.i3")).isEmpty();

        assertThat(reopened().delete(dumps.get(0))).isTrue();
        assertThat(folder.resolve("je.4711.0.u0.heap")).doesNotExist();
        assertThat(Dump.symbols(first)).doesNotExist();
    }

    /** With prof.gdump there may be a hundred thousand. */
    @Test
    void ofManyThatJemallocMakesTheNewestAreListedAndTheOthersCountedAndFoundById() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("jemalloc"));
        allocator.values.put("opt.prof_prefix", Optional.of(folder.resolve("je").toString()));
        Instant now = Instant.now();
        for (int i = 0; i < 1_100; i++) {
            jemallocs(folder, "je.4711." + i + ".u" + i + ".heap", now.minusSeconds(2));
        }
        // Of another program of that number, which was there before.
        jemallocs(folder, "je.4711.9999.u9999.heap", Instant.parse("2001-01-01T00:00:00Z"));
        Dump own = store.write(DumpKind.ASKED);
        DumpStore reopened = reopened();

        DumpListing listing = reopened.listing();

        assertThat(listing.unlisted()).isEqualTo(900);
        assertThat(listing.dumps()).hasSize(201);
        assertThat(listing.dumps().stream().filter(dump -> dump.kind() == DumpKind.HIGH_WATER))
                .extracting(Dump::number)
                .allMatch(number -> number >= 900 && number < 1_100);
        assertThat(listing.dumps()).extracting(Dump::id).contains(own.id());
        assertThat(reopened.find("4711.5.u5")).isPresent();
        assertThat(reopened.find("4711.9999.u9999")).isEmpty();
        assertThat(reopened.newestHighWater()).isEqualTo(1_099);
        assertThat(reopened.highWatersAfter(1_089)).isEqualTo(new JemallocSums(10, 100, 1_099));
        assertThat(reopened.highWatersAfter(1_099)).isEqualTo(new JemallocSums(0, 0, 1_099));
    }

    @Test
    void theProgramsFolderIsNotLookedAtForAnIdThatJemallocDoesntGive() throws Exception {
        Dump gone = store.write(DumpKind.ASKED);
        store.delete(gone);
        allocator.readRefusal.set("opt.prof_prefix");
        assertThat(store.find(gone.id())).isEmpty();
        assertThat(store.holds(gone)).isFalse();

        // Asked for only now, and so still answered.
        allocator.readRefusal.set("");
        allocator.values.put(
                "opt.prof_prefix", Optional.of(temporary.resolve("je").toString()));
        Path jemallocs = jemallocs(temporary, "je.4711.0.i0.heap", Instant.now());
        Files.writeString(Dump.symbols(jemallocs), "--- symbol\n");
        assertThat(store.find("4711.0.i0")).isPresent();
    }

    @Test
    void theOwnFolderIsLookedAtBeforeJemallocDumpsIntoIt() throws Exception {
        store.lend();
        Files.delete(store.folder());
        store.writeByJemalloc();
        assertThat(store.folder()).isDirectory();
        assertThat(allocator.writes).containsExactly("prof.dump=Optional.empty");

        Files.delete(store.folder());
        Files.writeString(store.folder(), "in the way");
        assertThatThrownBy(() -> store.writeByJemalloc()).isInstanceOf(SetupException.class);
        assertThat(allocator.writes).hasSize(1);

        // Where it went before is none of ours.
        store.takeBack();
        store.writeByJemalloc();
        assertThat(allocator.writes).hasSize(2);
    }

    @Test
    void oneThatIsBeingWrittenIsNotListedYet() throws Exception {
        allocator.values.put(
                "opt.prof_prefix", Optional.of(temporary.resolve("je").toString()));
        Path fresh = jemallocs(temporary, "je.4711.0.i0.heap", Instant.now().plusSeconds(60));
        assertThat(reopened().list()).isEmpty();

        Files.writeString(Dump.symbols(fresh), "--- symbol\n");
        assertThat(reopened().list()).hasSize(1);
    }

    @Test
    void thePinnedStaysAndCantBeDeleted() throws Exception {
        Dump baseline = store.write(DumpKind.BASELINE);
        store.pin(baseline);
        for (int i = 0; i < 25; i++) {
            store.write(DumpKind.ASKED);
        }

        assertThat(store.delete(baseline)).isFalse();
        assertThat(store.list()).contains(baseline).hasSize(20);

        store.unpin(baseline);
        assertThat(store.delete(baseline)).isTrue();
        assertThat(baseline.file()).doesNotExist();
        assertThat(store.find(baseline.id())).isEmpty();
    }

    @Test
    void whatWasMadeOfADumpGoesWithIt() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        Files.createDirectories(store.made(dump));
        Files.writeString(store.made(dump).resolve("all.txt"), "text");

        store.delete(dump);

        assertThat(store.made(dump)).doesNotExist();
    }

    @Test
    void aLinkInTheMadeOnesPlaceIsNotFollowed() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("precious"), "text");
        Files.createSymbolicLink(store.made(dump), elsewhere);

        store.delete(dump);

        assertThat(precious).exists();
    }

    @Test
    void aDumpForAnAnswerIsInNoListAndPushesNothingOut() throws Exception {
        Dump kept = store.write(DumpKind.ASKED);
        for (int i = 0; i < 25; i++) {
            Dump aside = store.writeAside();
            assertThat(aside.file()).exists();
            store.removeAside(aside);
        }

        assertThat(store.list()).containsExactly(kept);
        assertThat(store.folder().resolve("aside")).isEmptyDirectory();
    }

    @Test
    void aVanishedFolderIsMadeAgain() throws Exception {
        Dump dump = store.write(DumpKind.ASKED);
        Files.delete(dump.file());
        Files.delete(dump.symbols());
        Files.delete(store.folder().resolve("4711.1.alive"));
        Files.delete(store.folder());

        assertThat(store.list()).isEmpty();
        assertThat(store.write(DumpKind.ASKED).file()).exists();
    }

    @Test
    void aFolderThatSomebodyHasPutALinkForIsRefused() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(store.folder(), elsewhere);

        assertThatThrownBy(() -> store.write(DumpKind.ASKED))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("symbolic link");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    @Timeout(30)
    void whoLooksPinsOrRemovesDoesntWaitForADump() throws Exception {
        Dump first = store.write(DumpKind.BASELINE);
        Dump second = store.write(DumpKind.ASKED);
        CountDownLatch dumping = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        allocator.onDump.set(() -> {
            dumping.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try {
            Future<Dump> third = caller.submit(() -> store.write(DumpKind.ASKED));
            dumping.await();

            store.pin(first);
            assertThat(store.delete(first)).isFalse();
            assertThat(store.delete(second)).isTrue();
            assertThat(store.holds(first)).isTrue();
            assertThat(store.find(second.id())).isEmpty();
            assertThat(store.list()).containsExactly(first);
            store.unpin(first);
            assertThat(store.between().tryLock()).isFalse();
            assertThat(third.isDone()).isFalse();

            go.countDown();
            assertThat(store.list()).doesNotContain(second);
            assertThat(third.get().file()).exists();
            assertThat(store.list()).containsExactly(first, third.get());
            assertThat(store.between().tryLock()).isTrue();
        } finally {
            go.countDown();
            caller.shutdownNow();
        }
    }

    @Test
    void limitsCanBeSet() throws Exception {
        Path folder = temporary.resolve("few");
        Clock clock = Clock.fixed(Instant.parse("2026-03-04T05:06:07.089Z"), ZoneOffset.UTC);
        DumpStore few = new DumpStore(
                new DumpFolder(folder, folder),
                4711,
                allocator,
                clock,
                notices::add,
                new DumpLimits(2, 3 << 20),
                EventLog.NONE);
        Dump first = few.write(DumpKind.ASKED);
        few.write(DumpKind.ASKED);
        few.write(DumpKind.ASKED);

        assertThat(few.list()).hasSize(2);
        assertThat(notices)
                .containsExactly("the dump " + first.file() + " was removed: the newest 2 are kept, up to 3 MiB."
                        + " Copy those that you want to keep longer. Further ones go without a line here; the agent's"
                        + " events name each.");
    }

    private static Path jemallocs(Path folder, String name, Instant made) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "heap_v2/1\n");
        return Files.setLastModifiedTime(file, FileTime.from(made));
    }

    /** The same folder, for an agent that comes later. */
    private DumpStore reopened() {
        Path folder = temporary.resolve("dumps");
        return new DumpStore(new DumpFolder(folder, folder), 4711, allocator, Clock.systemUTC(), notices::add);
    }
}
