package io.jemscope.agent.bootstrap;

import io.jemscope.agent.events.UtcTime;
import io.jemscope.httpd.auth.Credentials;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file that tells the same user, and no one else, where a process's agent listens and what its token is. It appears
 * whole or not at all, and goes when the process ends; after a kill it stays, so readers must check that the process
 * lives.
 *
 * @param pid the process
 * @param port the port on 127.0.0.1
 * @param outside the address beside the loopback, where there is one
 * @param credentials what callers must know
 * @param program the program's main class or jar
 * @param started when the agent started
 * @param folder where the agent's dumps go
 */
record Descriptor(
        long pid,
        int port,
        @Nullable String outside,
        Credentials credentials,
        String program,
        Instant started,
        Path folder) {

    private static final int VERSION = 1;

    /** The descriptor's file in a folder of descriptors. */
    Path file(Path descriptors) {
        return descriptors.resolve(pid + ".json");
    }

    /** Writes it, in place of one that an earlier process of the same number may have left. */
    void write(Path descriptors) throws IOException {
        Path unfinished = descriptors.resolve("." + pid + ".json." + Long.toHexString(System.nanoTime()));
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            try (WritableByteChannel channel = Files.newByteChannel(
                    unfinished,
                    options,
                    PosixFilePermissions.asFileAttribute(
                            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)))) {
                Channels.newOutputStream(channel).write(bytes());
            }
            Files.move(unfinished, file(descriptors), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    /** Removes it, unless another process has put its own in its place. */
    void remove(Path descriptors) throws IOException {
        Path file = file(descriptors);
        if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes())) {
            Files.delete(file);
        }
    }

    /** By hand, unlike all other JSON: Gson's writer would take 25 ms of the target's start. */
    private byte[] bytes() {
        StringBuilder json = new StringBuilder(320);
        json.append("{\"version\":").append(VERSION);
        json.append(",\"pid\":").append(pid);
        appendText(json, "address", "http://127.0.0.1:" + port);
        if (outside != null) {
            appendText(json, "outside", outside);
        }
        appendText(json, "token", credentials.operating().text());
        appendText(json, "readToken", credentials.reading().text());
        appendText(json, "program", program);
        appendText(json, "started", UtcTime.iso(started));
        appendText(json, "folder", folder.toString());
        return json.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void appendText(StringBuilder json, String name, String text) {
        json.append(",\"").append(name).append("\":\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
