package io.jemscope.fleet.collect;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FilenameFilter;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Profiles that a sink hasn't taken yet, in a folder: a file each, whole or absent, deleted once the sink has taken it. So a profile that
 * was fetched survives the death of the collector, and comes to the sink at least once. Its bytes are bounded, and one collector has it at
 * a time. Files have no token. Safe for several threads.
 */
final class Spool implements Closeable {

    private static final String SUFFIX = ".profile";
    private static final String PART = ".part";
    private static final String LOCK = "lock";
    private static final byte LINE_END = '\n';

    /** The last time whose nanoseconds are a long, as pprof and OTLP need them: in 2262. */
    private static final long LATEST_MILLIS = Long.MAX_VALUE / 1_000_000;

    private final Path folder;
    private final long mostBytes;
    private final Consumer<String> log;

    /** Holds the lock of the folder, which ends with this process at the latest. */
    private final FileChannel lock;

    /** The files by name, the oldest first, with their bytes. */
    private final SortedMap<String, Long> files = new TreeMap<>();

    private long bytes;
    private long last;
    private long damaged;

    private Spool(Path folder, long mostBytes, FileChannel lock, Consumer<String> log) {
        this.folder = folder;
        this.mostBytes = mostBytes;
        this.lock = lock;
        this.log = log;
    }

