package io.jemscope.fleet.discovery;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import io.jemscope.fleet.http.Token;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the agents out of groups of targets in Prometheus's form, see file_sd_config and http_sd_config: {@code targets} with {@code
 * labels}. Jemscope's own members are {@code token}, or {@code tokenFile}, a path beside the list, and {@code insecure}
 * to send it without TLS. A target is an address such as {@code https://web1:9443}, or {@code web1:9443}, which is https unless the label {@code __scheme__} is {@code http}.
 */
final class TargetGroups {

    /** How long a list may be. */
    static final int MOST_BYTES = 16 << 20;

    /** How many agents a list may have; more need several collectors. */
    static final int MOST_AGENTS = 100_000;

    /** How many labels a group may have. Each agent has a map of them. */
    static final int MOST_LABELS = 64;

    /** Prometheus's labels for its own use. */
    private static final String RESERVED = "__";

    private static final int MOST_PORT = 65_535;

    private final JsonReader json;
    private final String source;
    private final @Nullable Path folder;
    private final String defaultToken;
    private final boolean isInsecureObeyed;
    private final List<Agent> agents = new ArrayList<>();

    private TargetGroups(
            JsonReader json, String source, @Nullable Path folder, String defaultToken, boolean isInsecureObeyed) {
        this.json = json;
        this.source = source;
        this.folder = folder;
        this.defaultToken = defaultToken;
        this.isInsecureObeyed = isInsecureObeyed;
    }

    /**
     * Reads a list.
     *
     * @param source where the list comes from, for messages
     * @param folder the folder of {@code tokenFile}; null if the list may not name a file, since another machine wrote it
     * @param defaultToken the token of groups that have none; may be empty
     * @param isInsecureObeyed whether a group may have that token sent unencrypted; false if others could change the list on its way here
     * @throws IOException if it isn't such a list
     */
    static List<Agent> read(
            byte[] list, String source, @Nullable Path folder, String defaultToken, boolean isInsecureObeyed)
            throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(list))
                    .toString();
            JsonReader json = new JsonReader(new StringReader(text));
            json.setStrictness(Strictness.LENIENT);
            return new TargetGroups(json, source, folder, defaultToken, isInsecureObeyed).groups();
        } catch (CharacterCodingException e) {
            throw new MistakeException(source, "it isn't UTF-8", e);
        }
    }

    private List<Agent> groups() throws IOException {
        try {
            require(JsonToken.BEGIN_ARRAY, "it isn't a JSON array of groups");
            json.beginArray();
            while (json.hasNext()) {
                require(JsonToken.BEGIN_OBJECT, "a group isn't an object");
                group();
            }
            json.endArray();
            require(JsonToken.END_DOCUMENT, "something follows the array of groups");
            return agents;
        } catch (MistakeException e) {
            throw e;
        } catch (EOFException e) {
            throw mistake("it is cut off", e);
        } catch (MalformedJsonException e) {
            throw mistake("it isn't JSON: " + OneLine.of(String.valueOf(e.getMessage())), e);
        }
    }

    private void group() throws IOException {
        List<String> targets = null;
        Map<String, String> labels = new TreeMap<>();
        String token = "";
        boolean isInsecure = false;
        json.beginObject();
        while (json.hasNext()) {
            switch (json.nextName()) {
                case "targets" -> targets = targets();
                case "labels" -> labels = labels();
                case "token" -> token = Token.checked(text("token"), "a token of " + source);
                case "tokenFile" -> token = tokenOf(text("tokenFile"));
                case "insecure" -> isInsecure = truth("insecure");
                default -> json.skipValue();
            }
        }
        json.endObject();
        if (targets == null) {
            throw mistake("a group has no array \"targets\"", null);
        }
        String scheme = labels.getOrDefault("__scheme__", "https");
        labels.keySet().removeIf(label -> label.startsWith(RESERVED));
        String sent = token.isEmpty() ? defaultToken : token;
        for (String target : targets) {
            URI address = address(target, scheme);
            String remedy = Token.isSafe(sent, address) ? "" : remedy(isInsecure, token.isEmpty());
            if (!remedy.isEmpty()) {
                throw mistake(
                        "the token for " + OneLine.of(address.toString())
                                + " would be sent unencrypted. Use https; or, " + remedy,
                        null);
            }
            agents.add(Agent.of(address, sent, labels));
        }
    }

    private String remedy(boolean isInsecure, boolean isDefaultToken) {
        if (isDefaultToken && !isInsecureObeyed) {
            return "serve this list by https, too, or have it in a file (--list)";
        }
        return isInsecure ? "" : "in a network that encrypts by itself, add \"insecure\": true to the group";
    }

    private List<String> targets() throws IOException {
        require(JsonToken.BEGIN_ARRAY, "\"targets\" isn't an array");
        List<String> targets = new ArrayList<>();
        json.beginArray();
        while (json.hasNext()) {
            if (agents.size() + targets.size() == MOST_AGENTS) {
                throw mistake("it has more than " + MOST_AGENTS + " targets. Give each collector a part of them", null);
            }
            targets.add(text("a target"));
        }
        json.endArray();
        return targets;
    }

    private Map<String, String> labels() throws IOException {
        require(JsonToken.BEGIN_OBJECT, "\"labels\" isn't an object");
        Map<String, String> labels = new TreeMap<>();
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            if (labels.size() == MOST_LABELS) {
                throw mistake("a group has more than " + MOST_LABELS + " labels", null);
            }
            labels.put(name, text("the label " + OneLine.of(name)));
        }
        json.endObject();
        return labels;
    }

    private String tokenOf(String file) throws IOException {
        if (folder == null) {
            // Else the list could have any file of the collector sent to any address.
            throw mistake("a group has a \"tokenFile\", which only a list in a file may have. Use --token FILE", null);
        }
        return Token.read(folder.resolve(file));
    }

    private String text(String what) throws IOException {
        require(JsonToken.STRING, what + " isn't a text");
        return json.nextString();
    }

    private boolean truth(String what) throws IOException {
        require(JsonToken.BOOLEAN, "\"" + what + "\" is neither true nor false");
        return json.nextBoolean();
    }

    private void require(JsonToken token, String otherwise) throws IOException {
        if (json.peek() != token) {
            throw mistake(otherwise, null);
        }
    }

    private URI address(String target, String scheme) throws IOException {
        try {
            URI address = new URI(target.contains("://") ? target : scheme + "://" + target);
            boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            // A path would be dropped from each request.
            boolean isPlain = address.getUserInfo() == null
                    && address.getQuery() == null
                    && address.getFragment() == null
                    && String.valueOf(address.getPath()).matches("/?");
            if (isHttp && isPlain && address.getHost() != null && address.getPort() <= MOST_PORT) {
                // An agent that is listed in two ways would be asked twice.
                return URI.create(
                        address.getScheme() + "://" + address.getRawAuthority().toLowerCase(Locale.ROOT));
            }
        } catch (URISyntaxException e) {
            throw mistake("the target " + OneLine.of(target) + " isn't an address", e);
        }
        throw mistake("the target " + OneLine.of(target) + " isn't an address such as https://web1:9443", null);
    }

    private MistakeException mistake(String why, @Nullable Exception cause) {
        return new MistakeException(source, why, cause);
    }

    /** A list that doesn't have the form. */
    private static final class MistakeException extends IOException {

        private static final long serialVersionUID = 1L;

        MistakeException(String source, String why, @Nullable Exception cause) {
            super("cannot read the list of agents " + source + ": " + why, cause);
        }
    }
}
