package io.jemscope.cli;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs what the command does most, one after the other and without output, so that an archive of class data has its
 * classes: {@code java -XX:ArchiveClassesAtExit=FILE -cp jemscope-cli.jar io.jemscope.cli.Training DUMP FOLDER}. Such an
 * archive is what a cold start owes most of its speed to; see the {@code jemscope} script.
 */
final class Training {

    private static final List<List<String>> REPORTS = List.of(
            List.of(),
            List.of("--text"),
            List.of("--text", "--cum", "--lines"),
            List.of("--text", "--addresses"),
            List.of("--text", "--files"),
            List.of("--tree"),
            List.of("--peek", "alloc"),
            List.of("--list", "alloc"),
            List.of("--weblist", "alloc"),
            List.of("--traces"),
            List.of("--tags"),
            List.of("--collapsed"),
            List.of("--dot"),
            List.of("--svg"),
            List.of("--callgrind"),
            List.of("--raw"),
            List.of("--json"),
            List.of("--format", "speedscope"),
            List.of("--format", "jeprof"),
            List.of("--focus", "java", "--ignore", "^nothing|like [it]+$", "--text"));

    private Training() {}

    /**
     * Runs it and ends the process as the command does.
     *
     * @param arguments a dump of a JVM, and a folder for what is written
     */
    public static void main(String[] arguments) {
        String dump = arguments[0];
        String profile = arguments[1] + "/training.pb.gz";
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Console console = new Console(nowhere, nowhere);
        boolean good = true;
        for (List<String> options : REPORTS) {
            good &= run(commandLine("report", options, dump), console);
        }
        good &= run(commandLine("report", List.of("--pprof", "--force", "-o", profile), dump), console);
        good &= run(commandLine("report", List.of("--top"), profile), console);
        good &= run(commandLine("diff", List.of(dump), dump), console);
        good &= run(commandLine("trend", List.of(dump), dump), console);
        // Mistakes and help.
        good &= run(commandLine("report", List.of("--text", "--"), dump), console);
        good &= Main.run(commandLine("report", List.of("--txet"), dump), console) == ExitCode.USAGE;
        good &= Main.run(commandLine("report", List.of("--text", "--tree"), dump), console) == ExitCode.USAGE;
        good &= run(new String[] {"list"}, console);
        good &= run(new String[] {"--help"}, console);
        good &= run(new String[] {"report", "--help"}, console);
        System.exit(good ? ExitCode.OK : 1);
    }

    private static boolean run(String[] words, Console console) {
        boolean good = Main.run(words, console) == ExitCode.OK;
        if (!good) {
            System.err.println("jemscope: this didn't work: " + String.join(" ", words));
        }
        return good;
    }

    private static String[] commandLine(String verb, List<String> options, String file) {
        String[] words = new String[options.size() + 2];
        words[0] = verb;
        for (int i = 0; i < options.size(); i++) {
            words[i + 1] = options.get(i);
        }
        words[words.length - 1] = file;
        return words;
    }
}
