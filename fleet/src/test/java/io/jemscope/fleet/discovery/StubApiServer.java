package io.jemscope.fleet.discovery;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.jemscope.httpd.HttpServer;
import io.jemscope.httpd.Limits;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.Router;
import io.jemscope.httpd.Tls;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An API server of Kubernetes as far as it lists pods, made from the documentation of its API: it wants HTTPS, a known bearer token and the right to list, gives
 * pages of a list as it was at the first one, and refuses what the real one refuses with a Status. Unknown parameters, which the real
 * one ignores, it refuses, too.
 */
final class StubApiServer implements Closeable {

    private static final Set<String> PARAMETERS = Set.of("limit", "continue", "fieldSelector", "labelSelector");

    private static final Set<String> FIELDS =
            Set.of("metadata.name", "metadata.namespace", "spec.nodeName", "status.phase", "status.podIP");

    private final HttpServer server;
    private final int port;

    /** The pages to come, by the value of {@code continue} and what else the first was asked with. */
    private final Map<String, List<JsonObject>> rest = new HashMap<>();

    private final List<JsonObject> pods = new CopyOnWriteArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private volatile String token = "";
    private volatile boolean isExpiring;

    /** The namespace whose pods may be listed; null for all. */
    private volatile @Nullable String allowed;

    StubApiServer(SSLContext tls) throws IOException {
        server = HttpServer.open(Limits.DEFAULT, work -> {
            Thread thread = new Thread(work, "stand-in");
            thread.setDaemon(true);
            return thread;
        });
        port = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Tls(tls, false));
        server.start(
                (head, peer) -> new Principal("test", "127.0.0.1", Role.READ),
                new Router()
                        .add("GET", "/api/v1/pods", request -> list(request, null))
                        .add(
                                "GET",
                                "/api/v1/namespaces/{namespace}/pods",
                                request -> list(request, request.segment("namespace"))));
    }

    int port() {
        return port;
    }

    /** The token that is let in from now on. */
    void letIn(String bearer) {
        token = bearer;
    }

    void allowOnly(String namespace) {
        allowed = namespace;
    }

    /** Forgets each list after its first page, as the real one does after some minutes. */
    void expire() {
        isExpiring = true;
    }

    void add(JsonObject pod) {
        pods.add(pod);
    }

    /** The queries that were answered with a page. */
    List<String> log() {
        return log;
    }

    private synchronized Response list(Request request, @Nullable String namespace) {
        if (!request.header("Accept").orElse("").equals("application/json")) {
            return status(406, "NotAcceptable", "only the following media types are accepted: application/json");
        }
        if (token.isEmpty() || !request.header("Authorization").orElse("").equals("Bearer " + token)) {
            return status(401, "Unauthorized", "Unauthorized");
        }
        if (allowed != null && !allowed.equals(namespace)) {
            return status(403, "Forbidden", "pods is forbidden: the account cannot list resource \"pods\"");
        }
        for (String name : request.parametersBeside().keySet()) {
            if (!PARAMETERS.contains(name)) {
                return status(400, "BadRequest", "the stub knows no parameter " + name);
            }
        }
        String limit = request.parameter("limit").orElse("0");
        if (!limit.matches("[0-9]{1,9}")) {
            return status(400, "BadRequest", "strconv.ParseInt: parsing \"" + limit + "\": invalid syntax");
        }
        Optional<String> from = request.parameter("continue");
        String scope = namespace
                + request.parameter("fieldSelector").orElse("")
                + request.parameter("labelSelector").orElse("")
                + limit;
        List<JsonObject> found;
        if (from.isPresent()) {
            found = rest.remove(from.get() + scope);
            if (found == null) {
                return isExpiring
                        ? status(410, "Expired", "The provided continue parameter is too old")
                        : status(400, "BadRequest", "continue key is not valid");
            }
        } else {
            try {
                found = matching(
                        namespace,
                        request.parameter("fieldSelector").orElse(""),
                        request.parameter("labelSelector").orElse(""));
            } catch (IOException e) {
                return status(400, "BadRequest", String.valueOf(e.getMessage()));
            }
        }
        log.add(request.query());
        return page(found, Integer.parseInt(limit), scope);
    }

    private Response page(List<JsonObject> found, int limit, String scope) {
        int count = limit == 0 ? found.size() : Math.min(limit, found.size());
        JsonObject metadata = new JsonObject();
        metadata.addProperty("resourceVersion", "4711");
        if (count < found.size()) {
            // With what has to be encoded in an address.
            String next = "eyJ2Ijo/+&=" + rest.size() + found.size();
            metadata.addProperty("continue", next);
            if (!isExpiring) {
                rest.put(next + scope, found.subList(count, found.size()));
            }
        }
        JsonArray items = new JsonArray();
        found.subList(0, count).forEach(items::add);
        JsonObject list = new JsonObject();
        list.addProperty("kind", "PodList");
        list.addProperty("apiVersion", "v1");
        list.add("metadata", metadata);
        list.add("items", items);
        return Response.text(200, "application/json", list.toString());
    }

    private List<JsonObject> matching(@Nullable String namespace, String fields, String labels) throws IOException {
        Predicate<JsonObject> isWanted =
                pod -> namespace == null || namespace.equals(text(pod, "metadata", "namespace"));
        for (String field : fields.isEmpty() ? new String[0] : fields.split(",", -1)) {
            String[] parts = field.split("=", 2);
            if (parts.length < 2 || !FIELDS.contains(parts[0])) {
                throw new IOException("field label not supported: " + parts[0]);
            }
            String[] path = parts[0].split("\\.", -1);
            isWanted = isWanted.and(pod -> parts[1].equals(text(pod, path)));
        }
        for (String label : labels.isEmpty() ? new String[0] : labels.split(",", -1)) {
            String[] parts = label.split("=", 2);
            if (parts.length < 2 || !parts[0].matches("[A-Za-z0-9./_-]+") || !parts[1].matches("[A-Za-z0-9._-]*")) {
                throw new IOException("unable to parse requirement: " + label);
            }
            isWanted = isWanted.and(pod -> parts[1].equals(text(pod, "metadata", "labels", parts[0])));
        }
        List<JsonObject> found = new ArrayList<>(pods);
        found.removeIf(isWanted.negate());
        found.sort(
                Comparator.comparing(pod -> text(pod, "metadata", "namespace") + "/" + text(pod, "metadata", "name")));
        return found;
    }

    private static String text(JsonObject pod, String... path) {
        JsonObject at = pod;
        for (String name : List.of(path).subList(0, path.length - 1)) {
            if (!at.has(name)) {
                return "";
            }
            at = at.getAsJsonObject(name);
        }
        return Stream.ofNullable(at.get(path[path.length - 1]))
                .map(each -> each.getAsString())
                .findFirst()
                .orElse("");
    }

    private static Response status(int code, String reason, String message) {
        JsonObject status = new JsonObject();
        status.addProperty("kind", "Status");
        status.addProperty("apiVersion", "v1");
        status.add("metadata", new JsonObject());
        status.addProperty("status", "Failure");
        status.addProperty("message", message);
        status.addProperty("reason", reason);
        status.addProperty("code", code);
        return Response.text(code, "application/json", status.toString());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
