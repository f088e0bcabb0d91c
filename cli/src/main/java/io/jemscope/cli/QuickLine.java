package io.jemscope.cli;

import io.jemscope.cli.terminal.Console;
import java.nio.file.InvalidPathException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads plain command lines of the verbs that read files, past picocli: a JVM that has just started takes longer to read
 * the options' annotations than the report of a small dump takes. It decides nothing. Which options there are, and what
 * they take, is generated from picocli's model of the verb ({@link QuickReport}, {@link QuickDiff}, {@link QuickTrend});
 * and a line of which anything isn't certain is left to picocli: words that no option has, mistakes, help.
 */
final class QuickLine {

    private QuickLine() {}

    /**
     * Reads a command line.
     *
     * @param arguments the command line
     * @param console where the verb's output goes
     * @return the verb with its options set; null where picocli should read the line
     */
    static @Nullable Callable<Integer> read(String[] arguments, Console console) {
        try {
            return switch (arguments.length == 0 ? "" : arguments[0]) {
                case "report" -> {
                    ReportCommand report = new ReportCommand(console);
                    yield set(report, new QuickReport(report), new QuickWords(arguments, report.typed));
                }
                case "diff" -> {
                    DiffCommand diff = new DiffCommand(console);
                    yield set(diff, new QuickDiff(diff), new QuickWords(arguments, diff.typed));
                }
                case "trend" -> {
                    TrendCommand trend = new TrendCommand(console);
                    yield set(trend, new QuickTrend(trend), new QuickWords(arguments, trend.typed));
                }
                default -> null;
            };
        } catch (QuickWords.Unsure | InvalidPathException | TypeConversionException e) {
            return null;
        }
    }

    private static Callable<Integer> set(Callable<Integer> command, QuickVerb verb, QuickWords words) {
        int files = 0;
        while (words.advance()) {
            if (words.isFile()) {
                verb.file(words.word());
                files++;
            } else if (!verb.option(words)) {
                words.widen();
                check(verb.option(words));
            }
        }
        check(verb.takes(files));
        return command;
    }

    private static void check(boolean certain) {
        if (!certain) {
            throw new QuickWords.Unsure();
        }
    }
}
