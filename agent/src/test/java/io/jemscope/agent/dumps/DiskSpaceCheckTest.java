package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DiskSpaceCheckTest {

    private static final int PROCESSES = 4;

    @TempDir
    private Path folder;

    @Test
    void leavesNothingWhereThereIsRoom() throws Exception {
        DiskSpaceCheck.check(folder, 1);

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void saysSoWhereNothingCanBeWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "in the way");

        assertThatThrownBy(() -> DiskSpaceCheck.check(file, 0))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("has no room for a dump")
                .hasMessageContaining("Remove dumps");
    }

    @Test
    void saysSoWhereTheLastDumpWouldntFit() {
        assertThatThrownBy(() -> DiskSpaceCheck.check(folder, Long.MAX_VALUE))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("the last dump took");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void thoseWhoLookAtOnceDontTakeAwayEachOthersFile() throws Exception {
        CyclicBarrier together = new CyclicBarrier(PROCESSES);
        ExecutorService callers = Executors.newFixedThreadPool(PROCESSES);
        try {
            List<Future<?>> looks = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                looks.add(callers.submit(() -> {
                    together.await();
                    for (int look = 0; look < 50; look++) {
                        DiskSpaceCheck.check(folder, 0);
                    }
                    return null;
                }));
            }
            for (Future<?> look : looks) {
                look.get();
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void itsFilesAreKnownByTheirNames() {
        assertThat(DiskSpaceCheck.isProbe("space.probe.0123456789abcdef")).isTrue();
        assertThat(DiskSpaceCheck.isProbe("space.txt")).isFalse();
    }
}
