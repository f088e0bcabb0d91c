package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.file.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where {@code report} writes, and in which format. */
class ReportOutputTest {

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
    void anExistingFileIsReplacedOnlyByForce() throws IOException {
        Path text = Files.writeString(folder.resolve("report.txt"), "mine");

        CommandRun refused = CommandRun.of("report", dump.toString(), "-o", text.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(text).hasContent("mine");

        assertThat(CommandRun.of("report", dump.toString(), "-o", text.toString(), "--force")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(text).content().startsWith("Who holds it");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void whatJsonHasNoUseForIsRefused() {
        String file = dump.toString();

        for (List<String> options : List.of(
                List.of("--tree", "--rows=1"),
                List.of("--tags", "--rows=1"),
                List.of("--tags", "--node-fraction=0.1"),
                List.of("--top", "--unit=kb"),
                List.of("--top", "--show_bytes"),
                List.of("--format=holders", "--mean"))) {
            CommandRun run = CommandRun.of("report", file, "--json", options.get(0), options.get(1));
            assertThat(run.exitCode()).as(options.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).as(options.toString()).contains(options.get(1).split("=", 2)[0], "leave it out");
        }
        assertThat(CommandRun.of("report", file, "--json", "--top", "--rows=1").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(CommandRun.of("report", file, "--json", "--format=json").err())
                .contains("--format json the profile itself: leave one of them out");
    }

    @Test
    void theEndingOfTheOutputTellsItsFormat() throws IOException {
        Path recording = folder.resolve("out.pb.gz");
        assertThat(CommandRun.of("report", dump.toString(), "-o", recording.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(ProfileFile.read(recording).live().bytes()).isEqualTo(3_000);

        CommandRun page = CommandRun.of(
                "report",
                dump.toString(),
                "--top",
                "-o",
                folder.resolve("share.html").toString());
        assertThat(page.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(page.err()).contains("is not written as '.html'", "OUT.txt");
        assertThat(folder.resolve("share.html")).doesNotExist();
        CommandRun html = CommandRun.of(
                "report", dump.toString(), "-o", folder.resolve("share.html").toString());
        assertThat(html.exitCode()).as(html.err()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("share.html")).content().startsWith("<!DOCTYPE html>");
        CommandRun figures = CommandRun.of(
                "report",
                dump.toString(),
                "--json",
                "-o",
                folder.resolve("out.json").toString());
        assertThat(figures.exitCode()).as(figures.err()).isEqualTo(ExitCode.OK);
        assertThat(CommandRun.of(
                                "diff",
                                "--format=text",
                                dump.toString(),
                                dump.toString(),
                                "-o",
                                folder.resolve("d.html") + "")
                        .err())
                .contains("the text of a comparison is not written as '.html'");
        CommandRun change = CommandRun.of(
                "diff", "--html", dump.toString(), dump.toString(), "-o", folder.resolve("change.html") + "");
        assertThat(change.exitCode()).as(change.err()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("change.html")).content().contains("id=\"jemscope-data\"");
        assertThat(CommandRun.of("diff", "--html", "--json", dump.toString(), dump.toString())
                        .err())
                .contains("--html contradicts --json: leave one of them out");
        assertThat(CommandRun.of("diff", dump.toString(), dump.toString(), "-o", folder.resolve("d.json") + "")
                        .err())
                .contains("OUT.json with --json");
    }

    @Test
    void endingsThatPromiseNoFormatTakeAnyReport() throws IOException {
        for (String name : List.of("leak-2026.11.21", "report.md", "app-5.3", "plain")) {
            Path out = folder.resolve(name);
            CommandRun run = CommandRun.of("report", dump.toString(), "-o", out.toString());
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
            assertThat(out).content().contains("com.example.Cache.put");
        }
        CommandRun top = CommandRun.of("report", dump.toString(), "--top", "-o", folder.resolve("top.1") + "");
        assertThat(top.exitCode()).as(top.err()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "out.pdf,--live",
        "out.txt.gz,--live",
        "out.svg,--top",
        "out.html,--json",
        "out.pb.gz,--format=json",
        "out.json,--tree"
    })
    void anEndingThatPromisesAnotherFormatIsRefused(String name, String option) {
        Path out = folder.resolve(name);

        CommandRun run = CommandRun.of("report", dump.toString(), option, "-o", out.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("is not written as '", "name OUT.");
        assertThat(out).doesNotExist();
    }
}
