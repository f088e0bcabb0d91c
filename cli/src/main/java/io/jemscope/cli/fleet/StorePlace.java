package io.jemscope.cli.fleet;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.fleet.collect.Destination;
import io.jemscope.fleet.sink.Sink;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Key;
import io.jemscope.fleet.store.clickhouse.ClickHouseStore;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the fleet's store is: a file of DuckDB, or servers of ClickHouse. */
public final class StorePlace {

    private static final String STORE = "store";

    private final Path file;
    private final List<URI> servers;
    private final Map<String, String> environment;
    private final @Nullable Path authorities;

    private StorePlace(Path file, List<URI> servers, Map<String, String> environment, @Nullable Path authorities) {
        this.file = file;
        this.servers = servers;
        this.environment = environment;
        this.authorities = authorities;
    }

    /**
     * The place that the user named, else the file {@code jemscope/fleet.duckdb} in {@code XDG_DATA_HOME}, else in {@code ~/.local/share}.
     *
     * @param named a file, or addresses such as {@code http://host:8123/database} with commas between; null if the command line has none
     * @param authorities certificates in PEM to trust for https; null for the JDK's
     * @param isInsecure whether credentials may be sent unencrypted to another machine
     */
    public static StorePlace of(
            @Nullable String named, Map<String, String> environment, @Nullable Path authorities, boolean isInsecure)
            throws UsageMistake {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path folder = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", "."), ".local", "share");
        Path usual = folder.resolve("jemscope").resolve("fleet.duckdb");
        if (named == null) {
            return new StorePlace(usual, List.of(), environment, authorities);
        }
        if (!named.startsWith("http://") && !named.startsWith("https://")) {
            return new StorePlace(Path.of(named), List.of(), environment, authorities);
        }
        List<URI> servers = new ArrayList<>();
        for (String address : named.split(",", -1)) {
            URI server = HttpAddress.of(
                    "--store",
                    "a file, or addresses of ClickHouse such as http://host:8123/database with commas between",
                    address);
            HttpAddress.check(
                    "CLICKHOUSE_USER and CLICKHOUSE_PASSWORD", ClickHouseStore.user(environment), server, isInsecure);
            servers.add(server);
        }
        if (new HashSet<>(servers).size() < servers.size()) {
            throw new UsageMistake("--store names a server twice, whose instances would count twice");
        }
        return new StorePlace(usual.resolveSibling("clickhouse-" + hash(named)), servers, environment, authorities);
    }

    /** Tells spools apart: what waits for one store must not come into another one. */
    private static String hash(String place) {
        return Key.of(place, "").toString().substring(0, 8);
    }

    /** Whether it is a server, which may be down for a while. */
    public boolean isServer() {
        return !servers.isEmpty();
    }

    /**
     * Where a collector's profiles for it go: to a file, or to each server those of its instances, so that one that is down delays no other.
     *
     * @param waiting the folder of the spools, for this place and others; null for a folder of its own
     * @param keep the age at which profiles are removed
     */
    public List<Destination> destinations(@Nullable Path waiting, Duration keep, Consumer<String> log) {
        // In a folder of its own it stays the store's if both are moved.
        Path spools = waiting == null
                ? spool().resolve(STORE)
                : waiting.resolve(STORE + "-"
                        + hash(
                                servers.isEmpty()
                                        ? file.toAbsolutePath().normalize().toString()
                                        : toString()));
        Clock clock = Clock.systemUTC();
        if (servers.isEmpty()) {
            return List.of(new Destination(STORE, new StoreSink(this::write, keep, clock, log), spools));
        }
        List<Destination> destinations = new ArrayList<>();
        for (Sink sink : StoreSink.ofServers(servers, environment, authorities, keep, clock, log)) {
            String which = servers.size() == 1 ? "" : "-" + (destinations.size() + 1) + "-of-" + servers.size();
            destinations.add(new Destination(STORE + which, sink, spools.resolveSibling(spools.getFileName() + which)));
        }
        return destinations;
    }

    /** Opens the store to read and write; creates it where it is absent. */
    public FleetStore write() throws IOException {
        return servers.isEmpty()
                ? DuckDbStore.write(file, DuckDbStore.PATIENCE)
                : ClickHouseStore.write(servers, environment, authorities);
    }

    /** Opens the store to read. */
    public FleetStore read() throws CommandFailure, IOException {
        try {
            return servers.isEmpty()
                    ? DuckDbStore.read(file, DuckDbStore.PATIENCE)
                    : ClickHouseStore.read(servers, environment, authorities);
        } catch (NoSuchFileException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "there is no store of a fleet",
                    file + " doesn't exist",
                    "start a collector: jemscope collect; or name another file with --store");
        }
    }

    /** Opens the store to read while this process writes it, too. */
    public FleetStore readBeside() throws IOException {
        return servers.isEmpty()
                ? DuckDbStore.beside(file, DuckDbStore.PATIENCE)
                : ClickHouseStore.read(servers, environment, authorities);
    }

    /** The folder of its own in which profiles wait for it. */
    public Path spool() {
        return file.resolveSibling(file.getFileName() + ".spool");
    }

    @Override
    public String toString() {
        return servers.isEmpty()
                ? file.toString()
                : String.join(", ", servers.stream().map(URI::toString).toList());
    }
}
