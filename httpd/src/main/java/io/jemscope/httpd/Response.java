package io.jemscope.httpd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An answer: a status, headers, a body. It is sent once. */
public final class Response {

    private record Header(String name, String value) {}

    private final int status;
    private final List<Header> headers = new ArrayList<>(4);
    private final ResponseBody body;
    private final @Nullable CompletionStage<Response> stage;
    private @Nullable Runnable afterwards;

    private Response(int status, @Nullable String type, ResponseBody body, @Nullable CompletionStage<Response> stage) {
        this.status = status;
        this.body = body;
        this.stage = stage;
        if (type != null) {
            headers.add(new Header("Content-Type", type));
        }
    }

    /**
     * An answer in JSON.
     *
     * @param json the document
     */
    public static Response json(int status, JsonText json) {
        return text(status, "application/json", json.toString());
    }

    /**
     * An answer in text.
     *
     * @param type the type of the content
     * @param text the text, which goes out in UTF-8
     */
    public static Response text(int status, String type, String text) {
        return bytes(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * An answer in memory.
     *
     * @param content the content, which must not be changed afterwards
     */
    public static Response bytes(int status, String type, byte[] content) {
        return new Response(status, type, new BytesBody(ByteBuffer.wrap(content)), null);
    }

    /**
     * That it is done, and nothing else.
     *
     * @return the answer, of status 204
     */
    public static Response nothing() {
        return new Response(204, null, new BytesBody(ByteBuffer.allocate(0)), null);
    }

    /**
     * An answer that comes when it is made. Meanwhile it holds the connection and no thread. A caller who has gone by
     * then, or has waited longer than {@link Limits} allow, isn't answered.
     *
     * @param stage completes with the answer; exceptionally, with a {@link ApiException}, that problem is the answer, and with
     *     anything else a fault of ours
     * @return the answer; it has no status of its own and takes no headers
     */
    public static Response later(CompletionStage<Response> stage) {
        return new Response(0, null, new BytesBody(ByteBuffer.allocate(0)), stage);
    }

    /**
     * An answer that is a file, sent without being read into memory.
     *
     * @param type the type of the content
     * @param file the file, open for reading; closed when the answer has been sent or given up
     * @return the answer, of status 200
     * @throws IOException if the file's size can't be read
     */
    public static Response file(String type, FileChannel file) throws IOException {
        return new Response(200, type, new FileBody(file), null);
    }

    /**
     * An answer that is read while it is sent, piece by piece.
     *
     * @param content the content, which never makes its reader wait; closed when the answer has been sent or given up
     * @param length how many bytes of it are sent; the connection is cut where there are fewer
     * @return the answer, of status 200
     */
    public static Response stream(String type, ReadableByteChannel content, long length) {
        return new Response(200, type, new StreamBody(content, length), null);
    }

    /**
     * Sets a header.
     *
     * @param value its value; text of our own, free of line ends
     * @return this answer
     * @throws IllegalArgumentException where the value has control characters, which would end the header
     * @throws IllegalStateException where the answer comes later
     */
    public Response with(String name, String value) {
        if (stage != null) {
            throw new IllegalStateException("The answer that comes later has the headers");
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ') {
                throw new IllegalArgumentException("A header's value has no control characters");
            }
        }
        for (int i = headers.size() - 1; i >= 0; i--) {
            if (headers.get(i).name().equalsIgnoreCase(name)) {
                headers.remove(i);
            }
        }
        return and(name, value);
    }

    /** Adds a header beside one of the same name. */
    Response and(String name, String value) {
        headers.add(new Header(name, value));
        return this;
    }

    /**
     * Sets what is done once the answer has been sent or given up.
     *
     * @param afterwards what to do; called by the thread that serves all connections, so it has to return at once
     * @return this answer
     */
    public Response then(Runnable afterwards) {
        this.afterwards = afterwards;
        return this;
    }

    /** It has been sent or given up: closes its body. */
    void close() throws IOException {
        Runnable last = afterwards;
        afterwards = null;
        if (last != null) {
            last.run();
        }
        body.close();
    }

    /**
     * The status.
     *
     * @return 200 to 599; 0 where the answer comes later
     */
    public int status() {
        return status;
    }

    /** The status line and headers, ready to send. */
    ByteBuffer head() {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(Reason.of(status))
                .append("\r\n");
        for (Header header : headers) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        if (status != 204) {
            head.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        head.append("Date: ").append(HttpDate.of(Instant.now())).append("\r\n");
        head.append("Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n");
        return ByteBuffer.wrap(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What completes with the answer where it comes later; null where this is the answer. */
    @Nullable
    CompletionStage<Response> stage() {
        return stage;
    }

    ResponseBody body() {
        return body;
    }
}
