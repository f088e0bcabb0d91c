package io.jemscope.symbols.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.dwarf.LineTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share a cache folder, like reports in two terminals. */
class SharedCacheTest {

    private static final int ROUNDS = 400;

    @TempDir
    private Path folder;

    @Test
    void twoProcessesShareAFolder() throws Exception {
        run(SymbolCache.DEFAULT_BYTES);

        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left)
                    .hasSize(CacheFiller.BUILDS.size())
                    .allMatch(path -> path.toString().endsWith(CacheFolder.LINES));
        }
        // The files are complete: some lines are cached, and all are right.
        for (BuildId build : CacheFiller.BUILDS) {
            long[] all = LongStream.range(0, 2_000).toArray();
            List<long[]> missing = new ArrayList<>();
            LineTable table = new SymbolCache(folder, SymbolCache.DEFAULT_BYTES)
                    .lines(build, "debug", all, addresses -> {
                        missing.add(addresses);
                        return address -> CacheFiller.answer(build, address);
                    });
            assertThat(missing.stream().mapToInt(addresses -> addresses.length).sum())
                    .isLessThan(all.length);
            for (long address : all) {
                assertThat(table.frames(address)).isEqualTo(CacheFiller.answer(build, address));
            }
        }
    }

    /** With room for one file of three: each process deletes files that the other one writes and reads. */
    @Test
    void twoProcessesShareAFolderWhileTheyDeleteEachOthersFiles() throws Exception {
        run(150_000);
    }

    /** Runs two processes at once, and waits until both have succeeded. */
    private void run(long mostBytes) throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        try {
            for (int seed = 1; seed <= 2; seed++) {
                processes.add(start(mostBytes, seed));
            }
            List<BufferedReader> outputs = new ArrayList<>();
            for (Process process : processes) {
                outputs.add(process.inputReader());
            }
            for (BufferedReader output : outputs) {
                assertThat(output.readLine()).isEqualTo("started");
            }
            for (int index = 0; index < processes.size(); index++) {
                assertThat(outputs.get(index).lines()).isEmpty();
                assertThat(processes.get(index).waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(processes.get(index).exitValue()).isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private Process start(long mostBytes, int seed) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CacheFiller.class.getName(),
                        folder.toString(),
                        Long.toString(mostBytes),
                        Integer.toString(seed),
                        Integer.toString(ROUNDS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
