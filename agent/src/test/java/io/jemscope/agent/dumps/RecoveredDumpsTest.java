package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the folder that an agent comes to. */
class RecoveredDumpsTest {

    private static final long PID = 99_999_991;

    @TempDir
    private Path root;

    private Path folder;
    private Path dump;
    private Path sent;

    @BeforeEach
    void leave() throws IOException {
        folder = Files.createDirectory(root.resolve("dumps"));
        Path aside = Files.createDirectory(folder.resolve("aside"));
        String name = DumpName.id(PID, Instant.now(), 1, DumpKind.ASKED) + DumpName.ENDING;
        dump = Files.writeString(folder.resolve(name), "heap_v2/1\n");
        sent = Files.writeString(aside.resolve(name), "heap_v2/1\n");
    }

    @Test
    void whatTheOneBeforeHasMadeIsTakenInAndWhatItHasPutAsideGoes() {
        assertThat(takeIn(new DumpFolder(folder, folder), Set.of(4711L)))
                .singleElement()
                .extracting(Dump::file)
                .isEqualTo(dump);
        assertThat(sent).doesNotExist();
    }

    /** Two containers in each of which the program has the same number, on a network's file system. */
    @Test
    void whereNobodyCanTellWhoLivesAFolderThatSomebodyHasNamedIsLeftAlone() {
        assertThat(takeIn(new DumpFolder(folder, folder), null)).isEmpty();
        assertThat(dump).exists();
        assertThat(sent).exists();
    }

    @Test
    void theProcesssOwnFolderIsItsOwnAllTheSame() {
        assertThat(takeIn(new DumpFolder(root, folder), null)).hasSize(1);
        assertThat(sent).doesNotExist();
    }

    /** Null where files can't be locked. */
    private static List<Dump> takeIn(DumpFolder place, @Nullable Set<Long> others) {
        PartialDumps halfMade = new PartialDumps(place, PID, Clock.systemUTC());
        return new RecoveredDumps(place, PID, Instant.now().minusSeconds(60), halfMade).takeIn(others);
    }
}
