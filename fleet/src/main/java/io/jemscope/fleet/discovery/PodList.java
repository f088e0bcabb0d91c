package io.jemscope.fleet.discovery;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import io.jemscope.fleet.http.Token;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A page of Kubernetes's list of pods (v1 PodList): the fields that lead to agents. */
record PodList(@Nullable Meta metadata, @Nullable List<@Nullable Pod> items) {

    private static final Gson GSON = new Gson();

    /**
     * The list's own data.
     *
     * @param next the token that requests the next page; empty or null after the last one
     */
    record Meta(@SerializedName("continue") @Nullable String next) {}

    record Pod(
            @Nullable PodMeta metadata,
            @Nullable Spec spec,
            @Nullable Status status) {

        /** The port of the agent; a pod without it has none. */
        static final String PORT = "jemscope.io/port";

        static final String INSECURE = "jemscope.io/insecure";
        static final String SCHEME = "jemscope.io/scheme";

        /**
         * The pod's agent.
         *
         * @param token the token that the collector sends; may be empty
         * @return empty if it has none, or doesn't run
         * @throws IOException if its annotations are mistaken
         */
        Optional<Agent> agent(String token) throws IOException {
            if (metadata == null || status == null || !"Running".equals(status.phase())) {
                return Optional.empty();
            }
            String ip = status.podIP() == null ? "" : status.podIP();
            String port = metadata.annotation(PORT);
            if (port.isEmpty() || ip.isEmpty() || metadata.deletionTimestamp() != null) {
                return Optional.empty();
            }
            String scheme = metadata.annotation(SCHEME);
            if (!scheme.isEmpty() && !scheme.equals("http") && !scheme.equals("https")) {
                throw mistake(SCHEME, scheme, "http or https");
            }
            if (!port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > 65_535) {
                throw mistake(PORT, port, "a port: 1 to 65535");
            }
            URI address = address(scheme.isEmpty() ? "https" : scheme, ip, port);
            if (!Token.isSafe(token, address) && !metadata.annotation(INSECURE).equals("true")) {
                throw new IOException(
                        "the token would be sent unencrypted. Use https; or, in a network that encrypts by itself, "
                                + "give it the annotation " + INSECURE + ": \"true\"");
            }
            return Optional.of(Agent.of(address, token, labels(metadata, spec)));
        }

        private static URI address(String scheme, String ip, String port) throws IOException {
            try {
                URI address = new URI(scheme, null, ip, Integer.parseInt(port), null, null, null);
                if (address.getHost() != null && ip.matches("[0-9a-fA-F.:]+")) {
                    return address;
                }
            } catch (URISyntaxException e) {
                throw new IOException("its address " + OneLine.of(ip) + " isn't one", e);
            }
            throw new IOException("its address " + OneLine.of(ip) + " isn't one");
        }

        private static Map<String, String> labels(PodMeta metadata, @Nullable Spec spec) {
            Map<String, String> labels = new TreeMap<>();
            String node = spec == null ? null : spec.nodeName();
            labels.put(Agent.SERVICE, metadata.either("jemscope.io/service", "app.kubernetes.io/name"));
            labels.put(Agent.VERSION, metadata.either("jemscope.io/version", "app.kubernetes.io/version"));
            labels.put(Agent.HOST, node == null ? "" : node);
            labels.put("pod", String.valueOf(metadata.name()));
            labels.put("namespace", String.valueOf(metadata.namespace()));
            labels.values().removeIf(String::isEmpty);
            return labels;
        }

        private static IOException mistake(String annotation, String value, String instead) {
            return new IOException(
                    "its annotation " + annotation + " is \"" + OneLine.of(value) + "\". Make it " + instead);
        }

        /** Namespace and name, for messages. */
        String name() {
            return metadata == null ? "?" : OneLine.of(metadata.namespace() + "/" + metadata.name());
        }
    }

    record PodMeta(
            @Nullable String name,
            @Nullable String namespace,
            @Nullable String deletionTimestamp,
            @Nullable Map<String, String> labels,
            @Nullable Map<String, String> annotations) {

        String annotation(String key) {
            return text(annotations, key);
        }

        private String either(String annotation, String label) {
            String text = annotation(annotation);
            return text.isEmpty() ? text(labels, label) : text;
        }

        private static String text(@Nullable Map<String, String> texts, String key) {
            String text = texts == null ? null : texts.get(key);
            return text == null ? "" : text;
        }
    }

    record Spec(@Nullable String nodeName) {}

    record Status(@Nullable String phase, @Nullable String podIP) {}

    /** What the API server answers in place of a list. */
    private record Refusal(@Nullable String message) {}

    /** Reads a page. The message of an IOException is a part of a sentence. */
    static PodList read(byte[] json) throws IOException {
        try {
            PodList list = GSON.fromJson(new String(json, StandardCharsets.UTF_8), PodList.class);
            if (list == null || list.items == null) {
                throw new IOException("it answered with no list of pods");
            }
            return list;
        } catch (JsonParseException e) {
            throw new IOException("it answered with no list of pods: " + OneLine.of(String.valueOf(e.getMessage())), e);
        }
    }

    /** The message of an answer that isn't a list; empty if it has none. */
    static String message(byte[] json) {
        try {
            Refusal refusal = GSON.fromJson(new String(json, StandardCharsets.UTF_8), Refusal.class);
            return refusal == null || refusal.message == null ? "" : OneLine.of(refusal.message);
        } catch (JsonParseException e) {
            return "";
        }
    }

    String next() {
        return metadata == null || metadata.next == null ? "" : metadata.next;
    }

    List<@Nullable Pod> pods() {
        return items == null ? List.of() : items;
    }
}
