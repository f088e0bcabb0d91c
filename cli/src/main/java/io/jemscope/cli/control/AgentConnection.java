package io.jemscope.cli.control;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one agent, and its answers. Built on {@link HttpURLConnection}, since {@code java.net.http} loads some hundred
 * classes more before its first byte; the latter serves for {@code PATCH} alone, which the former doesn't know.
 */
final class AgentConnection {

    private static final int CONNECT_MILLIS = 2_000;

    private static final String RETRY_AFTER = "Retry-After";

    /** An answer in JSON or text is small; jemalloc's statistics are the largest. */
    private static final int ANSWER_BYTES = 16 << 20;

    private final AgentDescriptor agent;

    AgentConnection(AgentDescriptor agent) {
        this.agent = agent;
    }

    /** Sends a request whose answer is an object, or nothing at all, which is an empty one. */
    Answer json(String method, String path, @Nullable JsonObject body, int answerMillis) throws IOException {
        String text = text(method, path, body, answerMillis);
        if (text.isBlank()) {
            return new Answer(new JsonObject());
        }
        try {
            JsonElement answer = JsonParser.parseString(text);
            if (answer.isJsonObject()) {
                return new Answer(answer.getAsJsonObject());
            }
        } catch (JsonParseException e) {
            throw new IOException(agent + " answers no JSON", e);
        }
        throw new IOException(agent + " answers something else than an object");
    }

    /** Sends a request whose answer is a text. */
    String text(String method, String path, @Nullable JsonObject body, int answerMillis) throws IOException {
        if (method.equals("PATCH") && agent.socket().isEmpty()) {
            return patch(path, body, answerMillis);
        }
        return body == null
                ? exchange(method, path, "", "", answerMillis)
                : exchange(method, path, "application/json", body.toString(), answerMillis);
    }

    /** Sends a text, and gets one back. */
    String say(String method, String path, String body, int answerMillis) throws IOException {
        return exchange(method, path, "text/plain; charset=utf-8", body, answerMillis);
    }

    private String exchange(String method, String path, String type, String body, int answerMillis) throws IOException {
        if (agent.socket().isPresent()) {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            exchange(agent.socket().get(), method, path, type, body, answer, answerMillis);
            return answer.toString(StandardCharsets.UTF_8);
        }
        HttpURLConnection connection = open(method, path, answerMillis);
        try {
            send(connection, type, body);
            check(connection);
            return read(connection.getInputStream());
        } finally {
            connection.disconnect();
        }
    }

    private static long exchange(
            Path socket, String method, String path, String type, String body, OutputStream out, int answerMillis)
            throws IOException {
        SocketExchange exchange = new SocketExchange(socket, out, answerMillis);
        long length = exchange.send(method, path, type, body);
        if (exchange.status() >= 400) {
            throw refusal(new ByteArrayInputStream(exchange.refusal()), exchange.status(), null);
        }
        return length;
    }

    /** Writes a download to a stream and returns its number of bytes. */
    long download(String path, OutputStream out, int answerMillis) throws IOException {
        if (agent.socket().isPresent()) {
            return exchange(agent.socket().get(), "GET", path, "", "", out, answerMillis);
        }
        HttpURLConnection connection = open("GET", path, answerMillis);
        try {
            check(connection);
            long expected = connection.getContentLengthLong();
            long length;
            try (InputStream in = connection.getInputStream()) {
                length = in.transferTo(out);
            }
            if (expected >= 0 && length != expected) {
                throw new EOFException(agent + " sent " + length + " of " + expected + " bytes");
            }
            return length;
        } finally {
            connection.disconnect();
        }
    }

    private HttpURLConnection open(String method, String path, int answerMillis) throws IOException {
        // No proxy, whatever the settings say: the agent is on this machine.
        HttpURLConnection connection =
                (HttpURLConnection) agent.address().resolve(path).toURL().openConnection(Proxy.NO_PROXY);
        connection.setRequestMethod(method);
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(answerMillis);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Authorization", "Bearer " + agent.token());
        return connection;
    }

    private static void send(HttpURLConnection connection, String type, String body) throws IOException {
        if (body.isEmpty()) {
            return;
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(bytes.length);
        connection.setRequestProperty("Content-Type", type);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(bytes);
        }
    }

    private static void check(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        if (status >= 400) {
            throw refusal(connection.getErrorStream(), status, connection.getHeaderField(RETRY_AFTER));
        }
    }

    private String patch(String path, @Nullable JsonObject body, int answerMillis) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(agent.address().resolve(path))
                .timeout(Duration.ofMillis(answerMillis))
                .header("Authorization", "Bearer " + agent.token())
                .header("Content-Type", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body == null ? "{}" : body.toString()))
                .build();
        HttpClient client = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(Duration.ofMillis(CONNECT_MILLIS))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() >= 400) {
                throw refusal(
                        new ByteArrayInputStream(response.body()),
                        response.statusCode(),
                        response.headers().firstValue(RETRY_AFTER).orElse(null));
            }
            return new String(response.body(), StandardCharsets.UTF_8);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + agent + " was asked", e);
        }
    }

    private static String read(@Nullable InputStream stream) throws IOException {
        if (stream == null) {
            return "";
        }
        try (stream) {
            return new String(stream.readNBytes(ANSWER_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The agent's own words where it gives any. */
    private static AgentException refusal(@Nullable InputStream stream, int status, @Nullable String retryAfter) {
        Duration wait = seconds(retryAfter);
        try {
            JsonElement answer = JsonParser.parseString(read(stream));
            if (answer.isJsonObject()) {
                Answer error = new Answer(answer.getAsJsonObject()).object("error");
                return new AgentException(
                        status,
                        error.text("code").orElse(""),
                        error.text("what").orElse(""),
                        error.text("why").orElse(""),
                        error.text("next").orElse(""),
                        wait);
            }
        } catch (IOException | JsonParseException e) {
            // Whatever answered gave no reason; the status has to do.
            return new AgentException(status, "", "", "", "", wait);
        }
        return new AgentException(status, "", "", "", "", wait);
    }

    private static Duration seconds(@Nullable String retryAfter) {
        try {
            return retryAfter == null ? Duration.ZERO : Duration.ofSeconds(Math.max(0, Integer.parseInt(retryAfter)));
        } catch (NumberFormatException e) {
            // A date, which agents don't send.
            return Duration.ZERO;
        }
    }
}
