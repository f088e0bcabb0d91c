package io.jemscope.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.terminal.Console;
import io.jemscope.report.AllocatorFunctions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The verbs' pages say what the commands say. {@code -Djemscope.pages=write} writes the generated part of the pages anew, for
 * a person to read through before they are committed.
 */
class VerbPagesTest {

    private static final Path DOCS = Path.of(System.getProperty("basedir", ""), "..", "docs");

    private static final String BEGIN = "<!-- The options, written by VerbPagesTest -->\n";

    private static final String END = "<!-- The end of the options -->\n";

    @ParameterizedTest
    @MethodSource("verbs")
    void aPageHasTheOptionsThatTheVerbHas(String verb) throws IOException {
        Path file = DOCS.resolve("verbs").resolve(verb + ".md");
        String page = Files.readString(file);
        String options = "```text\n" + help(verb) + "```\n";
        if (System.getProperty("jemscope.pages") != null) {
            page = before(page, BEGIN) + BEGIN + options + END + after(page, END);
            Files.writeString(file, page);
        }

        assertThat(between(page, BEGIN, END)).as("options in " + file).isEqualTo(options);
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        String index = Files.readString(DOCS.resolve("README.md"));

        try (Stream<Path> files = Files.walk(DOCS)) {
            assertThat(files.filter(file -> file.toString().endsWith(".md")))
                    .filteredOn(file -> !file.endsWith("README.md"))
                    .hasSizeGreaterThan(JemscopeCommand.VERBS.size())
                    .allSatisfy(file -> assertThat(index)
                            .contains("(" + DOCS.relativize(file).toString().replace('\\', '/') + ")"));
        }
    }

    @Test
    void everyOptionOfALongListStandsBelowAHeading() {
        for (String verb : List.of("report", "diff", "trend")) {
            Map<String, List<OptionSpec>> sections =
                    OptionSections.byHeading(commandLine(verb).getCommandSpec().options());

            assertThat(sections.get(OptionSections.OTHERS))
                    .as(verb)
                    .extracting(OptionSpec::longestName)
                    .containsExactly("--help", "--version");
        }
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void whatIsOursInAComparisonIsThere(String page) throws IOException {
        List<String> table = Files.readAllLines(DOCS.resolve(page)).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();

        assertThat(table).hasSizeGreaterThan(30).allSatisfy(row -> {
            // Theirs, ours, and what is to be said of it.
            String ours = row.split("\\|", -1)[2];
            assertThat(words("`(--?[a-z][a-z_-]*)[^`]*`", ours))
                    .isSubsetOf(
                            commandLine("report").getCommandSpec().optionsMap().keySet());
        });
    }

    @Test
    void theFunctionsPassedOverAreListed() throws IOException {
        String page = Files.readString(DOCS.resolve("verbs").resolve("report.md"));
        String table = between(page, "<!-- allocator functions -->\n", "<!-- end of allocator functions -->\n");

        assertThat(words("`([^`]+)`", table)).containsExactlyInAnyOrderElementsOf(AllocatorFunctions.KNOWN.patterns());
    }

    static List<String> verbs() {
        return JemscopeCommand.VERBS;
    }

    static List<String> comparisons() {
        return List.of("coming-from-jeprof.md", "coming-from-pprof.md");
    }

    private static List<String> words(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String help(String verb) {
        return commandLine(verb)
                .getUsageMessage(Ansi.OFF)
                .lines()
                .map(line -> line.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static CommandLine commandLine(String verb) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
        return Verbs.commandLine(verb, new Console(nowhere, nowhere));
    }

    private static String between(String page, String begin, String end) {
        return before(after(page, begin), end);
    }

    private static String before(String page, String marker) {
        return page.substring(0, index(page, marker));
    }

    private static String after(String page, String marker) {
        return page.substring(index(page, marker) + marker.length());
    }

    private static int index(String page, String marker) {
        assertThat(page).containsOnlyOnce(marker);
        return page.indexOf(marker);
    }
}
