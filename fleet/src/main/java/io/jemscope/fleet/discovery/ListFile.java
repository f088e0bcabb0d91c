package io.jemscope.fleet.discovery;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The agents that a file lists, in the form of Prometheus's file_sd_config: groups of {@code targets} with {@code labels}. More members
 * say what lets the collector in: {@code token}, or {@code tokenFile}, a path beside the list, and {@code insecure} to send it without
 * TLS. A target is an address such as {@code
 * https://web1:9443}, or {@code web1:9443}, which is https unless the label {@code __scheme__} is {@code http}. The file is read at each
 * question.
 */
public record ListFile(Path file) implements Discovery {

    private static final long MOST_BYTES = 16 << 20;

    /** Prometheus's labels for its own use. */
    private static final String RESERVED = "__";

    @Override
    public List<Agent> agents() throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is larger than " + (MOST_BYTES >> 20) + " MiB, which no list of agents is");
        }
        JsonElement json;
        try {
            json = JsonParser.parseString(Files.readString(file));
        } catch (JsonParseException | CharacterCodingException e) {
            throw mistake("it isn't JSON in UTF-8: " + e.getMessage(), e);
        }
        if (!json.isJsonArray()) {
            throw mistake("it isn't a JSON array of groups", null);
        }
        List<Agent> agents = new ArrayList<>();
        for (JsonElement group : json.getAsJsonArray()) {
            if (!group.isJsonObject()) {
                throw mistake("a group isn't an object", null);
            }
            add(group.getAsJsonObject(), agents);
        }
        return agents;
    }

    private void add(JsonObject group, List<Agent> agents) throws IOException {
        if (!(group.get("targets") instanceof JsonArray targets)) {
            throw mistake("a group has no array \"targets\"", null);
        }
        Map<String, String> labels = new TreeMap<>();
        JsonElement given = group.get("labels");
        if (given != null) {
            if (!given.isJsonObject()) {
                throw mistake("\"labels\" isn't an object", null);
            }
            for (Map.Entry<String, JsonElement> label : given.getAsJsonObject().entrySet()) {
                labels.put(label.getKey(), text(label.getValue(), "the label " + label.getKey()));
            }
        }
        String scheme = labels.getOrDefault("__scheme__", "https");
        labels.keySet().removeIf(label -> label.startsWith(RESERVED));
        String token = token(group);
        boolean isInsecure =
                group.get("insecure") instanceof JsonPrimitive said && said.isBoolean() && said.getAsBoolean();
        for (JsonElement target : targets) {
            URI address = address(text(target, "a target"), scheme);
            if (!token.isEmpty() && !isInsecure && "http".equals(address.getScheme()) && !isLoopback(address)) {
                throw mistake(
                        "the token for " + address
                                + " would be sent unencrypted. Use https; or, in a network that encrypts by"
                                + " itself, add \"insecure\": true to the group",
                        null);
            }
            agents.add(Agent.of(address, token, labels));
        }
    }

    private static boolean isLoopback(URI address) {
        String host = address.getHost();
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127\\.[0-9]+\\.[0-9]+\\.[0-9]+");
    }

    private String token(JsonObject group) throws IOException {
        JsonElement tokenFile = group.get("tokenFile");
        if (tokenFile != null) {
            Path path = file.resolveSibling(text(tokenFile, "tokenFile"));
            return Files.readString(path, StandardCharsets.US_ASCII).strip();
        }
        JsonElement token = group.get("token");
        return token == null ? "" : text(token, "token");
    }

    private String text(JsonElement element, String what) throws IOException {
        if (element instanceof JsonPrimitive primitive && primitive.isString()) {
            return primitive.getAsString();
        }
        throw mistake(what + " isn't a text", null);
    }

    private URI address(String target, String scheme) throws IOException {
        try {
            URI address = new URI(target.contains("://") ? target : scheme + "://" + target);
            boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (isHttp && address.getHost() != null && address.getUserInfo() == null && address.getQuery() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw mistake("the target " + target + " isn't an address", e);
        }
        throw mistake("the target " + target + " isn't an address such as https://web1:9443", null);
    }

    private IOException mistake(String why, @Nullable Exception cause) {
        return new IOException("cannot read the list of agents " + file + ": " + why, cause);
    }
}
