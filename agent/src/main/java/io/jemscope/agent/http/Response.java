package io.jemscope.agent.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** An answer: a status, headers, a body. It is sent once. */
public final class Response {

    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final ResponseBody body;

    private Response(int status, String type, ResponseBody body) {
        this.status = status;
        this.body = body;
        headers.put("Content-Type", type);
    }

    /**
     * An answer in JSON.
     *
     * @param status the status
     * @param json the document
     * @return the answer
     */
    public static Response json(int status, JsonText json) {
        return text(status, "application/json", json.toString());
    }

    /**
     * An answer in text.
     *
     * @param status the status
     * @param type the type of the content
     * @param text the text, which goes out in UTF-8
     * @return the answer
     */
    public static Response text(int status, String type, String text) {
        return new Response(status, type, new BytesBody(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    /**
     * An answer that is a file, sent without being read into memory.
     *
     * @param type the type of the content
     * @param file the file, open for reading; closed when the answer has been sent or given up
     * @return the answer, of status 200
     * @throws IOException where the file's size can't be had
     */
    public static Response file(String type, FileChannel file) throws IOException {
        return new Response(200, type, new FileBody(file));
    }

    /**
     * Adds a header.
     *
     * @param name its name
     * @param value its value; text of our own, free of line ends
     * @return this answer
     * @throws IllegalArgumentException where the value has control characters, which would end the header
     */
    public Response with(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ') {
                throw new IllegalArgumentException("A header's value has no control characters");
            }
        }
        headers.put(name, value);
        return this;
    }

    /**
     * The status.
     *
     * @return 200 to 599
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
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length()).append("\r\n");
        head.append("Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n");
        return ByteBuffer.wrap(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    ResponseBody body() {
        return body;
    }
}
