package io.jemscope.cli.demo;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.fleet.store.clickhouse.LocalServer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Two servers of ClickHouse that share a fleet's store, for the time of a demonstration. */
public final class DemoServers implements Closeable {

    private static final int COUNT = 2;

    private final List<LocalServer> servers = new ArrayList<>();
    private final Thread stop = new Thread(this::end, "jemscope-stop-servers");

    private DemoServers() {}

    /**
     * Starts them. They end with this process, unless it is killed (SIGKILL).
     *
     * @param folder where their files go
     */
    public static DemoServers start(Path folder) throws CommandFailure, IOException, InterruptedException {
        if (!LocalServer.isInstalled()) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "there is no ClickHouse to start",
                    "clickhouse-server isn't installed",
                    "install it: apt-get install clickhouse-server; or omit --clickhouse");
        }
        DemoServers servers = new DemoServers();
        Runtime.getRuntime().addShutdownHook(servers.stop);
        try {
            for (int i = 1; i <= COUNT; i++) {
                LocalServer server = LocalServer.begin(folder.resolve("clickhouse-" + i));
                servers.add(server);
                server.await();
            }
            return servers;
        } catch (IOException | InterruptedException e) {
            servers.close();
            throw e;
        }
    }

    private synchronized void add(LocalServer server) {
        servers.add(server);
    }

    private synchronized void end() {
        for (LocalServer server : servers) {
            try {
                server.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Their databases, as {@code --store} takes them. */
    public synchronized String addresses() {
        return servers.stream()
                .map(server -> server.address("jemscope").toString())
                .collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // This process is ending.
        }
    }
}
