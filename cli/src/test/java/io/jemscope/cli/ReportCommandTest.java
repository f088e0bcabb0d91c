package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a small dump with its names beside it, through the command. */
class ReportCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path dump;

    @BeforeEach
    void writeDump() throws IOException {
        dump = ShopDump.write(folder);
    }

    @Test
    void saysWhoHoldsIt() {
        CommandRun run = CommandRun.of("report", dump.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.contains("com.example")))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("2.0 KiB", "66.7%", "com.example.Thumbnails.render(Thumbnails.java:61)"),
                        second ->
                                assertThat(second).contains("1000 B", "33.3%", "com.example.Cache.put(Cache.java:18)"));
        assertThat(run.out()).contains("What this profile knows, and what it doesn't");
    }

    @Test
    void thePlainFormAndTheOneWithOptionsSayTheSame() {
        assertThat(CommandRun.of("report", dump.toString()))
                .isEqualTo(CommandRun.of("report", dump.toString(), "--format", "holders"));
    }

    @Test
    void everyFormatCanBeHad() {
        assertThat(CommandRun.of("report", dump.toString(), "--format", "top", "--sort", "cumulative")
                        .out())
                .contains("com.example.Thumbnails.render");
        assertThat(CommandRun.of("report", dump.toString(), "--format", "tree").out())
                .contains("└─ com.example.Cache.put");
        assertThat(CommandRun.of("report", dump.toString(), "--format", "collapsed")
                        .out())
                .contains("com.example.Thumbnails.render;java.util.zip.Inflater.<init> 2000");
    }

    @Test
    void aPageMayBeNamedBehindItsOption() throws IOException {
        Path page = folder.resolve("page.html");

        CommandRun run = CommandRun.of("report", "--html", page.toString(), dump.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).isEmpty();
        assertThat(CommandRun.pageData(page)).contains("com.example.Thumbnails.render");
        assertThat(CommandRun.of("report", page.toString(), dump.toString()).exitCode())
                .isNotEqualTo(ExitCode.OK);
    }

    @Test
    void flagsOfPprofAndJeprofMeanWhatTheyMeanThere() {
        String file = dump.toString();

        assertThat(CommandRun.of("report", file, "--text", "--cum"))
                .isEqualTo(CommandRun.of("report", file, "--format", "top", "--sort", "cumulative"));
        assertThat(CommandRun.of("report", "--inuse_objects", "--top", file))
                .isEqualTo(CommandRun.of("report", "--top", "--live", "--objects", file));
        assertThat(CommandRun.of("report", file, "--sample_index=inuse_objects", "--collapsed")
                        .out())
                .contains("com.example.Cache.put 1");
        assertThat(CommandRun.of("report", file, "--top", "--lines").out()).contains("Thumbnails.java:61");
        assertThat(CommandRun.of("report", file, "--peek", "render").out())
                .contains("java.util.zip.Inflater.<init>")
                .doesNotContain("Cache.put");
        assertThat(CommandRun.of("report", file, "--top", "--exclude=Inflater", "--nodecount=1")
                        .out())
                .contains("com.example.Thumbnails.render", "  filter       --hide=Inflater; 100.0% of 2.9 KiB")
                .doesNotContain("Inflater.");
        assertThat(CommandRun.of("report", file, "--traces", "--ignore", "Thumbnails")
                        .out())
                .contains("Cache.put")
                .doesNotContain("Inflater");
    }

    @Test
    void furtherFlagsOfPprofAndJeprof() throws IOException {
        String file = dump.toString();
        Path base = folder.resolve("more.heap");
        Files.writeString(base, Files.readString(dump).replace("1: 1000", "4: 4000"));
        Files.copy(folder.resolve("shop.heap.symbols"), folder.resolve("more.heap.symbols"));

        assertThat(CommandRun.of("report", file, "--top", "--base", base.toString())
                        .out())
                .contains("-2.9 KiB");
        assertThat(CommandRun.of("report", file, "--top", "--drop_negative", "--base", base.toString())
                        .out())
                .contains("Top: 0 B");
        assertThat(CommandRun.of("report", file, "--collapsed", "--base", base.toString())
                        .err())
                .contains("add --drop-negative");
        assertThat(CommandRun.of("report", file, "--collapsed", "--drop-negative", "--base", base.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(CommandRun.of("report", file, "--top", "--unit", "kb").out()).contains("2.0 KiB");
        assertThat(CommandRun.of("report", file, "--top", "--filefunctions").out())
                .contains("com.example.Cache.put com/example/Cache.java");
        assertThat(CommandRun.of("report", file, "--top", "--noinlines").out()).contains("com.example.Cache.put");
        assertThat(CommandRun.of("report", file, "--collapsed", "--tagroot=kind")
                        .out())
                .contains("java;com.example.Cache.put 1000");
        assertThat(CommandRun.of("report", file, "--collapsed", "--tagleaf=kind")
                        .out())
                .contains("com.example.Cache.put;java 1000");
        assertThat(CommandRun.of("report", file, "--tags").out()).contains("kind", "thread");
        assertThat(CommandRun.of("report", file, "--tags", "--taghide=kind").out())
                .doesNotContain("kind")
                .contains("thread");
        assertThat(CommandRun.of("report", file, "--tags", "--tagshow=kind").out())
                .doesNotContain("thread ");
        assertThat(CommandRun.of("report", file, "--peek", ".", "--flat").out())
                .containsSubsequence("java.util.zip.Inflater", "com.example.Cache.put");
        assertThat(CommandRun.of("report", file, "--svg", "--maxdegree", "1").out())
                .contains("<svg");
    }

    @Test
    void longOptionsMayHaveOneDash() {
        assertThat(CommandRun.of("report", "-top", "-cum", "-focus=render", "-nodecount", "1", dump.toString()))
                .isEqualTo(CommandRun.of(
                        "report", "--top", "--cum", "--focus=render", "--nodecount", "1", dump.toString()));
        assertThat(CommandRun.of("report", "-topp", dump.toString()).err()).contains("Unknown option: '-topp'");
    }

    @Test
    void aProgramThatGivesNoNamesIsBlamedItself() throws IOException {
        byte[] header = new byte[64];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 1, 1, 1, 0}, 0, header, 0, 8);
        Path program = Files.write(folder.resolve("shop32"), header);
        Path nameless = Files.writeString(
                folder.resolve("nameless.heap"), "heap_v2/1\n  t*: 1: 64 [0: 0]\n@ 0x401136\n  t*: 1: 64 [0: 0]\n");

        CommandRun run = CommandRun.of("report", program.toString(), nameless.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.err())
                .contains("can't take names from the program " + program, "32-bit", "name the program that ran")
                .doesNotContain(nameless.toString());
        assertThat(CommandRun.of("report", nameless.toString()).exitCode()).isZero();
    }

    @Test
    void theProgramBeforeTheProfilesIsPassedOver() throws IOException {
        Path program = Files.write(folder.resolve("shop"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
        String file = dump.toString();

        assertThat(CommandRun.of("report", program.toString(), file)).isEqualTo(CommandRun.of("report", file));
        assertThat(CommandRun.of("report", "--text", program.toString(), file, file))
                .isEqualTo(CommandRun.of("report", "--text", file, file));
        assertThat(CommandRun.of("report", file, program.toString()).exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(CommandRun.of("report", program.toString()).exitCode()).isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void theCallGraphIsDrawnWithoutAnyOtherProgram() {
        assertThat(CommandRun.of("report", dump.toString(), "--dot").out())
                .startsWith("digraph")
                .contains("Cache.put");
        assertThat(CommandRun.of("report", dump.toString(), "--svg", "--call-tree")
                        .out())
                .contains("<svg")
                .contains("Cache.put");
    }

    @Test
    void everyFormThatOtherToolsReadCanBeWritten() {
        String file = dump.toString();

        assertThat(CommandRun.of("report", file, "--format", "speedscope").out())
                .contains("speedscope", "Cache.put");
        assertThat(CommandRun.of("report", file, "--callgrind").out()).contains("events:", "Cache.put");
        assertThat(CommandRun.of("report", file, "--raw").out()).contains("Cache.put");
        assertThat(CommandRun.of("report", file, "--format", "jeprof").out()).contains("--- symbol", "Cache.put");
        assertThat(CommandRun.of("report", file, "--format", "json").out())
                .startsWith("{")
                .contains("Cache");
        assertThat(CommandRun.of("report", file, "--json").out())
                .startsWith("{")
                .contains("com.example.Cache.put(Cache.java:18)");
    }

    @Test
    void sourceIsListedWhereItIsAtHand() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src/com/example")).resolve("Cache.java");
        Files.writeString(source, "// line\n".repeat(17) + "        store(pages.put(key, page)); // <b>\n");
        String folders = folder.resolve("src").toString();

        assertThat(CommandRun.of("report", dump.toString(), "--list", "Cache.put", "--source-path", folders)
                        .out())
                .contains("store(pages.put(key, page));");
        assertThat(CommandRun.of("report", dump.toString(), "--weblist", "Cache.put", "--source-path", folders)
                        .out())
                .contains("<html", "store(pages.put(key, page)); // &lt;b&gt;");
        assertThat(CommandRun.of("report", dump.toString(), "--list", "Cache.put")
                        .out())
                .contains("1000 B");
    }

    @Test
    void sourceIsInAPageOnlyOnRequest() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src/com/example")).resolve("Cache.java");
        Files.writeString(source, "// line\n".repeat(17) + "\tstore(pages.put(key, page)); // <b>\n// the last\n");
        String folders = folder.resolve("src").toString();
        Path page = folder.resolve("page.html");
        String[] plain = {"report", dump.toString(), "--html", "-o", page.toString(), "--force"};
        String[] withSource = {
            "report",
            dump.toString(),
            "--html",
            "-o",
            page.toString(),
            "--with-source",
            "--source-path",
            folders,
            "--force"
        };

        assertThat(CommandRun.of(withSource).exitCode()).isEqualTo(ExitCode.OK);
        String data = CommandRun.pageData(page);
        assertThat(data).contains("store(pages.put(key, page));");
        JsonObject sources = JsonParser.parseString(data).getAsJsonObject().getAsJsonObject("sources");
        assertThat(sources.get("report").getAsString()).isEqualTo("list");
        assertThat(sources.get("withoutSource").getAsInt()).isPositive();
        assertThat(sources.get("leftOut").getAsInt()).isZero();
        assertThat(sources.getAsJsonArray("functions")).hasSize(1);
        JsonObject function = sources.getAsJsonArray("functions").get(0).getAsJsonObject();
        assertThat(function.get("name").getAsString()).isEqualTo("com.example.Cache.put");
        List<String> lines = new ArrayList<>();
        for (JsonElement element : function.getAsJsonArray("lines")) {
            JsonObject line = element.getAsJsonObject();
            lines.add(line.get("line") + " " + line.get("cumulative") + " "
                    + line.get("text").getAsString());
        }
        assertThat(lines)
                .containsExactly(
                        "13 0 // line",
                        "14 0 // line",
                        "15 0 // line",
                        "16 0 // line",
                        "17 0 // line",
                        "18 1000         store(pages.put(key, page)); // <b>",
                        "19 0 // the last");

        assertThat(CommandRun.of(plain).exitCode()).isEqualTo(ExitCode.OK);
        data = CommandRun.pageData(page);
        assertThat(data).doesNotContain("store(", "// line");
        assertThat(JsonParser.parseString(data).getAsJsonObject().get("sources").isJsonNull())
                .isTrue();
        assertThat(CommandRun.of("report", dump.toString(), "--with-source").err())
                .contains("--with-source goes with --html");
        assertThat(CommandRun.of("report", dump.toString(), "--html", "--source-path", folders)
                        .err())
                .contains("--source-path goes with --list, --weblist and --html --with-source");
    }

    @Test
    void aFileOfTheSameNameIsNoSource() throws IOException {
        Path strange = Files.createDirectories(folder.resolve("other"));
        Files.writeString(strange.resolve("Cache.java"), "strange\n".repeat(30));
        Path own = Files.createDirectories(folder.resolve("example"));
        Files.writeString(own.resolve("Cache.java"), "familiar\n".repeat(30));

        assertThat(CommandRun.of("report", dump.toString(), "--list", "Cache.put", "--source-path", strange.toString())
                        .out())
                .contains("no source at hand");
        assertThat(CommandRun.of("report", dump.toString(), "--list", "Cache.put", "--source-path", own.toString())
                        .out())
                .contains("familiar");
        assertThat(new SourceFolders(List.of(own)).lines("Cache.java")).contains("familiar");
        assertThat(new SourceFolders(List.of(own, strange)).lines("Cache.java")).isNull();
        assertThat(SourceFolders.current().lines("pom.xml")).isNull();
    }

    @Test
    void severalFilesAreAddedUp() throws IOException {
        Files.copy(dump, folder.resolve("again.heap"));
        Files.copy(folder.resolve("shop.heap.symbols"), folder.resolve("again.heap.symbols"));

        for (String several : List.of(folder.toString(), folder + "/*.heap")) {
            assertThat(CommandRun.of("report", several))
                    .isEqualTo(CommandRun.of("report", several, "--format", "holders"));
            assertThat(CommandRun.of("report", several).exitCode()).isEqualTo(ExitCode.OK);
        }
        assertThat(CommandRun.of("report", folder + "/*.heap", "--collapsed").out())
                .contains("com.example.Cache.put 2000");
        assertThat(CommandRun.of("report", folder.toString(), "--collapsed").out())
                .contains("com.example.Cache.put 2000");
    }

    @Test
    void aFilterThatMatchesNothingIsSaid() {
        CommandRun run = CommandRun.of("report", dump.toString(), "--focus", "Infaltor");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("nothing matches --focus");
    }

    @Test
    void theOptionsOfARowAreTaken() {
        CommandRun run = CommandRun.of("report", "--rows", "1", "--app", "com.other", dump.toString());

        assertThat(run.out()).contains("… and 1 more with 1000 B").doesNotContain("called from");
    }

    @Test
    void aRecordingHasAllThatTheDumpHad() throws IOException {
        Path recording = folder.resolve("shop.pb.gz");

        assertThat(CommandRun.of("report", dump.toString(), "--format", "pprof", "-o", recording.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);

        Profile read = ProfileFile.read(recording);
        assertThat(read.live().bytes()).isEqualTo(3000);
        assertThat(CommandRun.of("report", recording.toString()).out())
                .isEqualTo(CommandRun.of("report", dump.toString()).out());
    }

    @Test
    void whatIsNoProfileIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "buy milk");

        CommandRun run = CommandRun.of("report", text.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.err()).contains("notes.txt", "why:", "next:");
        assertThat(CommandRun.of("report", folder + "/none").exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(CommandRun.of("report", folder + "/none").err()).contains("doesn't exist");
        assertThat(CommandRun.of(
                                "report",
                                Files.createDirectory(folder.resolve("empty")).toString())
                        .exitCode())
                .isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void aDumpWithoutAccumulatedFiguresSaysSo() {
        CommandRun run = CommandRun.of("report", dump.toString(), "--accumulated");

        assertThat(run.exitCode()).isEqualTo(ExitCode.WANTING);
        assertThat(run.err()).contains("prof_accum", "record it with --accumulated");
    }

    @Test
    void messagesNameTheOptionThatMatters() {
        String file = dump.toString();

        assertThat(CommandRun.of("report", file, "--top", "--objects", "--accumulated")
                        .err())
                .contains("leave --accumulated out here");
        assertThat(CommandRun.of("report", file, "--live", "--objects").err())
                .contains("--objects goes with --format top");
    }

    @Test
    void labelsThatNothingHasAreSaid() {
        String file = dump.toString();

        CommandRun run = CommandRun.of(
                "report", file, "--top", "--tagroot=thrad,kind", "--tagleaf=knd", "--tagshow=^k", "--taghide=size");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err().lines())
                .containsExactly(
                        "jemscope: nothing matches --tagroot thrad",
                        "jemscope: nothing matches --tagleaf knd",
                        "jemscope: nothing matches --taghide size");
    }

    @Test
    void framesOfLabelsAreNothingThatTheProfileKnows() {
        String file = dump.toString();

        assertThat(known(CommandRun.of("report", file, "--top", "--tagroot=kind", "--tagleaf=kind", "--focus=^java$")))
                .isEqualTo(known(CommandRun.of("report", file, "--top", "--focus=."))
                        .replace("=.;", "=^java$;"));
        CommandRun sites = CommandRun.of("report", file, "--tagleaf=kind");
        assertThat(sites.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(sites.err()).contains("--tagleaf goes with --format top", "--tagfocus");
    }

    @Test
    void helpOfAVerbIsShownBothWays() {
        assertThat(CommandRun.of("help", "report").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(CommandRun.of("help", "report").out())
                .isEqualTo(CommandRun.of("report", "--help").out());
        assertThat(CommandRun.of("help").out())
                .isEqualTo(CommandRun.of("--help").out());
        assertThat(CommandRun.of("help", "nothing").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aDumpThatWasCutShortIsNoReport() throws IOException {
        String whole = Files.readString(dump);
        Files.writeString(dump, whole.substring(0, whole.indexOf("@ 0x4a45000000000002")));

        CommandRun run = CommandRun.of("report", dump.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.err()).contains("it was cut short", "2000 of the 3000 bytes", "(67 %)");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aTextIsNoProfile() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "\nshopping list\n");

        CommandRun run = CommandRun.of("report", text.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.err()).contains("text file that begins with 'shopping list'", "heap_v2/", "pprof");
    }

    @Test
    void theColumnThatAFileShowsFirstIsCounted() throws IOException {
        Profile profile = new Profile(
                new SampleRate(1),
                List.of(new Sample(
                        List.of(new Location(0, null, List.of(new NativeFrame("churn", "churn", null, null)))),
                        Amount.NONE,
                        new Amount(5, 500),
                        Map.of())),
                List.of(),
                ProfileMetadata.UNKNOWN);
        Path file = folder.resolve("allocs.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, SampleType.ACCUMULATED_BYTES, out);
        }

        assertThat(CommandRun.of("report", file.toString(), "--top").out())
                .startsWith("Top: 500 B, total bytes allocated");
        assertThat(CommandRun.of("report", file.toString()).out()).contains("500 B (±0.0%) in 5 objects");
        assertThat(CommandRun.of("report", file.toString(), "--top", "--live").out())
                .startsWith("Top: 0 B, live bytes");
    }

    private static String known(CommandRun run) {
        return run.out().substring(run.out().indexOf("What this profile knows"));
    }
}
