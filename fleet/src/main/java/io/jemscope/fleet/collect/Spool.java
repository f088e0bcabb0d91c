package io.jemscope.fleet.collect;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.sink.Delivery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Profiles that a sink hasn't taken yet, in a folder: a file each, whole or absent, deleted once the sink has taken it. So a profile that
 * was fetched survives the death of the collector, and comes to the sink at least once. Its bytes are bounded: a profile that doesn't
 * fit isn't fetched. Files have no token. Safe for several threads.
 */
final class Spool {

    private static final String SUFFIX = ".profile";
    private static final String PART = ".part";
    private static final byte LINE_END = '\n';

    private final Path folder;
    private final long mostBytes;

    /** The files by name, the oldest first, with their bytes. */
    private final SortedMap<String, Long> files = new TreeMap<>();

    private long bytes;
    private long last;

    private Spool(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /** Opens a folder, with what an earlier collector has left there; creates it, for the owner only, where it is absent. */
    static Spool open(Path folder, long mostBytes) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Spool spool = new Spool(folder, mostBytes);
        try (Stream<Path> found = Files.list(folder)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(SUFFIX)) {
                    spool.put(name, Files.size(file));
                } else if (name.endsWith(PART)) {
                    Files.deleteIfExists(file);
                }
            }
        }
        return spool;
    }

    private void put(String name, long size) {
        files.put(name, size);
        bytes += size;
        last = Math.max(last, number(name));
    }

    private static long number(String name) {
        try {
            return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
        } catch (NumberFormatException e) {
            // Not one of ours; it is refused when it is read.
            return 0;
        }
    }

    synchronized boolean isFull() {
        return bytes >= mostBytes;
    }

    synchronized int count() {
        return files.size();
    }

    synchronized long bytes() {
        return bytes;
    }

    /** Adds a profile. Once this returns, it survives the death of this process. */
    synchronized void add(Delivery delivery) throws IOException {
        byte[] content = bytes(delivery);
        last++;
        String name = String.format("%019d", last) + SUFFIX;
        Path part = folder.resolve(name + PART);
        try {
            Files.write(part, content);
            Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        put(name, content.length);
    }

    /** The oldest profiles, by the names to {@link #remove} them by; a file that can't be read has none. */
    synchronized Map<String, @Nullable Delivery> oldest(int most) throws IOException {
        SortedMap<String, @Nullable Delivery> oldest = new TreeMap<>();
        for (String name : files.keySet()) {
            if (oldest.size() == most) {
                break;
            }
            oldest.put(name, read(name));
        }
        return oldest;
    }

    synchronized void remove(Iterable<String> names) throws IOException {
        for (String name : names) {
            Files.deleteIfExists(folder.resolve(name));
            Long size = files.remove(name);
            bytes -= size == null ? 0 : size;
        }
    }

    private @Nullable Delivery read(String name) throws IOException {
        try {
            return delivery(Files.readAllBytes(folder.resolve(name)));
        } catch (NoSuchFileException | JsonParseException | IllegalArgumentException | IllegalStateException e) {
            // Deleted or changed by hand, or half lost in a power failure.
            return null;
        }
    }

    /** A line of JSON, then the profile. */
    private static byte[] bytes(Delivery delivery) {
        JsonObject head = new JsonObject();
        head.addProperty("address", delivery.agent().address().toString());
        head.addProperty("timeMillis", delivery.time().toEpochMilli());
        head.add("labels", new Gson().toJsonTree(delivery.agent().labels()));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        content.write(LINE_END);
        content.writeBytes(delivery.pprof());
        return content.toByteArray();
    }

    private static Delivery delivery(byte[] content) {
        int end = 0;
        while (end < content.length && content[end] != LINE_END) {
            end++;
        }
        JsonObject head = JsonParser.parseString(new String(content, 0, end, StandardCharsets.UTF_8))
                .getAsJsonObject();
        if (!head.has("address") || !head.has("timeMillis") || !head.has("labels")) {
            throw new IllegalArgumentException("no profile of a spool");
        }
        Map<String, String> labels = new TreeMap<>();
        head.getAsJsonObject("labels")
                .entrySet()
                .forEach(label -> labels.put(label.getKey(), label.getValue().getAsString()));
        return new Delivery(
                Agent.of(URI.create(head.get("address").getAsString()), "", labels),
                Instant.ofEpochMilli(head.get("timeMillis").getAsLong()),
                Arrays.copyOfRange(content, Math.min(content.length, end + 1), content.length));
    }
}
