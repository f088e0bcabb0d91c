package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.fleet.LocalAgents;
import io.jemscope.cli.fleet.SinkKind;
import io.jemscope.cli.fleet.StorePlace;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.cli.terminal.Console;
import io.jemscope.fleet.collect.Collector;
import io.jemscope.fleet.collect.Destination;
import io.jemscope.fleet.collect.Fetcher;
import io.jemscope.fleet.collect.StatusServer;
import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.Token;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.Key;
import io.jemscope.fleet.store.WrongStoreException;
import io.jemscope.profile.pprof.OtlpWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Collects profiles of many JVMs into a store, or for other systems. */
@Command(
        name = "collect",
        header = "Collects heap profiles of many JVMs into a store, for jemscope fleet.",
        description = {
            "",
            "Fetches a profile from the agent of each JVM every five minutes, and stores it in one file of DuckDB or in ClickHouse, or sends it to other systems. Finds "
                    + "this user's JVMs on this machine, as jemscope list does, those of lists, and pods of Kubernetes. Runs until it is stopped.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope collect",
            "  jemscope collect --every 1m --listen 9091",
            "  jemscope collect --list agents.json --no-local --authorities ca.pem",
            "  jemscope collect --discover https://sd.example.org/targets --token token",
            "  jemscope collect --kubernetes --no-local --token token --authorities ca.pem --listen 0.0.0.0:9091",
            "  jemscope collect --to pyroscope=https://pyroscope.example.org --credentials pyroscope=password.txt",
            "  jemscope collect --to folder=/var/profiles --rounds 1",
            "",
            "CLICKHOUSE_USER and CLICKHOUSE_PASSWORD are ClickHouse's user and password.",
            "FILE of --list: [{\"targets\": [\"https://web1:9443\"], \"tokenFile\": \"token\", \"labels\": {\"service\": \"shop\", "
                    + "\"version\": \"2.3.1\"}}]",
            "",
            "Exit code: 0 after --rounds; 2 for a wrong command line, 66 if a file can't be read or the port is taken, 68 if --rounds finds no "
                    + "agent, 69 if no agent sent a profile, --discover or --kubernetes fails at the start, a sink accepted nothing, or profiles were "
                    + "left in the spool."
        })
final class CollectCommand implements Callable<Integer> {

    /** Compressed, a profile of 100,000 stacks is some 10 MB. */
    private static final int MOST_PROFILE_BYTES = 32 << 20;

    private static final Duration LEAST_KEEP = Duration.ofHours(1);

    private final Console console;

    @Option(
            names = "--store",
            paramLabel = "FILE|URL",
            description =
                    "The store: a file of DuckDB, or a database of ClickHouse, http://host:8123/database; several servers with commas between "
                            + "share the instances. Default, unless --to is given: jemscope/fleet.duckdb in $XDG_DATA_HOME, else in ~/.local/share.")
    private @Nullable String store;

    @Option(
            names = "--to",
            paramLabel = "KIND=WHERE",
            description =
                    "Where else profiles go: folder=DIR, pyroscope=URL, parca=URL, s3=URL/BUCKET, otlp=URL (experimental, by "
                            + "opentelemetry-proto " + OtlpWriter.PROTO + "); repeatable, one of each kind.")
    private Map<SinkKind, String> sinks = new EnumMap<>(SinkKind.class);

    @Option(
            names = "--credentials",
            paramLabel = "KIND=FILE",
            description = "A file with the token for a sink, or with user:password.")
    private Map<SinkKind, Path> credentials = new EnumMap<>(SinkKind.class);

    @Option(names = "--tenant", paramLabel = "ID", description = "Pyroscope's tenant.")
    private String tenant = "";

    @Mixin
    private DiscoveryOptions elsewhere = new DiscoveryOptions();

