package io.jemscope.endtoend;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The product's files, and how its users and these tests start what is in them. */
public final class Image {

    private static final Path IMAGE =
            Path.of(System.getProperty("jemscope.image")).toAbsolutePath();

    private static final Path LIB = IMAGE.resolve("lib");
    private static final String PROGRAMS = "io.jemscope.testkit.";

    /** The native agent. */
    public static final Path AGENT = LIB.resolve("libjemscope.so");

    /** The JNI library of the programs that need one. */
    public static final Path PLANTS = LIB.resolve("libplants.so");

    private Image() {}

    /** The jars of the command, of the agent and of what they use. */
    static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(LIB)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    /** The files of the fleet's store, below the folder of the jars: its driver and its library. */
    static List<String> storeFiles() throws IOException {
        try (Stream<Path> files = Files.list(LIB.resolve("fleet"))) {
            return files.map(file -> "fleet/" + file.getFileName()).toList();
        }
    }

    /** What tells whose work the libraries are, and under which licences. */
    static Path notices() {
        return IMAGE.resolve("THIRD-PARTY.md");
    }

    /** The {@code jemscope} command, on the JVM that runs the tests. */
    static TargetCommand jemscope(String... arguments) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return TargetCommand.of(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-jar",
                        LIB.resolve("jemscope-cli.jar").toString())
                .with(arguments);
    }

    /**
     * The {@code jemscope} command as the script starts it, on the JVM that runs the tests.
     *
     * @param home an empty folder, or one that this has filled before
     * @param arguments the command line
     */
    static TargetCommand launcher(Path home, String... arguments) throws IOException {
        Path script = home.resolve("bin/jemscope");
        if (!Files.exists(script)) {
            Files.createDirectories(home.resolve("bin"));
            Files.createSymbolicLink(home.resolve("lib"), LIB);
            Files.writeString(home.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java") + "\n");
            Files.copy(IMAGE.resolve("bin/jemscope"), script, StandardCopyOption.COPY_ATTRIBUTES);
        }
        return TargetCommand.of(script.toString()).with(arguments);
    }

    /**
     * A program of the test kit.
     *
     * @param jdk the JDK that runs it
     * @param jvmOptions the JVM's options
     * @param program the class, without the test kit's package
     * @param arguments the program's arguments
     * @return the command
     */
    public static List<String> program(Jdk jdk, List<String> jvmOptions, String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(jdk.java().toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", LIB.resolve("jemscope-testkit.jar").toString(), PROGRAMS + program));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The program that takes the steps its arguments name. */
    static List<String> steps(Jdk jdk, String... steps) {
        return program(jdk, List.of(), "programs.Steps", steps);
    }

    /**
     * The jemalloc that tests preload by hand.
     *
     * @return the library's path
     */
    public static Path jemalloc() {
        return library("libjemalloc.so.2")
                .orElseThrow(() -> new IllegalStateException("No libjemalloc.so.2: apt-get install libjemalloc2"));
    }

    /** A library of the system's, by its file's name. */
    static Optional<Path> library(String name) {
        try (Stream<Path> folders = Stream.of("/usr/lib", "/usr/lib64").map(Path::of)) {
            return folders.filter(Files::isDirectory)
                    .flatMap(Image::libraryFolders)
                    .map(folder -> folder.resolve(name))
                    .filter(Files::exists)
                    .findFirst();
        }
    }

    /** A folder of libraries, and those below it for each architecture, such as x86_64-linux-gnu. */
    private static Stream<Path> libraryFolders(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> architectures = entries.filter(
                            entry -> entry.getFileName().toString().endsWith("-linux-gnu"))
                    .toList();
            return Stream.concat(Stream.of(folder), architectures.stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
