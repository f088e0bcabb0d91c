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
    private static final Path DEBIAN_PROGRAM = Path.of("/usr/sbin/clickhouse-server");

    private static final Path UPSTREAM_PROGRAM = Path.of("/usr/bin/clickhouse-server");

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
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
        return Files.isExecutable(DEBIAN_PROGRAM) || Files.isExecutable(UPSTREAM_PROGRAM);
    }

    /** Starts a server with what an earlier one has left in the folder, and waits until it answers. */
    public static LocalServer start(Path folder) throws IOException, InterruptedException {
        LocalServer server = begin(folder);
        server.await();
        return server;
    }

    /** Starts a server without waiting; the folder is made where it is absent. */
    public static LocalServer begin(Path folder) throws IOException {
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
        return new LocalServer(folder, port, run(folder));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process run(Path folder) throws IOException {
        Path program = Files.isExecutable(DEBIAN_PROGRAM) ? DEBIAN_PROGRAM : UPSTREAM_PROGRAM;
        return new ProcessBuilder(program.toString(), "--config-file=" + folder.resolve("config.xml"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output").toFile()))
                .start();
    }

    /** Waits until it answers. If it doesn't, it is ended. */
    public void await() throws IOException, InterruptedException {
        try {
            awaitAnswer();
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!answers()) {
            if (System.nanoTime() - end > 0 || !process.isAlive()) {
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
