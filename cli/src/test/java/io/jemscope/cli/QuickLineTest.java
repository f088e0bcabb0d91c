package io.jemscope.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** A command line means the same with and without picocli, or is left to picocli. */
class QuickLineTest {

    private static final Console NOWHERE = new Console(
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path dump;

    @BeforeEach
    void writeDump() throws IOException {
        dump = Files.writeString(folder.resolve("shop.heap"), """
                heap_v2/1
                  t*: 3: 3000 [0: 0]
                  t1: 3: 3000 [0: 0]
                @ 0x4a45000000000000 0x4a45000000000001
                  t*: 2: 2000 [0: 0]
                  t1: 2: 2000 [0: 0]
                @ 0x4a45000000000002
                  t*: 1: 1000 [0: 0]
                  t1: 1: 1000 [0: 0]

                MAPPED_LIBRARIES:
                """);
        Files.writeString(folder.resolve("shop.heap.symbols"), """
                --- symbol
                binary=/usr/bin/java
                # jemscope: 1
                0x4a45000000000000 java.util.zip.Inflater.<init>(Inflater.java:123)
                0x4a45000000000001 com.example.Thumbnails.render(Thumbnails.java:61)
                0x4a45000000000002 com.example.Cache.put(Cache.java:18)
                ---
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "diff", "trend"})
    void everyOptionIsReadUnderEveryName(String verb) {
        CommandSpec spec = Verbs.commandLine(verb, NOWHERE).getCommandSpec();
        RandomLines lines = new RandomLines(spec, new Random(7), dump.toString());
        for (OptionSpec option : spec.options()) {
            if (option.usageHelp() || option.versionHelp()) {
                continue;
            }
            for (String name : option.names()) {
                for (String written :
                        name.startsWith("--") ? new String[] {name, name.substring(1)} : new String[] {name}) {
                    String value = lines.goodValue(option);
                    String[] apart = option.arity().max() == 0
                            ? new String[] {verb, written, "a"}
                            : new String[] {verb, written, value, "a"};
                    assertThat(quickly(apart, spec))
                            .as(String.join(" ", apart))
                            .isNotNull()
                            .isEqualTo(byPicocli(apart));
                    String[] joined = {verb, "a", written + "=" + value};
                    assertThat(quickly(joined, spec))
                            .as(String.join(" ", joined))
                            .isEqualTo(option.arity().max() == 0 ? null : byPicocli(joined));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "diff", "trend"})
    void aLineThatIsReadQuicklyIsReadAsPicocliReadsIt(String verb) {
        CommandSpec spec = Verbs.commandLine(verb, NOWHERE).getCommandSpec();
        RandomLines lines = new RandomLines(spec, new Random(1999993), dump.toString());
        int quick = 0;
        int valid = 0;
        for (int i = 0; i < 400; i++) {
            String[] line = lines.next(verb);
            String quickly = quickly(line, spec);
            String byPicocli = byPicocli(line);
            if (quickly != null) {
                assertThat(quickly).as(String.join(" ", line)).isEqualTo(byPicocli);
            }
            quick += quickly == null ? 0 : 1;
            valid += byPicocli == null ? 0 : 1;
        }

        assertThat(valid).isGreaterThan(150);
        assertThat(quick).isGreaterThan(valid * 2 / 3);
    }

    @ParameterizedTest
    @CsvSource({"report, 150", "diff, 50", "trend, 50"})
    void whatIsPrintedIsTheSame(String verb, int lineCount) throws IOException {
        List<Path> before = filesInWorkingDirectory();
        RandomLines lines =
                new RandomLines(Verbs.commandLine(verb, NOWHERE).getCommandSpec(), new Random(4711), dump.toString());
        for (int i = 0; i < lineCount; i++) {
            String[] line = lines.next(verb);

            assertThat(CommandRun.of(line)).as(String.join(" ", line)).isEqualTo(runByPicocli(line));
        }

        assertThat(filesInWorkingDirectory()).isEqualTo(before);
    }

    private static List<Path> filesInWorkingDirectory() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.sorted().toList();
        }
    }

    private static CommandRun runByPicocli(String[] line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Verbs.runByPicocli(
                line, new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)));
        return new CommandRun(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** What the quick way makes of a line; null where it leaves it. */
    private static @Nullable String quickly(String[] line, CommandSpec spec) {
        Callable<Integer> command = QuickLine.read(line, NOWHERE);
        return command == null ? null : told(command, spec);
    }

    /** What picocli makes of a line; null where it refuses it, or prints help. */
    private static @Nullable String byPicocli(String[] line) {
        CommandLine parser = Verbs.parser(line[0], NOWHERE);
        try {
            ParseResult result = parser.parseArgs(Verbs.ofVerb(line[0], line, parser.getCommandSpec()));
            return result.isUsageHelpRequested() || result.isVersionHelpRequested()
                    ? null
                    : told(parser.getCommand(), parser.getCommandSpec());
        } catch (ParameterException e) {
            return null;
        }
    }

    /** The values of all options, and the names that messages would call them by. */
    private static String told(Object command, CommandSpec spec) {
        Map<String, Object> told = new TreeMap<>();
        try {
            tell(command, "", told);
            Field typed = command.getClass().getDeclaredField("typed");
            typed.setAccessible(true);
            for (OptionSpec option : spec.options()) {
                if (typed.get(command) instanceof TypedOptions names) {
                    told.put("name of " + option.names()[0], names.name(option.names()[0]));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        return told.toString();
    }

    private static void tell(Object group, String path, Map<String, Object> told) throws ReflectiveOperationException {
        for (Field field : group.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            Object value = field.get(group);
            if (field.isAnnotationPresent(Option.class) || field.isAnnotationPresent(Parameters.class)) {
                told.put(path + field.getName(), value == null ? "none" : value);
            } else if (field.isAnnotationPresent(Mixin.class) && value != null) {
                tell(value, path + field.getName() + ".", told);
            }
        }
    }
}
