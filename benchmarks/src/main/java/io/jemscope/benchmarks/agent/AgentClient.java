package io.jemscope.benchmarks.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** Asks an agent as an operator does. */
record AgentClient(String address, String token) {

    static AgentClient of(String descriptor) {
        return new AgentClient(value(descriptor, "address"), value(descriptor, "token"));
    }

    void activate() throws IOException {
        HttpURLConnection connection = connect("/api/v1/profiling");
        connection.setRequestMethod("PUT");
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write("{\"active\":true}".getBytes(StandardCharsets.US_ASCII));
        }
        drain(connection);
    }

    /** Has a dump made; its id. */
    String dump() throws IOException {
        HttpURLConnection connection = connect("/api/v1/dumps");
        connection.setRequestMethod("POST");
        try (InputStream in = connection.getInputStream()) {
            return value(new String(in.readAllBytes(), StandardCharsets.UTF_8), "id");
        }
    }

    /** An answer's body. */
    String text(String path) throws IOException {
        try (InputStream in = connect(path).getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void fetch(String path) throws IOException {
        drain(connect(path));
    }

    private HttpURLConnection connect(String path) throws IOException {
        URL url = URI.create(address + path).toURL();
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        return connection;
    }

    /** To the last byte; an answer that is an error throws. */
    private static void drain(HttpURLConnection connection) throws IOException {
        try (InputStream in = connection.getInputStream()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** A text of a JSON object. */
    static String value(String descriptor, String name) {
        String before = "\"" + name + "\":\"";
        int from = descriptor.indexOf(before) + before.length();
        return descriptor.substring(from, descriptor.indexOf('"', from));
    }
}
