package io.jemscope.fleet.store.clickhouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The engine of version 26.7, in a process of Node's: there is no Debian package of a current server. */
@Tag("one-jdk")
class CurrentClickHouseStoreTest extends ClickHouseContract {

    private static final Path PROGRAM = Path.of("src", "test", "chdb", "server.mjs");

    @TempDir
    private static Path folder;

    private static @Nullable Process engine;
    private static int port;
    private static int tests;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(
                Files.isDirectory(PROGRAM.resolveSibling("node_modules").resolve("chdb")),
                "chdb isn't installed here: npm install in fleet/src/test/chdb");
        Process started = new ProcessBuilder("node", PROGRAM.toString(), folder.toString())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        engine = started;
        BufferedReader lines = started.inputReader();
        port = Integer.parseInt(lines.readLine());
    }

    @AfterAll
    static void end() throws Exception {
        if (engine != null) {
            engine.destroyForcibly().waitFor();
        }
    }

    @BeforeEach
    void nextDatabase() {
        tests++;
    }

    @Override
    List<URI> servers() {
        return List.of(URI.create("http://127.0.0.1:" + port + "/test" + tests));
    }
}
