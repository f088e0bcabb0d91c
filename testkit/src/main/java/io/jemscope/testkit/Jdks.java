package io.jemscope.testkit;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the JDKs of this machine that Jemscope supports. */
public final class Jdks {

    private static final int OLDEST_FEATURE = 17;
    private static final Path SYSTEM_FOLDER = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /**
     * Returns every JDK from 17 on: the current one, {@code JAVA_HOME}, the {@code java} on the path, and those below
     * {@code /usr/lib/jvm}. Of several with the same feature release, the first in this order is used.
     *
     * @return one JDK for each feature release, oldest first
     */
    public static List<Jdk> all() {
        return all(candidates());
    }

    /**
     * Returns the JDKs in given folders.
     *
     * @param homes folders that may be a JDK's home, by precedence
     * @return one JDK for each feature release from 17 on, oldest first
     */
    static List<Jdk> all(List<Path> homes) {
        Map<Integer, Jdk> byFeature = new TreeMap<>();
        for (Path home : homes) {
            read(home).ifPresent(jdk -> byFeature.putIfAbsent(jdk.feature(), jdk));
        }
        return List.copyOf(byFeature.values());
    }

    private static List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        addIfSet(homes, System.getenv("JAVA_HOME"));
        onPath().ifPresent(homes::add);
        if (Files.isDirectory(SYSTEM_FOLDER)) {
            try (Stream<Path> entries = Files.list(SYSTEM_FOLDER)) {
                entries.sorted().forEach(homes::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return homes;
    }

    private static void addIfSet(List<Path> homes, @Nullable String home) {
        if (home != null && !home.isBlank()) {
            homes.add(Path.of(home));
        }
    }

    private static Optional<Path> onPath() {
        String path = System.getenv("PATH");
        if (path == null) {
            return Optional.empty();
        }
        return Arrays.stream(path.split(":"))
                .map(folder -> Path.of(folder, "java"))
                .filter(Files::isExecutable)
                .findFirst()
                .flatMap(Jdks::homeOf);
    }

    private static Optional<Path> homeOf(Path launcher) {
        try {
            Path folder = launcher.toRealPath().getParent();
            return folder == null ? Optional.empty() : Optional.ofNullable(folder.getParent());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads the file "release" in a JDK's home, with lines such as JAVA_VERSION="17.0.15". */
    private static Optional<Jdk> read(Path folder) {
        try {
            Path home = folder.toRealPath();
            if (!Files.isExecutable(home.resolve("bin").resolve("javac"))) {
                return Optional.empty();
            }
            Properties release = new Properties();
            try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
                release.load(reader);
            }
            String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
            int feature = Runtime.Version.parse(version).feature();
            return feature < OLDEST_FEATURE ? Optional.empty() : Optional.of(new Jdk(home, feature));
        } catch (IOException | IllegalArgumentException e) {
            // Not a JDK, or a broken one: tests skip it.
            return Optional.empty();
        }
    }
}
