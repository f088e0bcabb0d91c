package io.jemscope.endtoend;

import static org.awaitility.Awaitility.await;

import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code jemscope record} with a folder of its own for all that it writes. The sampling is dense, 4 KiB, so that a few
 * megabytes give a sharp figure and none of their blocks is missed: of one with 40 times the rate, one in e^40.
 *
 * @param folder the test's own folder
 */
record Recorder(Path folder) {

    /** Longer than anything takes on a busy machine; what takes so long has hung. */
    static final Duration LIMIT = Duration.ofMinutes(2);

    /** Where the recording goes. */
    Path file() {
        return folder.resolve("recording.pb.gz");
    }

    /** Where the command keeps its temporary files, snapshots among them. */
    Path temporary() throws IOException {
        return Files.createDirectories(folder.resolve("temporary"));
    }

    /** The command that records a program into {@link #file()}. */
    TargetCommand command(List<String> program, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-o", file().toString()));
        arguments.addAll(Arrays.asList(options));
        return verb("record", program, arguments);
    }

    /** The command that records a program into a file whose name the command chooses, in {@link #folder()}. */
    TargetCommand commandWithoutFile(List<String> program, String... options) throws IOException {
        return verb("record", program, Arrays.asList(options));
    }

    /** The command that runs a program armed, by the launcher script. */
    TargetCommand armed(List<String> program, String... options) throws IOException {
        TargetCommand command = Image.launcher(Files.createDirectories(folder.resolve("home")), "run")
                .with(options)
                .with("--");
        return in(command.with(program.toArray(String[]::new)));
    }

    private TargetCommand verb(String verb, List<String> program, List<String> options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(verb));
        if (verb.equals("record") && !options.contains("--rate")) {
            arguments.addAll(List.of("--rate", "4KiB"));
        }
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(program);
        return in(Image.jemscope(arguments.toArray(String[]::new)));
    }

    private TargetCommand in(TargetCommand command) throws IOException {
        return command.in(folder)
                .withVariable("TMPDIR", temporary().toString())
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
    }

    /** Records a program to its end. */
    Outcome record(List<String> program, String... options) throws IOException, InterruptedException {
        return run(command(program, options));
    }

    /** Runs a command to its end. */
    static Outcome run(TargetCommand command) throws IOException, InterruptedException {
        try (TargetProcess process = command.start()) {
            return process.await(LIMIT);
        }
    }

    /** Runs a command to its end, and again while the agent won't read its ledger so soon after a reading that took long. */
    static Outcome runInTurn(TargetCommand command) {
        return await().atMost(LIMIT)
                .until(() -> run(command), outcome -> !outcome.error().contains("the last reading took long"));
    }

    /** The heap dumps that lie in the temporary folder now. */
    List<Path> dumps() throws IOException {
        try (Stream<Path> files = Files.walk(temporary())) {
            return files.filter(file -> file.toString().endsWith(".heap")).toList();
        }
    }

    /** The recordings in the test's folder. */
    List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".pb.gz"))
                    .sorted()
                    .toList();
        }
    }
}
