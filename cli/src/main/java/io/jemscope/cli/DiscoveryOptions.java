package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.discovery.HttpDiscovery;
import io.jemscope.fleet.discovery.KubernetesPods;
import io.jemscope.fleet.discovery.ListFile;
import io.jemscope.fleet.discovery.PolledDiscovery;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where {@code collect} finds agents on other machines. */
final class DiscoveryOptions {

    private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern HOST = Pattern.compile(LABEL + "(\\." + LABEL + ")*");

    @Option(
            names = "--list",
            paramLabel = "FILE",
            description = "A list of agents, in Prometheus's form for files; repeatable. It is read again every 30 s.")
    private List<Path> lists = new ArrayList<>();

    @Option(
            names = "--discover",
            paramLabel = "URL",
            description =
                    "An address that answers with such a list, as Prometheus's service discovery over HTTP does; repeatable. It is "
                            + "requested every 30 s.")
    private List<URI> addresses = new ArrayList<>();

    @Option(
            names = "--kubernetes",
            description =
                    "Find pods by the API of the Kubernetes cluster that this command runs in: those with the annotation "
                            + "jemscope.io/port. The pods are listed every 30 s.")
    private boolean isKubernetes;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "The namespace of the pods. Default: the command's own.")
    private @Nullable String namespace;

    @Option(names = "--all-namespaces", description = "Find pods of all namespaces.")
    private boolean isEverywhere;

    @Option(
            names = "--selector",
            paramLabel = "LABELS",
            description = "Find only pods with these labels, as kubectl takes them: tier=web,env!=test.")
    private @Nullable String selector;

    @Option(
            names = "--token",
            paramLabel = "FILE",
            description = "The file with the reading token of pods, and of those agents for which no list has one.")
    private @Nullable Path token;

    @Option(
            names = "--agent-name",
            paramLabel = "NAME",
            description =
                    "The name in the certificates of agents with an IP address, as pods have. Default: that address.")
    private String name = "";

    /** Whether agents of this machine alone are wanted. */
    boolean isEmpty() {
        return lists.isEmpty() && addresses.isEmpty() && !isKubernetes;
    }

    /**
     * The discoveries. Each is called once: a failure at the start ends the command; later the last answer is kept.
     *
     * @param authorities the certificates to trust; null for the JDK's
     * @param log takes lines for the user
     */
    List<Discovery> discoveries(@Nullable Path authorities, Consumer<String> log) throws CommandFailure, IOException {
        List<Discovery> discoveries = new ArrayList<>();
        for (Path list : lists) {
            Discovery discovery = new ListFile(list, token);
            discovery.agents();
            discoveries.add(discovery);
        }
        for (URI address : addresses) {
            discoveries.add(polled(() -> new HttpDiscovery(address, token, authorities)));
        }
        if (isKubernetes) {
            discoveries.add(polled(() -> KubernetesPods.inCluster(System.getenv(), scope(), token, log)));
        }
        return discoveries;
    }

    /** The name in certificates of agents with an IP address; empty for none. */
    String agentName() {
        return name;
    }

    /** Refuses a mistaken command line before the first request. */
    void check() {
        if (token != null && isEmpty()) {
            throw new UsageMistake(
                    "--token is for agents on other machines: find them by --list, --discover or --kubernetes");
        }
        if (!name.isEmpty() && !HOST.matcher(name).matches()) {
            throw new UsageMistake("--agent-name is a host's name, such as agents.example.org");
        }
        if (!isKubernetes && (namespace != null || isEverywhere || selector != null)) {
            throw new UsageMistake("--namespace, --all-namespaces and --selector go with --kubernetes");
        }
        if (namespace != null && isEverywhere) {
            throw new UsageMistake("--namespace and --all-namespaces exclude each other: leave one out");
        }
        try {
            scope();
            addresses.forEach(HttpDiscovery::check);
        } catch (IllegalArgumentException e) {
            throw new UsageMistake(e.getMessage(), e);
        }
    }

    private KubernetesPods.Scope scope() {
        return new KubernetesPods.Scope(
                namespace == null ? "" : namespace, isEverywhere, selector == null ? "" : selector);
    }

    /** Makes a discovery. */
    @FunctionalInterface
    private interface Maker {
        Discovery make() throws IOException;
    }

    private Discovery polled(Maker maker) throws CommandFailure {
        try {
            Discovery discovery = new PolledDiscovery(maker.make());
            discovery.agents();
            return discovery;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the agents can't be listed",
                    Failures.words(e),
                    "correct that, or try again; once the collector runs, it keeps the last answer");
        }
    }
}
