package io.jemscope.fleet.store.duckdb;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Opens files of DuckDB. Its driver is loaded at the first one, from a folder of its own: no other part of Jemscope pays for it. */
final class DuckDb {

    private static final String DRIVER = "org.duckdb.DuckDBDriver";

    /** Below the folder with Jemscope's jars. The native library is beside it, so that it needn't be unpacked at each start. */
    private static final Path JAR = Path.of("fleet", "duckdb_jdbc.jar");

    /** DuckDB's own words where another process has the file open, where this one has, in the other way, and where it is just closing it. */
    private static final List<String> IN_USE =
            List.of("Could not set lock", "different configuration than existing", "Unique file handle conflict");

    private static final long RETRY_MILLIS = 50;

    private static @Nullable Driver driver;

    private DuckDb() {}

    /**
     * Opens a file, and creates it for writing.
     *
     * @param patience how long to wait while the file is in use
     * @throws IOException if it is locked for longer, isn't a file of DuckDB, or can't be read
     */
    static Connection open(Path file, boolean isWriter, Duration patience) throws IOException {
        Properties settings = new Properties();
        settings.setProperty("duckdb.read_only", Boolean.toString(!isWriter));
        // Neither the network nor other files: nothing but this one is read or written.
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("enable_external_access", "false");
        settings.setProperty("memory_limit", "1GB");
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                Connection connection = driver().connect("jdbc:duckdb:" + file, settings);
                if (connection == null) {
                    throw new IOException("DuckDB's driver doesn't take the name " + file);
                }
                return connection;
            } catch (SQLException e) {
                boolean isLocked = IN_USE.stream().anyMatch(String.valueOf(e.getMessage())::contains);
                if (!isLocked || System.nanoTime() >= end) {
                    throw isLocked ? locked(file, patience, e) : unreadable(file, e);
                }
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the store was in use", e);
        }
    }

    private static IOException locked(Path file, Duration patience, SQLException e) {
        return new IOException(
                "cannot open the store " + file + ": it has been in use for " + patience.toSeconds()
                        + " s by another process. Try again, or end that process",
                e);
    }

    private static IOException unreadable(Path file, SQLException e) {
        return new IOException(
                "cannot open the store " + file + ": " + firstLine(e)
                        + ". Check that it is a file that jemscope collect wrote, and that this user may read it",
                e);
    }

    /** DuckDB adds stack traces and hints below. */
    static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
    }

    private static synchronized Driver driver() throws IOException {
        Driver known = driver;
        if (known != null) {
            return known;
        }
        try {
            Driver loaded = Class.forName(DRIVER, true, loader())
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
            driver = loaded;
            return loaded;
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IOException(
                    "cannot load DuckDB: " + e
                            + ". It is built for Linux with glibc 2.28 or later, on x86-64 and arm64",
                    e);
        }
    }

    /** The image's folder, else the class path, as tests have it. */
    private static ClassLoader loader() throws IOException {
        try {
            Path ours = Path.of(DuckDb.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path jar = ours.resolveSibling(JAR);
            return Files.isRegularFile(jar)
                    ? new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())
                    : DuckDb.class.getClassLoader();
        } catch (URISyntaxException e) {
            throw new IOException("cannot find the folder of Jemscope's jars", e);
        }
    }
}
