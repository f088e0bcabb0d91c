package io.jemscope.cli.control;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One request over a Unix socket. The JDK's HTTP clients know none, and a preloaded program answers in the simplest form: a head
 * with the content's length, and the content.
 */
final class SocketExchange {

    /** What the kernel takes as a socket's path, less the end. */
    private static final int LONGEST_PATH = 107;

    private static final int MOST_HEAD_BYTES = 8 * 1024;
    private static final String LENGTH = "content-length:";

    private final Path socket;
    private final OutputStream out;
    private final int answerMillis;
    private final ByteArrayOutputStream refusal = new ByteArrayOutputStream();
    /** What was received and not read yet. */
    private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024).limit(0);

    private int status;

    /**
     * Prepares one.
     *
     * @param out where the content is written, unless it is a refusal
     * @param answerMillis how long the answer may stand still
     */
    SocketExchange(Path socket, OutputStream out, int answerMillis) {
        this.socket = socket;
        this.out = out;
        this.answerMillis = answerMillis;
    }

    int status() {
        return status;
    }

    /** The content of an answer whose status is 400 or more. */
    byte[] refusal() {
        return refusal.toByteArray();
    }

    /** Sends the request and takes the answer; returns its length. */
    long send(String method, String path, String type, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: jemscope\r\nContent-Length: " + content.length
                + (type.isEmpty() ? "" : "\r\nContent-Type: " + type) + "\r\n\r\n";
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH) {
            return exchange(socket, head, content);
        }
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "jemscope-", OwnerOnly.FOLDER);
        Path link = folder.resolve("socket");
        try {
            return exchange(Files.createSymbolicLink(link, socket), head, content);
        } finally {
            Files.deleteIfExists(link);
            Files.delete(folder);
        }
    }

    private long exchange(Path path, String head, byte[] content) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            channel.connect(UnixDomainSocketAddress.of(path));
            write(channel, head.getBytes(StandardCharsets.UTF_8));
            write(channel, content);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            return receive(channel, selector);
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    private long receive(SocketChannel channel, Selector selector) throws IOException {
        long expected = readHead(channel, selector);
        OutputStream sink = status >= 400 ? refusal : out;
        long length = 0;
        while (length < expected) {
            fill(channel, selector);
            int count = (int) Math.min(buffer.remaining(), expected - length);
            sink.write(buffer.array(), buffer.position(), count);
            buffer.position(buffer.position() + count);
            length += count;
        }
        return length;
    }

    /** Reads the status, and returns the content's length. */
    private long readHead(SocketChannel channel, Selector selector) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            if (head.length() >= MOST_HEAD_BYTES) {
                throw new IOException(socket + " answers something else than HTTP");
            }
            fill(channel, selector);
            head.append((char) (buffer.get() & 0xFF));
        }
        String[] lines = head.toString().toLowerCase(Locale.ROOT).split("\r\n", -1);
        try {
            status = Integer.parseInt(lines[0].split(" ", -1)[1]);
            for (String line : lines) {
                if (line.startsWith(LENGTH)) {
                    return Long.parseLong(line.substring(LENGTH.length()).trim());
                }
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(socket + " answers something else than HTTP", e);
        }
        throw new IOException(socket + " doesn't say how long its answer is");
    }

    /** Makes sure that there is something in the buffer. */
    private void fill(SocketChannel channel, Selector selector) throws IOException {
        while (!buffer.hasRemaining()) {
            if (selector.select(answerMillis) == 0) {
                throw new SocketTimeoutException(socket + " hasn't answered for " + answerMillis / 1000 + " s");
            }
            selector.selectedKeys().clear();
            int count = channel.read(buffer.clear());
            buffer.flip();
            if (count < 0) {
                throw new EOFException(socket + " ended its answer early");
            }
        }
    }
}
