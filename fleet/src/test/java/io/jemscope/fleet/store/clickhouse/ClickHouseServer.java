package io.jemscope.fleet.store.clickhouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A server of ClickHouse in a folder, on the loopback: Debian's, which is of version 18.16. */
final class ClickHouseServer implements Closeable {

    private static final Path PROGRAM = Path.of("/usr/sbin/clickhouse-server");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path folder;
    private final int http;
    private Process process;

    private ClickHouseServer(Path folder, int http, Process process) {
        this.folder = folder;
        this.http = http;
        this.process = process;
    }

    static ClickHouseServer start(Path folder) throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "clickhouse-server isn't installed here");
        int http = freePort();
        configure(folder, http);
        ClickHouseServer server = new ClickHouseServer(folder, http, run(folder));
        server.await();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void configure(Path folder, int http) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("users.xml"), """
                <yandex>
                  <profiles><default/></profiles>
                  <users><default><password></password><networks><ip>127.0.0.1</ip></networks>
                    <profile>default</profile><quota>default</quota></default></users>
                  <quotas><default/></quotas>
                </yandex>
                """);
        Files.writeString(folder.resolve("config.xml"), """
                <yandex>
                  <logger><level>warning</level><log>%1$s/log</log><errorlog>%1$s/errors</errorlog></logger>
                  <http_port>%2$d</http_port><tcp_port>%3$d</tcp_port><listen_host>127.0.0.1</listen_host>
                  <path>%1$s/data/</path><tmp_path>%1$s/tmp/</tmp_path><users_config>users.xml</users_config>
                  <default_profile>default</default_profile><default_database>default</default_database>
                  <mark_cache_size>100000000</mark_cache_size>
                </yandex>
                """.formatted(folder, http, freePort()));
    }

    private static Process run(Path folder) throws IOException {
        return new ProcessBuilder(PROGRAM.toString(), "--config-file=" + folder.resolve("config.xml"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output").toFile()))
                .start();
    }

    private void await() {
        Awaitility.await().atMost(LIMIT).until(this::answers);
    }

    /** Starts it anew, with what it had stored. */
    void restart() throws IOException {
        process = run(folder);
        await();
    }

    private boolean answers() throws InterruptedException {
        try {
            return HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(address("").resolve("/ping"))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    URI address(String database) {
        return URI.create("http://127.0.0.1:" + http + "/" + database);
    }

    /** Ends it as a power failure does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