    /**
     * Opens a folder, with what an earlier collector has left there; creates it, for the owner only, where it is absent.
     *
     * @throws IOException if the folder can't be used, or another collector has it
     */
    static Spool open(Path folder, long mostBytes, Consumer<String> log) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FileChannel lock = lock(folder);
        try {
            Spool spool = new Spool(folder, mostBytes, lock, log);
            spool.readFolder();
            return spool;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The folders beside these spools in which profiles wait for sinks that no collector has now. */
    static List<Path> neighbours(List<Path> spools) {
        List<Path> known = spools.stream().map(Path::toAbsolutePath).toList();
        return known.stream()
                .map(Path::getParent)
                .distinct()
                .flatMap(parent -> Stream.of(list(parent, (folder, name) -> true)))
                .map(File::toPath)
                .filter(folder -> !known.contains(folder))
                .filter(folder -> list(folder, (any, name) -> name.endsWith(SUFFIX)).length > 0)
                .filter(folder -> !isLocked(folder))
                .toList();
    }

    private static boolean isLocked(Path folder) {
        try {
            lock(folder).close();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Empty if it isn't a folder, or is another user's. */
    private static File[] list(Path folder, FilenameFilter filter) {
        File[] files = folder.toFile().listFiles(filter);
        return files == null ? new File[0] : files;
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // This process has it: the answer is the same.
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new IOException("another collector uses the spool " + folder
                + ": end it, or give this one a store and a spool of its own (--store, --spool)");
    }

    private void readFolder() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                String name = file.getFileName().toString();
                if (!Files.isRegularFile(file)) {
                    continue;
                }
                if (name.endsWith(SUFFIX)) {
                    put(name, Files.size(file));
                } else if (name.endsWith(PART)) {
                    Files.deleteIfExists(file);
                }
            }
        }
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

    /** The bytes of some files. */
    synchronized long bytes(Set<String> names) {
        return names.stream().mapToLong(name -> files.getOrDefault(name, 0L)).sum();
    }

    long mostBytes() {
        return mostBytes;
    }

    /** How many files were damaged, and deleted. */
    synchronized long damaged() {
        return damaged;
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

    /**
     * The names of the oldest profiles, of so many bytes, or one.
     *
     * @param without names that are left out
     */
    synchronized List<String> oldest(int most, long mostBytes, Set<String> without) {
        long left = mostBytes;
        List<String> oldest = new ArrayList<>();
        for (Map.Entry<String, Long> file : files.entrySet()) {
            if (!without.contains(file.getKey())) {
                left -= file.getValue();
                if (oldest.size() == most || (!oldest.isEmpty() && left < 0)) {
                    break;
                }
                oldest.add(file.getKey());
            }
        }
        return oldest;
    }

    /**
     * A profile. A damaged file is deleted.
     *
     * @return null if the file was damaged, or is gone
     * @throws IOException if the file can't be read; it stays
     */
    synchronized @Nullable Delivery read(String name) throws IOException {
        Path file = folder.resolve(name);
        try {
            return delivery(Files.readAllBytes(file));
        } catch (NoSuchFileException | RuntimeException e) {
            // Deleted or changed by hand, or half lost in a power failure. Gson throws exceptions of many types for
            // JSON of another form.
            damaged++;
            log.accept(
                    e instanceof NoSuchFileException
                            ? "the file " + file + " was deleted before its profile was delivered"
                            : "the file " + file + " is damaged, and is deleted: its first line isn't JSON with the "
                                    + "address, the time and the labels of a profile");
            remove(List.of(name));
            return null;
        } catch (IOException | OutOfMemoryError e) {
            // The heap may have room for it later.
            throw new IOException("the file " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    /** Removes profiles that are done with. A file that can't be deleted isn't read again by this collector. */
    synchronized void remove(Iterable<String> names) {
        for (String name : names) {
            try {
                Files.deleteIfExists(folder.resolve(name));
            } catch (IOException e) {
                log.accept("the file " + folder.resolve(name) + " can't be deleted: " + e.getMessage()
                        + ". Delete it, or the next collector delivers it again");
            }
            Long size = files.remove(name);
            bytes -= size == null ? 0 : size;
        }
    }

    /** Releases the folder's lock. */
    @Override
    public void close() throws IOException {
        lock.close();
    }

    /** A line of JSON, then the profile. */
    private static byte[] bytes(Delivery delivery) {
        JsonObject head = new JsonObject();
        head.addProperty("address", delivery.agent().address().toString());
        head.addProperty("timeMillis", delivery.time().toEpochMilli());
        head.add("labels", new Gson().toJsonTree(delivery.agent().labels()));
        head.add("memory", new Gson().toJsonTree(delivery.memory()));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        content.write(LINE_END);
        content.writeBytes(delivery.pprof());
        return content.toByteArray();
    }

    /** Files of earlier versions have none. */
    private static MemoryFigures memory(JsonObject head) {
        JsonElement memory = head.get("memory");
        if (memory == null || !memory.isJsonObject()) {
            return MemoryFigures.UNKNOWN;
        }
        JsonObject figures = memory.getAsJsonObject();
        return new MemoryFigures(
                bytes(figures, "residentBytes"),
                bytes(figures, "limitBytes"),
                bytes(figures, "chargedBytes"),
                bytes(figures, "heapBytes"),
                bytes(figures, "allocatedBytes"),
                bytes(figures, "heldBytes"),
                bytes(figures, "otherBytes"));
    }

    private static long bytes(JsonObject figures, String name) {
        JsonElement figure = figures.get(name);
        return figure == null || !figure.isJsonPrimitive() ? -1 : Long.parseLong(figure.getAsString());
    }

    private static String text(@Nullable JsonElement element) {
        if (element instanceof JsonPrimitive text && text.isString()) {
            return text.getAsString();
        }
        throw new IllegalArgumentException("not a text: " + element);
    }

    /** Throws a RuntimeException of any type if the content is damaged. */
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
        head.getAsJsonObject("labels").entrySet().forEach(label -> labels.put(label.getKey(), text(label.getValue())));
        URI address = URI.create(text(head.get("address")));
        long timeMillis = Long.parseLong(head.get("timeMillis").getAsString());
        if (!address.isAbsolute() || timeMillis < 0 || timeMillis > LATEST_MILLIS) {
            throw new IllegalArgumentException("an address without a scheme, or an impossible time");
        }
        return new Delivery(
                Agent.of(address, "", labels),
                Instant.ofEpochMilli(timeMillis),
                Arrays.copyOfRange(content, Math.min(content.length, end + 1), content.length),
                memory(head));
    }
}
