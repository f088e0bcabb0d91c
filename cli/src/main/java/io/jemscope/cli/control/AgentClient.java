package io.jemscope.cli.control;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Talks to one agent. Each method is one request over the loopback interface and may take as long as the agent does, up
 * to a limit: a second or two for questions, half a minute for dumps. Built on {@link HttpURLConnection}, since
 * {@code java.net.http} loads some hundred classes more before its first byte. Safe for use by several threads.
 */
public final class AgentClient {

    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 2_000;
    private static final int DUMP_MILLIS = 30_000;

    /** An answer of the control interface is small; statistics and dumps aren't read through here. */
    private static final int ANSWER_BYTES = 1 << 20;

    private final AgentDescriptor agent;

    /**
     * Makes a client.
     *
     * @param agent whom to talk to
     */
    public AgentClient(AgentDescriptor agent) {
        this.agent = agent;
    }

    /**
     * Asks for the state.
     *
     * @return the state
     * @throws AgentException where the agent refuses
     * @throws IOException where it can't be reached, or answers something else
     */
    public AgentState state() throws IOException {
        JsonObject state = send("GET", "/api/v1/state", null, ANSWER_MILLIS);
        JsonObject hook = object(state, "hook");
        JsonObject memory = object(state, "memory");
        return new AgentState(
                number(object(hook, "counters"), "samples"),
                number(memory, "allocatedBytes"),
                number(memory, "residentBytes"));
    }

    /**
     * Switches sampling on or off. Asking for what is so already is harmless.
     *
     * @param active whether to sample
     * @throws AgentException where the agent refuses
     * @throws IOException where it can't be reached, or answers something else
     */
    public void setProfiling(boolean active) throws IOException {
        send("PUT", "/api/v1/profiling", "{\"active\":" + active + "}", ANSWER_MILLIS);
    }

    /**
     * Has a dump made.
     *
     * @param kind what for: {@code asked} or {@code snapshot}
     * @return the dump's file
     * @throws AgentException where the agent refuses, such as on a full disk
     * @throws IOException where it can't be reached, or answers something else
     */
    public Path dump(String kind) throws IOException {
        JsonObject answer = send("POST", "/api/v1/dumps", "{\"kind\":\"" + kind + "\"}", DUMP_MILLIS);
        JsonElement file = answer.get("file");
        if (file == null || !file.isJsonPrimitive()) {
            throw new IOException(agent + " doesn't say where its dump is");
        }
        try {
            return Path.of(file.getAsString());
        } catch (InvalidPathException e) {
            throw new IOException(agent + " names a dump that can't be", e);
        }
    }

    private JsonObject send(String method, String path, @Nullable String body, int answerMillis) throws IOException {
        // No proxy, whatever the settings say: the agent is on this machine.
        HttpURLConnection connection =
                (HttpURLConnection) agent.address().resolve(path).toURL().openConnection(Proxy.NO_PROXY);
        try {
            connection.setRequestMethod(method);
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(answerMillis);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Authorization", "Bearer " + agent.token());
            if (body != null) {
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                connection.setDoOutput(true);
                connection.setFixedLengthStreamingMode(bytes.length);
                connection.setRequestProperty("Content-Type", "application/json");
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(bytes);
                }
            }
            int status = connection.getResponseCode();
            if (status >= 400) {
                throw new AgentException(refusal(connection.getErrorStream(), status));
            }
            return json(connection.getInputStream());
        } finally {
            connection.disconnect();
        }
    }

    private JsonObject json(InputStream stream) throws IOException {
        try (stream) {
            String text = new String(stream.readNBytes(ANSWER_BYTES), StandardCharsets.UTF_8);
            JsonElement answer = JsonParser.parseString(text);
            if (answer.isJsonObject()) {
                return answer.getAsJsonObject();
            }
        } catch (JsonParseException e) {
            throw new IOException(agent + " answers no JSON", e);
        }
        throw new IOException(agent + " answers something else than an object");
    }

    /** The agent's own words where it gives any, else the status. */
    private String refusal(@Nullable InputStream stream, int status) {
        StringBuilder words = new StringBuilder();
        try {
            JsonObject error = stream == null ? new JsonObject() : object(json(stream), "error");
            for (String part : new String[] {"what", "why", "next"}) {
                JsonElement text = error.get(part);
                if (text != null && text.isJsonPrimitive()) {
                    words.append(words.isEmpty() ? "" : "; ").append(text.getAsString());
                }
            }
        } catch (IOException e) {
            // Whatever answered gave no reason; the status has to do.
            words.setLength(0);
        }
        return words.isEmpty() ? "the agent answered " + status : words.toString();
    }

    private static JsonObject object(JsonObject parent, String name) {
        JsonElement member = parent.get(name);
        return member != null && member.isJsonObject() ? member.getAsJsonObject() : new JsonObject();
    }

    private static long number(JsonObject parent, String name) {
        JsonElement member = parent.get(name);
        return member != null
                        && member.isJsonPrimitive()
                        && member.getAsJsonPrimitive().isNumber()
                ? member.getAsLong()
                : 0;
    }
}
