package io.jemscope.fleet.discovery;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.Token;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a Kubernetes cluster that have an agent by their annotation {@code jemscope.io/port}, for a collector that runs in a pod
 * itself: by the API server and the service account that Kubernetes gives every pod.
 */
public final class KubernetesPods implements Discovery {

    /** Where Kubernetes mounts the account into a pod. */
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration WHOLE_TIMEOUT = Duration.ofSeconds(60);

    /** A pod has some 10 KB, so that a page has some 2 MB. */
    private static final int PAGE = 200;

    private static final int MOST_PAGE_BYTES = 16 << 20;
    private static final int OK = 200;

    private final URI pods;
    private final Path account;
    private final String query;
    private final BoundedClient client;
    private final @Nullable Path token;
    private final Consumer<String> log;

    /** The mistakes of pods at the last look, which are in the log. */
    private Set<String> logged = Set.of();

    /**
     * Which pods to look for.
     *
     * @param namespace the namespace; empty for the collector's own
     * @param isEverywhere whether in all namespaces
     * @param selector a selector of labels, as kubectl takes it; empty for all
     */
    public record Scope(String namespace, boolean isEverywhere, String selector) {

        /**
         * Makes one.
         *
         * @throws IllegalArgumentException if the namespace's name can't be one
         */
        public Scope {
            if (!namespace.matches("([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)?")) {
                throw new IllegalArgumentException("a namespace has lower-case letters, digits and hyphens");
            }
        }
    }

    private KubernetesPods(URI server, Path account, Scope scope, @Nullable Path token, Consumer<String> log)
            throws IOException {
        String path = "/api/v1/pods";
        if (!scope.isEverywhere()) {
            String own = scope.namespace().isEmpty()
                    ? Files.readString(account.resolve("namespace")).strip()
                    : scope.namespace();
            path = "/api/v1/namespaces/" + own + "/pods";
        }
        pods = server.resolve(path);
        query = "?limit=" + PAGE + "&fieldSelector=" + encoded("status.phase=Running")
                + (scope.selector().isEmpty() ? "" : "&labelSelector=" + encoded(scope.selector()));
        this.account = account;
        client = new BoundedClient(account.resolve("ca.crt"), TIMEOUT, MOST_PAGE_BYTES);
        this.token = token;
        this.log = log;
    }

    /**
     * Looks for pods of the cluster that this process runs in.
     *
     * @param environment this process's environment, which has the API server's address
     * @param token the file with the agents' token; null for no token
     * @param log takes a line for each pod whose annotations are mistaken
     * @throws IOException if this process doesn't run in a pod with a service account
     */
    public static KubernetesPods inCluster(
            Map<String, String> environment, Scope scope, @Nullable Path token, Consumer<String> log)
            throws IOException {
        return inCluster(environment, ACCOUNT, scope, token, log);
    }

    static KubernetesPods inCluster(
            Map<String, String> environment, Path account, Scope scope, @Nullable Path token, Consumer<String> log)
            throws IOException {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty()) {
            throw new IOException("this process isn't in a pod of Kubernetes: KUBERNETES_SERVICE_HOST and "
                    + "KUBERNETES_SERVICE_PORT aren't set. Elsewhere use --list or --discover");
        }
        if (!Files.exists(account.resolve("token"))) {
            throw new IOException("this pod has no service account: " + account.resolve("token")
                    + " doesn't exist. Set serviceAccountName, and remove automountServiceAccountToken: false");
        }
        String server = "https://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        return new KubernetesPods(URI.create(server), account, scope, token, log);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public List<Agent> agents() throws IOException {
        List<Agent> agents = new ArrayList<>();
        Set<String> mistakes = new TreeSet<>();
        String sent = Token.read(token);
        long begun = System.nanoTime();
        String next = "";
        do {
            PodList page = page(next);
            for (PodList.@Nullable Pod pod : page.pods()) {
                if (pod != null) {
                    add(pod, sent, agents, mistakes);
                }
            }
            if (agents.size() > TargetGroups.MOST_AGENTS) {
                throw failure(
                        "more than " + TargetGroups.MOST_AGENTS
                                + " pods have agents. Choose fewer by --namespace or --selector",
                        null);
            }
            next = page.next();
            if (!next.isEmpty() && System.nanoTime() - begun > WHOLE_TIMEOUT.toNanos()) {
                throw failure(
                        "the list took longer than " + WHOLE_TIMEOUT.toSeconds()
                                + " s. Choose fewer pods by --namespace or --selector",
                        null);
            }
        } while (!next.isEmpty());
        logNew(mistakes);
        return agents;
    }

    /** One pod's mistake must not hide the others. */
    private static void add(PodList.Pod pod, String token, List<Agent> agents, Set<String> mistakes) {
        try {
            pod.agent(token).ifPresent(agents::add);
        } catch (IOException e) {
            mistakes.add("the pod " + pod.name() + " is skipped: " + e.getMessage());
        }
    }

    private void logNew(Set<String> mistakes) {
        mistakes.stream().filter(each -> !logged.contains(each)).forEach(log);
        logged = mistakes;
    }

    private PodList page(String next) throws IOException {
        URI address = URI.create(pods + query + (next.isEmpty() ? "" : "&continue=" + encoded(next)));
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                // Read each time: Kubernetes renews it.
                .header("Authorization", "Bearer " + Token.read(account.resolve("token")))
                .build();
        try {
            HttpResponse<byte[]> response = client.send(request);
            if (response.statusCode() != OK) {
                throw new IOException(refusal(response));
            }
            return PodList.read(response.body());
        } catch (IOException e) {
            throw failure(Reason.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the request of " + pods + " was interrupted");
        }
    }

    private String refusal(HttpResponse<byte[]> response) {
        String message = PodList.message(response.body());
        String why = "it answered " + response.statusCode() + (message.isEmpty() ? "" : ", " + message);
        return switch (response.statusCode()) {
            case 400 -> why + ". Correct --selector";
            case 401 -> why + ". It rejects the token in " + account.resolve("token");
            case 403 -> why + ". The service account needs the right to list pods, see docs/fleet.md";
            default -> why;
        };
    }

    private IOException failure(String why, @Nullable Exception cause) {
        return new IOException("cannot list the pods " + pods + ": " + why, cause);
    }
}
