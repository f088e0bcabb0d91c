package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changed and what rises over small dumps, through the command. */
class ChangeCommandsTest {

    private static final int RATE = 65_536;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path first;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path last;

    @BeforeEach
    void writeDumps() throws IOException {
        first = dump(0, 40, 2);
        for (int hour = 1; hour < 5; hour++) {
            dump(hour, 40 + 30 * hour, 2 + hour % 2);
        }
        last = dump(5, 190, 3);
    }

    /** A dump of 4 KiB blocks: of a leak, and of what merely wavers. */
    private Path dump(int hour, int leaked, int wavering) throws IOException {
        Path dump = folder.resolve("4711.20260101-00000" + hour + "-000.000" + hour + ".snapshot.heap");
        Files.writeString(
                dump,
                "heap_v2/" + RATE + "\n"
                        + figures(leaked + wavering)
                        + "@ 0x4a45000000000000\n" + figures(leaked)
                        + "@ 0x4a45000000000001\n" + figures(wavering)
                        + "\nMAPPED_LIBRARIES:\n");
        Files.writeString(
                folder.resolve(dump.getFileName() + ".symbols"), """
                --- symbol
                binary=/usr/bin/java
                # jemscope: 1
                # pid: 4711
                # program.start: 1767225600000
                # time: %d
                # main: com.example.Main
                0x4a45000000000000 com.example.Thumbnails.render(Thumbnails.java:61)
                0x4a45000000000001 com.example.Cache.put(Cache.java:18)
                ---
                """.formatted(1_767_225_600_000L + 3_600_000L * hour));
        return dump;
    }

    private static String figures(int samples) {
        String figures = samples + ": " + samples * 4_096 + " [0: 0]\n";
        return "  t*: " + figures + "  t1: " + figures;
    }

