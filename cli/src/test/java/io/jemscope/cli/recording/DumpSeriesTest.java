package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpSeriesTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temporary;

    @Test
    void keepsDumpsWithTheirNames() throws Exception {
        DumpFolder recording = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
        DumpSeries series = series(10);
        series.keep(dump(recording, 1));
        dump(recording, 2);

        series.close(recording);

        assertThat(kept()).containsExactly("1.heap", "1.heap.symbols", "2.heap", "2.heap.symbols");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(2)", "jemscope trend ");
    }

    @Test
    void ofTooManyEverySecondOneStays() throws Exception {
        DumpFolder recording = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
        DumpSeries series = series(4);
        for (int number = 1; number <= 9; number++) {
            series.keep(dump(recording, number));
        }
        series.close(recording);

        assertThat(kept().stream().filter(name -> name.endsWith(".heap")))
                .containsExactly("1.heap", "5.heap", "9.heap");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("one of every 4");
        assertThat(recording.all()).isEmpty();
    }

    @Test
    void eachProgramsDumpsAreThinnedOutOnTheirOwn() throws Exception {
        DumpFolder recording = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
        DumpSeries series = series(6);
        series.keep(dump(recording, 100, 8));
        for (int number = 1; number <= 7; number++) {
            series.keep(dump(recording, number));
        }
        series.keep(dump(recording, 101, 8));
        series.close(recording);

        assertThat(kept().stream().filter(name -> name.endsWith(".heap")))
                .containsExactly("1.heap", "100.heap", "101.heap", "3.heap", "5.heap", "7.heap");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("of every 2 of process 7 one is kept", "(6, of some programs one of every 2)");
    }

    @Test
    void ofTooManyProgramsTheFirstOnesStay() throws Exception {
        DumpFolder recording = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
        DumpSeries series = series(3);
        for (int number = 1; number <= 6; number++) {
            series.keep(dump(recording, number, 100 + number));
        }
        series.close(recording);

        assertThat(kept().stream().filter(name -> name.endsWith(".heap")))
                .containsExactly("1.heap", "2.heap", "3.heap");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("no more programs' dumps are kept")
                .doesNotContain("one is kept", "one of every");
        assertThat(recording.all()).isEmpty();
    }

    @Test
    void whereItCannotWriteItSaysSoOnce() throws Exception {
        DumpFolder recording = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
        DumpSeries series =
                new DumpSeries(temporary.resolve("gone"), 10, new PrintStream(err, true, StandardCharsets.UTF_8));

        series.keep(dump(recording, 1));
        series.keep(dump(recording, 2));

        assertThat(err.toString(StandardCharsets.UTF_8)).containsOnlyOnce("can't be kept");
    }

    @Test
    void aFolderThatNothingCameIntoGoes() throws Exception {
        DumpFolder recording = DumpFolder.create(Map.of("TMPDIR", temporary.toString()));
        DumpSeries series = series(10);

        series.close(recording);
        series.deleteIfEmpty();

        assertThat(temporary.resolve("series")).doesNotExist();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private DumpSeries series(int most) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("series"));
        return new DumpSeries(folder, most, new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.list(temporary.resolve("series"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static DumpFile dump(DumpFolder recording, int number) throws IOException {
        return dump(recording, number, 7);
    }

    private static DumpFile dump(DumpFolder recording, int number, int pid) throws IOException {
        Path heap = Files.writeString(recording.path().resolve(number + ".heap"), "heap_v2/1\n");
        Files.writeString(recording.path().resolve(number + ".heap.symbols"), "--- symbol\n# pid: " + pid + "\n---\n");
        return DumpFile.of(heap);
    }
}
