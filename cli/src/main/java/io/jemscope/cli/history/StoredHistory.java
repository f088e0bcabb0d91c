package io.jemscope.cli.history;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A history on disk, as far as a user wants to see it.
 *
 * @param folder where it is
 * @param lives each process with its snapshots, at least one
 */
public record StoredHistory(Path folder, List<Life> lives) {

    private static final String NAME = "history";

    /** A process and its snapshots, the oldest first. */
    public record Life(ProcessIdentity process, List<Snapshot> snapshots) {

        Snapshot first() {
            return snapshots.get(0);
        }

        Snapshot last() {
            return snapshots.get(snapshots.size() - 1);
        }
    }

    /**
     * Reads the history of a folder.
     *
     * @param named a history, a folder of dumps, or a runtime folder
     * @param notices takes a line on each damaged file
     */
    public static StoredHistory read(Path named, TimeSpan span, Consumer<String> notices) throws CommandFailure {
        Path folder = find(named);
        try {
            FolderHistory history = new FolderHistory(folder, Retention.DEFAULT, notices);
            List<Life> lives = new ArrayList<>();
            for (ProcessIdentity process : history.processes()) {
                List<Snapshot> snapshots = history.snapshots(process, span);
                if (!snapshots.isEmpty()) {
                    lives.add(new Life(process, snapshots));
                }
            }
            return new StoredHistory(folder, List.copyOf(lives));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "can't read the history in " + folder,
                    Failures.words(e),
                    "run jemscope as the user whose program it is, or as root");
        }
    }

    /** Where the history is. An agent's dumps lie beside it, or in a folder beside it. */
    private static Path find(Path named) throws CommandFailure {
        Path parent = named.toAbsolutePath().normalize().getParent();
        List<Path> places = new ArrayList<>(
                List.of(named, named.resolve(NAME), named.resolve("dumps").resolve(NAME)));
        if (parent != null) {
            places.add(parent.resolve(NAME));
        }
        for (Path place : places) {
            if (hasStatistics(place)) {
                return place;
            }
        }
        throw new CommandFailure(
                ExitCode.UNREADABLE,
                "there is no history in " + named,
                "neither the folder nor a folder 'history' in it or beside it has files such as 20260131-235959-123.4711.jsonl. An"
                        + " agent writes the first snapshot a minute after its start",
                "name the folder of an agent's dumps, or a running JVM: jemscope list");
    }

    private static boolean hasStatistics(Path place) {
        if (!Files.isDirectory(place)) {
            return false;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place, "*.jsonl")) {
            return files.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    /** The lives of the program that this process runs; none if it has no snapshot. */
    public StoredHistory ofProgramOf(long pid) {
        String program = "";
        for (Life life : lives) {
            // In a container, an earlier program may have had the same number.
            program = life.process().pid() == pid ? life.process().program() : program;
        }
        List<Life> own = new ArrayList<>();
        for (Life life : lives) {
            if (life.process().pid() == pid
                    || (!program.isEmpty() && life.process().program().equals(program))) {
                own.add(life);
            }
        }
        return new StoredHistory(folder, own);
    }

    /** Where the profile of a snapshot is that has one. */
    public Path profile(Snapshot snapshot) {
        return new FolderHistory(folder, Retention.DEFAULT, notice -> {}).profileFile(snapshot);
    }
}
