package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.cli.view.ReportFormat;
import io.jemscope.cli.view.ReportView;
import io.jemscope.profile.Profile;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code jemscope report FILE} and nothing more, the form that is used most, without the library that reads command
 * lines: that library's classes are too old for class-data sharing, and loading them takes longer than the report. With
 * any option the command line is read by {@link Verbs}, which gives the same report.
 */
final class PlainReport {

    private PlainReport() {}

    static boolean isMeant(String[] arguments) {
        return arguments.length == 2
                && arguments[0].equals("report")
                && !arguments[1].isEmpty()
                && arguments[1].charAt(0) != '-'
                && isFile(arguments[1]);
    }

    /** Folders and globs name several files. */
    private static boolean isFile(String argument) {
        return argument.indexOf('*') < 0
                && argument.indexOf('?') < 0
                && argument.indexOf('[') < 0
                && argument.indexOf('{') < 0
                && !new File(argument).isDirectory();
    }

    static int run(String[] arguments, Console console) {
        try {
            Profile profile = FileReport.read(Path.of(arguments[1]));
            ReportView view = ReportView.of(ReportFormat.HOLDERS, List.of(), ReportView.ROWS);
            boolean isForTerminal = Terminal.isOutput();
            (isForTerminal ? view.withColumns(Terminal.columns(System.getenv())) : view).write(profile, console.out());
            return ExitCode.OK;
        } catch (CommandFailure e) {
            Failures.print(e, console.err());
            return e.exitCode();
        } catch (IOException | InvalidPathException e) {
            Failures.print(e, console.err());
            return Failures.exitCode(e);
        }
    }
}
