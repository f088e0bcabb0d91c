package io.jemscope.cli.fleet;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The file of the fleet's store. */
public final class StoreFile {

    private StoreFile() {}

    /**
     * The file that the user named, else {@code jemscope/fleet.duckdb} in {@code XDG_DATA_HOME}, else in {@code ~/.local/share}.
     *
     * @param named the file on the command line; null if there is none
     */
    public static Path of(@Nullable Path named, Map<String, String> environment) {
        if (named != null) {
            return named;
        }
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path folder = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", "."), ".local", "share");
        return folder.resolve("jemscope").resolve("fleet.duckdb");
    }

    /** Opens a store to read. */
    public static FleetStore read(Path file) throws CommandFailure, IOException {
        try {
            return DuckDbStore.read(file, DuckDbStore.PATIENCE);
        } catch (NoSuchFileException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "there is no store of a fleet",
                    file + " doesn't exist",
                    "start a collector: jemscope collect; or name another file with --store");
        }
    }
}
