package io.jemscope.fleet.sink;

import io.jemscope.fleet.store.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes profiles to a folder as the agents sent them: {@code DATE/SERVICE/VERSION/INSTANCE/TIME-HASH.pb.gz}, in UTC. A profile that comes
 * twice is one file. Profiles are removed by age, to the day.
 */
public final class FolderSink implements Sink {

    private static final int MOST_NAME = 100;

    /** Service, version, instance, file. */
    private static final int DEPTH = 4;

    private static final Pattern OURS = Pattern.compile("[0-9]{6}[.][0-9]{3}-[0-9a-f]{16}[.]pb[.]gz([.]part)?");

    private static final FileAttribute<?> OWNERS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Of the hash, which keeps two profiles of one millisecond apart. */
    private static final int HASH_LETTERS = 16;

    private final Path folder;
    private final Duration mostAge;
    private final Clock clock;
    private @Nullable LocalDate swept;

    /**
     * Makes a sink.
     *
     * @param mostAge the age at which profiles are removed, to the day
     */
    public FolderSink(Path folder, Duration mostAge, Clock clock) {
        this.folder = folder;
        this.mostAge = mostAge;
        this.clock = clock;
    }

    @Override
    public List<Refused> write(List<Delivery> deliveries) throws IOException {
        List<Refused> refused = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            Path file;
            try {
                file = file(delivery);
            } catch (IOException | RuntimeException e) {
                // As in StoreSink: a fault in reading one profile may not keep the others waiting.
                refused.add(new Refused(delivery, String.valueOf(e.getMessage())));
                continue;
            }
            Files.createDirectories(file.getParent(), OWNERS);
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.write(part, delivery.pprof());
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        sweep();
        return refused;
    }

    private Path file(Delivery delivery) throws IOException {
        Instance instance = ProfileReading.instance(
                delivery.agent(), ProfileReading.profile(delivery).metadata());
        return folder.resolve(path(instance, delivery));
    }

    /** A profile's path, the same each time that it comes. */
    static Path path(Instance instance, Delivery delivery) {
        LocalDateTime time = LocalDateTime.ofInstant(delivery.time(), ZoneOffset.UTC);
        return Path.of(
                time.toLocalDate().toString(),
                name(instance.service()),
                name(instance.version().isEmpty() ? "unknown" : instance.version()),
                name(instance.id()),
                DateTimeFormatter.ofPattern("HHmmss.SSS").format(time) + "-"
                        + ProfileReading.id(delivery.pprof()).substring(0, HASH_LETTERS) + ".pb.gz");
    }

    /** A label as a file's name: characters that could name another folder are replaced. */
    private static String name(String label) {
        String name = label.replaceAll("[^A-Za-z0-9._@+-]", "-").replaceFirst("^[.]+", "-");
        return name.length() > MOST_NAME ? name.substring(0, MOST_NAME) : name;
    }

    /** Removes the days that are too old, once a day. */
    private void sweep() throws IOException {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (today.equals(swept) || !Files.isDirectory(folder)) {
            return;
        }
        swept = today;
        LocalDate first = LocalDate.ofInstant(clock.instant().minus(mostAge), ZoneOffset.UTC);
        List<Path> days;
        try (Stream<Path> found = Files.list(folder)) {
            days = found.filter(day -> isBefore(day, first)).toList();
        }
        for (Path day : days) {
            remove(day);
        }
    }

    private static boolean isBefore(Path day, LocalDate first) {
        try {
            return LocalDate.parse(day.getFileName().toString()).isBefore(first)
                    && Files.isDirectory(day, LinkOption.NOFOLLOW_LINKS);
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Removes a day's profiles, and the folders that are empty then. What isn't ours stays. */
    private static void remove(Path day) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(day, DEPTH)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            boolean isOurs = each.getNameCount() == day.getNameCount() + DEPTH
                    && OURS.matcher(each.getFileName().toString()).matches()
                    && Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS);
            if (isOurs || (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS) && isEmpty(each))) {
                Files.delete(each);
            }
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.findAny().isEmpty();
        }
    }
}
