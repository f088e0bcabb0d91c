package io.jemscope.agent;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.http.JsonText;
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

/**
 * The file that tells the same user, and no one else, where a process's agent listens and what its token is. It appears
 * whole or not at all, and goes when the process ends; after a kill it stays, so readers must check that the process
 * lives.
 *
 * @param pid the process
 * @param port the port on 127.0.0.1
 * @param token what callers must know
 * @param program the program's main class or jar
 * @param started when the agent started
 * @param folder where the agent's dumps go
 */
record Descriptor(long pid, int port, Token token, String program, Instant started, Path folder) {

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

    private byte[] bytes() throws IOException {
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("version").value(VERSION);
        json.name("pid").value(pid);
        json.name("address").value("http://127.0.0.1:" + port);
        json.name("token").value(token.text());
        json.name("program").value(program);
        json.name("started").value(started.toString());
        json.name("folder").value(folder.toString());
        json.endObject();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
