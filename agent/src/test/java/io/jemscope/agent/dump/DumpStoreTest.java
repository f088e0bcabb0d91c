package io.jemscope.agent.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.FakeAllocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
    void keepsTheNewestTwentyAndTellsOfEachThatSomebodyAskedFor() throws Exception {
        Dump first = store.write(DumpKind.ASKED);
        Dump second = store.write(DumpKind.ASKED);
        for (int i = 0; i < 19; i++) {
            store.write(DumpKind.ASKED);
        }

        assertThat(first.file()).doesNotExist();
        assertThat(first.symbols()).doesNotExist();
        assertThat(second.file()).exists();
        assertThat(notices)
                .containsExactly("the dump " + first.file() + " was removed: the newest 20 are kept, up to 1 GiB."
                        + " Copy those that you want to keep longer.");
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
}