    @Option(names = "--no-local", negatable = false, description = "Don't look for JVMs on this machine.")
    private boolean noLocal;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = "Only this service's JVMs on this machine, see docs/fleet.md; repeatable.")
    private List<String> services = new ArrayList<>();

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "The time between two profiles of a JVM, a tenth more or less. Default: 5m.")
    private Duration every = Duration.ofMinutes(5);

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "How many profiles are fetched at a time. Default: 8.")
    private int parallel = 8;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "How long a JVM, or a sink, may take to answer. Default: 1m.")
    private Duration timeout = Duration.ofMinutes(1);

    @Option(
            names = "--authorities",
            paramLabel = "FILE",
            description = "Certificates in PEM to trust for https, in place of the JDK's.")
    private @Nullable Path authorities;

    @Option(
            names = "--insecure",
            description = "Allow credentials of sinks and ClickHouse to be sent unencrypted to another machine.")
    private boolean isInsecure;

    @Option(
            names = "--keep",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "The age at which profiles are removed, an hour or more. Before, they are thinned out: all of an hour are kept, then one in ten "
                            + "minutes for a day, one an hour for a week, one a day. Default: 30d.")
    private Duration keep = Duration.ofDays(30);

    @Option(
            names = "--spool",
            paramLabel = "DIR",
            description = "Where profiles wait while a sink is down. Default: the store's name with .spool.")
    private @Nullable Path spool;

    @Option(
            names = "--spool-size",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "The most that waits there for each sink, and for each server of ClickHouse. A sink with more misses profiles; an agent "
                            + "whose sinks all have more isn't asked. "
                            + "Default: 1GiB.")
    private long spoolBytes = 1L << 30;

    @Option(
            names = "--listen",
            paramLabel = "[ADDRESS:]PORT",
            converter = ListenAddress.class,
            description =
                    "The port on 127.0.0.1 of /metrics, /health and the page. Default: one that is free. With another address, such as 0.0.0.0:9091, "
                            + "/metrics and /health are served there, too, without a token.")
    private InetSocketAddress listen = new InetSocketAddress(ListenAddress.LOOPBACK, 0);

    @Option(names = "--rounds", paramLabel = "N", description = "End after N requests to each JVM. Default: 0, no end.")
    private int rounds;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Where profiles go, for the first line. */
    private final List<String> places = new ArrayList<>();

    CollectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException, InterruptedException {
        check();
        StorePlace place = StorePlace.of(store, System.getenv(), authorities, isInsecure);
        Path waiting = spool == null ? place.spool() : spool;
        BoundedClient client = new BoundedClient(authorities, timeout, MOST_PROFILE_BYTES);
        try (Collector collector = new Collector(
                        discoveries(),
                        new Fetcher(new BoundedClient(authorities, elsewhere.agentName(), timeout, MOST_PROFILE_BYTES)),
                        destinations(place, waiting, client),
                        new Collector.Settings(every, parallel, rounds, spoolBytes),
                        Clock.systemUTC(),
                        this::notice);
                StatusServer status = status(collector, isStored() ? place::readBeside : null)) {
            notice("collecting into " + String.join(", ", places) + "; http://127.0.0.1:" + status.port() + "/metrics");
            if (status.outsidePort() >= 0) {
                notice("/metrics and /health are open to others at http://"
                        + ListenAddress.text(listen, status.outsidePort()));
            }
            if (rounds == 0 && isStored()) {
                notice("the page: " + status.page());
            }
            boolean isWritten = collector.run();
            if (!isWritten) {
                throw new CommandFailure(
                        ExitCode.REFUSED,
                        "not every profile was delivered",
                        collector.illness().isEmpty() ? "a spool was full for a while" : collector.illness(),
                        "run it again: the rest is in " + waiting);
            }
            if (collector.agents() == 0) {
                throw new CommandFailure(
                        ExitCode.NO_TARGET,
                        "no agent was found",
                        noLocal
                                ? "the lists and the cluster name none"
                                : "no JVM of this user has one, and no list names one",
                        "load it into a JVM: jemscope attach PID; see which there are: jemscope list");
            }
            if (collector.fetched() == 0) {
                throw new CommandFailure(
                        ExitCode.REFUSED,
                        "no agent sent a profile",
                        "the lines above have each one's reason",
                        "see which JVMs have an agent and are sampling: jemscope list");
            }
            String refusal = collector.refusal();
            if (!refusal.isEmpty()) {
                throw new CommandFailure(
                        ExitCode.REFUSED,
                        "a sink accepted nothing",
                        refusal,
                        "see what the JVMs' agents send: jemscope dump PID");
            }
            return ExitCode.OK;
        }
    }

    private StatusServer status(Collector collector, StoreSink.@Nullable Opening store) throws CommandFailure {
        boolean isOwn = listen.getAddress().equals(ListenAddress.LOOPBACK);
        try {
            return StatusServer.start(isOwn ? listen.getPort() : 0, isOwn ? null : listen, collector, store);
        } catch (IOException | UnsupportedAddressTypeException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "the collector can't listen on " + ListenAddress.text(listen, listen.getPort()),
                    String.valueOf(e.getMessage()),
                    "choose another port with --listen, or an address of this machine");
        }
    }

    private void check() throws UsageMistake {
        OptionSpec to = spec.commandLine().getParseResult().matchedOption("--to");
        if (to != null && to.originalStringValues().size() > sinks.size()) {
            throw new UsageMistake(
                    "--to names a kind of sink twice: run a second collector, with a --spool of its own");
        }
        elsewhere.check();
        for (SinkKind kind : credentials.keySet()) {
            if (!sinks.containsKey(kind)) {
                throw new UsageMistake("--credentials " + kind + "= goes with --to " + kind + "=");
            }
        }
        if (!tenant.matches("[ -~]*")) {
            throw new UsageMistake("--tenant must be ASCII on one line");
        }
        if (!tenant.isEmpty() && !sinks.containsKey(SinkKind.PYROSCOPE)) {
            throw new UsageMistake("--tenant goes with --to pyroscope=");
        }
        if (noLocal && elsewhere.isEmpty()) {
            throw new UsageMistake(
                    "--no-local without --list, --discover or --kubernetes leaves no JVM: add one of them");
        }
        if (every.toMillis() < 1_000 || timeout.toMillis() < 1) {
            throw new UsageMistake("--every must be a second or longer, and --timeout longer than nothing");
        }
        if (keep.compareTo(LEAST_KEEP) < 0) {
            throw new UsageMistake("--keep must be an hour or longer: profiles of that age are removed from the store, "
                    + "with 0s at once. To keep them for long, name such as 3650d");
        }
        if (parallel < 1 || parallel > 1_000 || rounds < 0 || spoolBytes < 1) {
            throw new UsageMistake("--parallel is 1 to 1000, --rounds is 0 or more, --spool-size is above 0");
        }
    }

    private boolean isStored() {
        return store != null || sinks.isEmpty();
    }

    /** Fails before the first request if the file can't be used. A server may be down for a while: the spool is for that. */
    private void check(StorePlace place) throws IOException {
        try {
            place.write().close();
        } catch (IOException e) {
            if (!place.isServer() || e instanceof WrongStoreException) {
                throw e;
            }
            notice("the profiles for a server that fails wait in the spool until it works: " + e.getMessage());
        }
    }

    private List<Destination> destinations(StorePlace place, Path waiting, BoundedClient client)
            throws UsageMistake, IOException {
        List<Destination> destinations = new ArrayList<>();
        if (isStored()) {
            check(place);
            destinations.addAll(place.destinations(spool, keep, this::notice));
            places.add(place.toString());
        }
        SinkKind.Setup setup = new SinkKind.Setup(client, tenant, isInsecure, keep, System.getenv(), this::notice);
        for (Map.Entry<SinkKind, String> each : sinks.entrySet()) {
            SinkKind kind = each.getKey();
            Path secret = credentials.get(kind);
            // What waits for one place must not be sent to another one.
            String where = kind == SinkKind.FOLDER
                    ? Path.of(each.getValue()).toAbsolutePath().normalize().toString()
                    : each.getValue();
            String folder = kind + "-" + Key.of(where, tenant).toString().substring(0, 8);
            destinations.add(new Destination(
                    kind.toString(), kind.open(each.getValue(), Token.read(secret), setup), waiting.resolve(folder)));
            places.add(kind + " " + each.getValue());
        }
        return destinations;
    }

    private List<Discovery> discoveries() throws CommandFailure, IOException {
        List<Discovery> discoveries = elsewhere.discoveries(authorities, this::notice);
        if (!noLocal) {
            discoveries.add(0, new LocalAgents(ProcessTable.OWN, System.getenv(), services));
        }
        return discoveries;
    }

    private void notice(String line) {
        console.err().println("jemscope: " + line);
    }
}
