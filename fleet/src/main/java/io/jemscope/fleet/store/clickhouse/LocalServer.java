package io.jemscope.fleet.store.clickhouse;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A server of ClickHouse in a folder of its own, on the loopback without a password: for the demonstration, tests and benchmarks. */
public final class LocalServer implements Closeable {

    /** Where Debian's package and ClickHouse's own have it. */
    private static final Path DEBIANS = Path.of("/usr/sbin/clickhouse-server");

    private static final Path THEIRS = Path.of("/usr/bin/clickhouse-server");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 50;

    private final Path folder;
    private final int port;
    private Process process;

    private LocalServer(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** Whether there is a server to start on this machine. */
    public static boolean isInstalled() {
        return Files.isExecutable(DEBIANS) || Files.isExecutable(THEIRS);
    }

    /** Starts a server with what an earlier one has left in the folder; the folder is made where it is absent. */
    public static LocalServer start(Path folder) throws IOException, InterruptedException {
        int port = freePort();
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
                  <mark_cache_size>500000000</mark_cache_size>
                </yandex>
                """.formatted(folder.toAbsolutePath(), port, freePort()));
        LocalServer server = new LocalServer(folder, port, run(folder));
        server.await();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process run(Path folder) throws IOException {
        Path program = Files.isExecutable(DEBIANS) ? DEBIANS : THEIRS;
        return new ProcessBuilder(program.toString(), "--config-file=" + folder.resolve("config.xml"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output").toFile()))
                .start();
    }

    private void await() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            if (System.nanoTime() - end > 0 || !process.isAlive()) {
                process.destroyForcibly();
                throw new IOException("clickhouse-server doesn't start: see " + folder.resolve("output") + " and "
                        + folder.resolve("errors"));
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** A database of it, as {@code --store} takes it. */
    public URI address(String database) {
        return URI.create("http://127.0.0.1:" + port + "/" + database);
    }

    public long pid() {
        return process.pid();
    }

    /** Ends it at once, without a chance to tidy up. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts it again after {@link #kill}, at the same port. */
    public void restart() throws IOException, InterruptedException {
        process = run(folder);
        await();
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