    @Test
    void saysWhatGrewAndWhatWasHeldBack() {
        CommandRun run = CommandRun.of("diff", first.toString(), last.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("+9.7 MiB", "com.example.Thumbnails.render(Thumbnails.java:61)")
                .contains("Held back, since sampling alone makes such changes: 1 row with +66.0 KiB")
                .doesNotContain("Cache.put");
        assertThat(CommandRun.of("diff", first.toString(), last.toString(), "--all")
                        .out())
                .contains("Cache.put");
    }

    @Test
    void aFilterThatMatchesOneOfTheFilesIsSpelledWell() throws IOException {
        Path names = folder.resolve(first.getFileName() + ".symbols");
        Files.writeString(names, Files.readString(names).replace("Thumbnails", "Pictures"));

        CommandRun diff =
                CommandRun.of("diff", "--focus=Thumbnails", "--ignore=Thumnails", first.toString(), last.toString());
        CommandRun trend = CommandRun.of("trend", "--focus=Thumbnails", "--ignore=Thumnails", folder.toString());

        assertThat(diff.err().lines()).containsExactly("jemscope: nothing matches --ignore");
        assertThat(trend.err().lines()).containsExactly("jemscope: nothing matches --ignore");
    }

    @Test
    void theBaseMayBeNamedByOption() {
        String out = CommandRun.of("diff", first.toString(), last.toString()).out();

        assertThat(CommandRun.of("diff", "--base", first.toString(), last.toString())
                        .out())
                .isEqualTo(out);
        assertThat(CommandRun.of("diff", last.toString(), "--diff_base", first.toString())
                        .out())
                .isEqualTo(out);
        assertThat(CommandRun.of("diff", first.toString()).exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of("diff", "--base", first.toString(), first.toString(), last.toString())
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void theCourseOfAFolder() {
        CommandRun run = CommandRun.of("trend", folder.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("Trend of process 4711 (com.example.Main): 6 dumps over 5 h")
                .contains("+1.9 MiB", "com.example.Thumbnails.render(Thumbnails.java:61)")
                .contains("Held back, since sampling alone makes such slopes: 1 row")
                .contains("█");
        assertThat(CommandRun.of("trend", "--ascii", folder + "/4711.*.heap").out())
                .isEqualTo(run.out()
                        .replace('▁', '_')
                        .replace('▂', '.')
                        .replace('▃', '-')
                        .replace('▄', '=')
                        .replace('▅', '+')
                        .replace('▆', '*')
                        .replace('▇', '%')
                        .replace('█', '#'));
    }

    @Test
    void ofDumpsWithoutFactsTheNameTellsTheProcessAndTheFileTheTime() throws IOException {
        int hour = 0;
        for (Path file : new Path[] {first, last}) {
            Path bare = folder.resolve("jeprof.99." + hour + ".i" + hour + ".heap");
            Files.writeString(bare, Files.readString(file));
            Files.setLastModifiedTime(bare, FileTime.from(Instant.ofEpochSecond(1_767_225_600L + 3600L * hour++)));
        }

        CommandRun run = CommandRun.of("trend", folder + "/jeprof.*");

        assertThat(run.out())
                .contains("Trend of process 99: 2 dumps over 1 h")
                .contains("2 dumps don't tell when they were taken; the times of their files stand for it");
    }

    @Test
    void theNumbersInNamesTellTheOrderWhereTheTimesOfFilesContradict() throws IOException {
        int[] samples = {40, 90, 140, 190};
        for (int number = 0; number < samples.length; number++) {
            Path bare = folder.resolve("jeprof.99." + number + ".i" + number + ".heap");
            Files.writeString(
                    bare,
                    "heap_v2/" + RATE + "\n" + figures(samples[number]) + "@ 0x1000\n" + figures(samples[number])
                            + "\nMAPPED_LIBRARIES:\n");
            Files.setLastModifiedTime(bare, FileTime.from(Instant.ofEpochSecond(1_767_225_600L - 3600L * number)));
        }

        assertThat(CommandRun.of("trend", folder + "/jeprof.*").out())
                .contains(
                        "4 dumps over 3 h", "2.6 MiB at first, 12.2 MiB at last", "which the files' times contradict");
    }

    @Test
    void bothAreThereForPrograms() {
        JsonObject diff = JsonParser.parseString(
                        CommandRun.of("diff", "--format", "json", first.toString(), last.toString())
                                .out())
                .getAsJsonObject();
        assertThat(diff.get("report").getAsString()).isEqualTo("diff");
        assertThat(diff.get("measure").getAsString()).isEqualTo("liveBytes");
        assertThat(CommandRun.of("diff", "--json", first.toString(), last.toString()))
                .isEqualTo(CommandRun.of("diff", "--format", "json", first.toString(), last.toString()));
        assertThat(diff.get("oneProcess").getAsBoolean()).isTrue();
        assertThat(diff.getAsJsonArray("rows")).hasSize(2);
        assertThat(diff.getAsJsonArray("rows")
                        .get(1)
                        .getAsJsonObject()
                        .get("significant")
                        .getAsBoolean())
                .isFalse();

        JsonObject trend = JsonParser.parseString(CommandRun.of("trend", "--format", "json", folder.toString())
                        .out())
                .getAsJsonObject()
                .getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject();
        assertThat(trend.getAsJsonArray("times")).hasSize(6);
        assertThat(trend.getAsJsonArray("rows")
                        .get(0)
                        .getAsJsonObject()
                        .get("course")
                        .getAsString())
                .isEqualTo("rising");
    }

    @Test
    void aTrendIsAPageThatComparesTheLastDumpWithTheFirst() throws IOException {
        Path html = folder.resolve("growth.html");
        CommandRun run = CommandRun.of("trend", folder.toString(), "-o", html.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        JsonObject page = page(html);
        assertThat(page.get("title").getAsString()).isEqualTo("com.example.Main");
        assertThat(page.get("pid").getAsInt()).isEqualTo(4711);
        assertThat(page.get("taken").getAsString()).isEqualTo("2026-01-01T05:00:00Z");
        JsonObject base = page.getAsJsonObject("base");
        assertThat(base.get("title").getAsString()).isEqualTo("the first dump of the series");
        assertThat(base.get("taken").getAsString()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(page.getAsJsonObject("holders"))
                .isEqualTo(json(CommandRun.of("diff", "--json", first.toString(), last.toString())));
        Files.delete(html);
        assertThat(page.getAsJsonObject("trend")).isEqualTo(json(CommandRun.of("trend", "--json", folder.toString())));

        CommandRun diff = CommandRun.of("diff", "--html", html.toString(), first.toString(), last.toString());
        assertThat(diff.exitCode()).as(diff.err()).isEqualTo(ExitCode.OK);
        assertThat(page(html).get("trend").isJsonNull()).isTrue();
        assertThat(page(html).getAsJsonObject("holders")).isEqualTo(page.getAsJsonObject("holders"));
    }

    @Test
    void ofSeveralProcessesThePageComparesTheOneThatGrewMost() throws IOException {
        for (Path dump : new Path[] {first, last}) {
            String other = dump.getFileName().toString().replace("4711", "12");
            Files.writeString(
                    folder.resolve(other),
                    "heap_v2/" + RATE + "\n" + figures(dump.equals(first) ? 300 : 310) + "@ 0x4a45000000000000\n"
                            + figures(dump.equals(first) ? 300 : 310) + "\nMAPPED_LIBRARIES:\n");
            Files.writeString(
                    folder.resolve(other + ".symbols"),
                    Files.readString(folder.resolve(dump.getFileName() + ".symbols"))
                            .replace("pid: 4711", "pid: 12"));
        }
        Path html = folder.resolve("growth.html");

        CommandRun run = CommandRun.of("trend", "--html", folder.toString(), "-o", html.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        JsonObject page = page(html);
        assertThat(page.get("pid").getAsInt()).isEqualTo(4711);
        assertThat(page.getAsJsonObject("holders"))
                .isEqualTo(json(CommandRun.of("diff", "--json", first.toString(), last.toString())));
        assertThat(page.getAsJsonObject("trend").getAsJsonArray("runs")).hasSize(2);
    }

    @Test
    void sourceIsInAPageOnlyOnRequest() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src/com/example")).resolve("Thumbnails.java");
        Files.writeString(source, "// line\n".repeat(60) + "pixels = allocate();\n");
        Path html = folder.resolve("growth.html");
        String[] options = {"-o", html.toString(), "--force", "--with-source", "--source-path", folder + "/src"};
        for (String verb : List.of("diff", "trend")) {
            List<String> words = new ArrayList<>(List.of(verb));
            words.addAll(List.of(first.toString(), last.toString()));
            words.addAll(List.of(options));
            CommandRun run = CommandRun.of(words.toArray(String[]::new));

            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
            assertThat(page(html).getAsJsonObject("sources").toString()).contains("pixels = allocate();");
            assertThat(page(html).get("trend").isJsonNull()).isEqualTo(verb.equals("diff"));
        }
        assertThat(CommandRun.of("diff", "--force", "-o", html.toString(), first.toString(), last.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(CommandRun.pageData(html)).doesNotContain("allocate();", "// line");
        assertThat(CommandRun.of("trend", "--with-source", folder.toString()).err())
                .contains("--with-source goes with --html");
    }

    private static JsonObject json(CommandRun run) {
        return JsonParser.parseString(run.out()).getAsJsonObject();
    }

    private static JsonObject page(Path html) throws IOException {
        return JsonParser.parseString(CommandRun.pageData(html)).getAsJsonObject();
    }

    @Test
    void rowsMayStandForOtherThings() {
        assertThat(CommandRun.of("diff", "--by", "package", first.toString(), last.toString())
                        .out())
                .contains("  com.example\n");
        assertThat(CommandRun.of("diff", "--by", "nothing", first.toString(), last.toString())
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of("diff", "--cumulative", first.toString(), last.toString())
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of("diff", "--ignore", "Thumbnails", first.toString(), last.toString())
                        .out())
                .contains("Grown: nothing beyond sampling noise");
    }

    @Test
    void functionsOfAnAllocatorMayBeNamed() throws IOException {
        for (Path dump : new Path[] {first, last}) {
            Path symbols = folder.resolve(dump.getFileName() + ".symbols");
            Files.writeString(
                    symbols,
                    Files.readString(symbols)
                            .replace(
                                    "0x4a45000000000001 com.example.Cache.put(Cache.java:18)",
                                    "0x0000000000001000 pool"));
            Files.writeString(dump, Files.readString(dump).replace("0x4a45000000000001", "0x1000"));
        }

        assertThat(CommandRun.of("diff", "--all", first.toString(), last.toString())
                        .out())
                .contains("  pool\n");
        for (String verb : new String[] {"diff", "trend"}) {
            CommandRun run =
                    CommandRun.of(verb, "--all", "--allocator-function", "poo*", first.toString(), last.toString());
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        }
        assertThat(CommandRun.of(
                                "diff",
                                "--by=function",
                                "--cum",
                                "--allocator-function=x",
                                first.toString(),
                                last.toString())
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whatCannotBeReadIsRefused() {
        assertThat(CommandRun.of("diff", first.toString(), folder + "/none").exitCode())
                .isEqualTo(ExitCode.UNREADABLE);
        assertThat(CommandRun.of("trend", folder + "/none*").exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(CommandRun.of("diff", "--accumulated", first.toString(), last.toString())
                        .exitCode())
                .isEqualTo(ExitCode.WANTING);
    }

    @Test
    void theLocaleSaysWhetherBlocksCanBeShown() {
        assertThat(TrendCommand.isUnicode(Map.of())).isTrue();
        assertThat(TrendCommand.isUnicode(Map.of("LANG", "de_DE.UTF-8"))).isTrue();
        assertThat(TrendCommand.isUnicode(Map.of("LANG", "de_DE.UTF-8", "LC_ALL", "C")))
                .isFalse();
        assertThat(TrendCommand.isUnicode(Map.of("LC_CTYPE", "ja_JP.eucJP"))).isFalse();
    }
}
