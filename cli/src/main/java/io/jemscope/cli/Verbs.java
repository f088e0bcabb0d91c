package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.report.graph.SvgWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the verb that a command line asks for, and runs it with its options. */
final class Verbs {

    /** Longer lines are hard to read. */
    private static final int MOST_HELP_COLUMNS = 100;

    /** Beyond so many options a list without headings is a wall. */
    private static final int MOST_WITHOUT_HEADINGS = 20;

    private Verbs() {}

    /**
     * Runs the command.
     *
     * @param words the command line
     * @param console where its output goes
     * @return the exit code
     */
    static int run(String[] words, Console console) {
        String[] arguments = helpAsOption(words);
        // No other verb draws; and what follows a watched program's name is the program's own.
        if (arguments.length > 0 && arguments[0].equals("report") && mayDraw(arguments)) {
            SvgWriter.prepare();
        }
        String verb = isVerb(arguments) ? arguments[0] : null;
        CommandLine line = parser(verb, console);
        return line.execute(verb == null ? arguments : ofVerb(verb, arguments, line.getCommandSpec()));
    }

    /** The command line, with {@code help VERB} written as {@code VERB --help}. */
    private static String[] helpAsOption(String[] words) {
        if (words.length == 0 || !words[0].equals("help")) {
            return words;
        }
        if (words.length == 1) {
            return new String[] {"--help"};
        }
        // An unknown verb is an error, also where its help is wanted.
        return JemscopeCommand.VERBS.contains(words[1]) ? new String[] {words[1], "--help"} : new String[] {words[1]};
    }

    /** What reads the command line of a verb, or that of the command without one. */
    static CommandLine parser(@Nullable String verb, Console console) {
        CommandLine line = commandLine(verb, console);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        // What follows a program's name is the program's own; and so is a word such as @file, there and elsewhere.
        line.setExpandAtFiles(false);
        line.setStopAtPositional(verb != null && JemscopeCommand.PROGRAM_VERBS.contains(verb));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(
                (failure, command, result) -> failed(failure, command.getCommandName(), console));
        line.setParameterExceptionHandler((failure, unused) -> usage(failure, console.err()));
        return line;
    }

    /** The words behind a verb as picocli is to read them. */
    static String[] ofVerb(String verb, String[] arguments, CommandSpec spec) {
        String[] words = Arrays.copyOfRange(arguments, 1, arguments.length);
        return JemscopeCommand.PROGRAM_VERBS.contains(verb) ? words : OneDash.widen(words, spec);
    }

    /**
     * The command line of a verb, or of the command without one. Only the verb that is asked for is set up: reading the
     * annotations of all would cost a good part of a cold start.
     */
    static CommandLine commandLine(@Nullable String verb, Console console) {
        if (verb == null) {
            return new CommandLine(new JemscopeCommand(), new ConsoleFactory(console)).setUsageHelpWidth(helpColumns());
        }
        Callable<Integer> command = JemscopeCommand.verb(verb, console);
        CommandLine line =
                new CommandLine(command).setCommandName("jemscope " + verb).setUsageHelpWidth(helpColumns());
        // The headings are those of reports.
        boolean isReport = line.getCommandSpec().findOption("--focus") != null;
        if (isReport && line.getCommandSpec().options().size() > MOST_WITHOUT_HEADINGS) {
            line.getHelpSectionMap()
                    .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> new OptionSections().render(help));
        }
        return line;
    }

    /** Before the options are read, for that takes its time, too. A file of such a name costs a little work for nothing. */
    private static boolean mayDraw(String[] arguments) {
        for (String argument : arguments) {
            if (argument.endsWith("svg") && argument.indexOf('.') < 0) {
                return true;
            }
        }
        return false;
    }

    private static int helpColumns() {
        return Terminal.isOutput() ? Math.min(MOST_HELP_COLUMNS, Terminal.columns(System.getenv())) : MOST_HELP_COLUMNS;
    }

    private static boolean isVerb(String[] arguments) {
        return arguments.length > 0 && JemscopeCommand.VERBS.contains(arguments[0]);
    }

    private static int usage(ParameterException failure, PrintStream err) {
        err.println("jemscope: " + failure.getMessage());
        if (failure instanceof UnmatchedArgumentException unmatched) {
            for (String suggestion : unmatched.getSuggestions()) {
                err.println("  did you mean " + suggestion + "?");
            }
        }
        return pointToHelp(failure.getCommandLine().getCommandName(), err);
    }

    private static int pointToHelp(String command, PrintStream err) {
        err.println("  next: " + command + " --help shows what there is");
        return ExitCode.USAGE;
    }

    private static int failed(Exception failure, String command, Console console) {
        if (failure instanceof UsageMistake) {
            console.err().println("jemscope: " + failure.getMessage());
            return pointToHelp(command, console.err());
        }
        Failures.print(failure, console.err());
        return failure instanceof CommandFailure known ? known.exitCode() : Failures.exitCode(failure);
    }
}
