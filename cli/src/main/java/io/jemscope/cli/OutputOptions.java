package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.report.TextOptions;
import io.jemscope.report.graph.GraphTooLargeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a report goes. */
final class OutputOptions {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where to write. Default: standard output.")
    @Nullable
    Path file;

    @Option(names = "--force", description = "Overwrite OUT if it exists.")
    boolean force;

    /** Takes a first file that ends with .html as OUT, since no profile does: {@code --html OUT FILE} is understood. */
    void takePage(List<?> files) {
        if (file == null
                && files.size() > 1
                && OutputEnding.isHtml(Path.of(files.get(0).toString()))) {
            file = Path.of(files.remove(0).toString());
        }
    }

    /** Refuses early what can't be written. */
    void check() throws CommandFailure {
        if (force && file == null) {
            throw new UsageMistake("--force goes with -o OUT: name the file to replace");
        }
        if (file != null) {
            OutputFile.check(file, force);
        }
    }

    boolean isTerminal() {
        return file == null && Terminal.isOutput();
    }

    /** Fits the report to the terminal's width if it goes to one. */
    TextOptions fit(TextOptions text) {
        return isTerminal() ? text.withColumns(Terminal.columns(System.getenv())) : text;
    }

    /** The same for a report that goes to standard error. */
    static TextOptions fitError(TextOptions text) {
        return Terminal.isError() ? text.withColumns(Terminal.columns(System.getenv())) : text;
    }

    void write(OutputFile.Content content, Console console) throws CommandFailure, IOException {
        if (file == null) {
            content.writeTo(console.out());
            console.out().flush();
            return;
        }
        try {
            OutputFile.write(file, force, content);
        } catch (GraphTooLargeException e) {
            throw e;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE, "can't write " + file, Failures.words(e), "choose another file with -o");
        }
    }
}
