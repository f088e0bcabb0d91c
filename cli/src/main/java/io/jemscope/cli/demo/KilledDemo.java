package io.jemscope.cli.demo;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.LaunchOptions;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.launch.TargetProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the leaky service under a memory limit until it is killed, and finds the bundle that it has left. */
public final class KilledDemo {

    /** The service would come to some 350 MiB. */
    public static final long LIMIT_BYTES = 280L << 20;

    /** Of the limit: what is left then lasts for seconds. */
    private static final int WATCHED_PERCENT = 75;

    private static final int SECONDS = 40;

    /** 128 and SIGKILL. */
    private static final int KILLED = 137;

    private final Image image;
    private final Map<String, String> environment;
    private final Path folder;
    private final String service;

    /**
     * Makes it.
     *
     * @param folder where the service's dumps, history and bundles go
     * @param service the main class
     */
    public KilledDemo(Image image, Map<String, String> environment, Path folder, String service) {
        this.image = image;
        this.environment = environment;
        this.folder = folder;
        this.service = service;
    }

    /**
     * Runs it.
     *
     * @param lines takes what the service prints
     * @return the bundle; empty if the service ended by itself, or left none
     */
    public Optional<Path> run(MemoryLimit limit, SampleDistance distance, Consumer<String> lines)
            throws CommandFailure, IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:MaxDirectMemorySize=1g",
                "-cp",
                image.testkit().toString(),
                service,
                Integer.toString(SECONDS));
        String rule = limit.isKernels()
                ? "rss:" + WATCHED_PERCENT + "%"
                : "rss:" + ((LIMIT_BYTES * WATCHED_PERCENT / 100) >> 20) + "m";
        Jemalloc jemalloc = JemallocFinder.find(null, environment);
        Map<String, String> more = new HashMap<>(environment);
        more.put("JEMSCOPE_HISTORY_EVERY", "1s");
        Launch launch = Launch.of(
                command,
                TargetProgram.find(command.get(0), environment),
                Optional.of(jemalloc),
                image,
                new LaunchOptions(distance, true, false, false, Optional.of(folder), false, rule),
                more);
        ProcessBuilder builder = new ProcessBuilder(limit.wrap(launch.command()));
        builder.environment().clear();
        builder.environment().putAll(launch.environment());
        builder.redirectErrorStream(true);
        Process program = builder.start();
        Thread stop = new Thread(program::destroyForcibly, "jemscope-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        Thread reader = new Thread(() -> read(program, lines), "jemscope-output");
        reader.setDaemon(true);
        reader.start();
        limit.await(program);
        reader.join();
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // Ctrl-C: this command is ending.
        }
        return program.exitValue() == KILLED ? newestBundle() : Optional.empty();
    }

    private static void read(Process program, Consumer<String> lines) {
        try (BufferedReader output = program.inputReader()) {
            output.lines().forEach(lines);
        } catch (IOException | java.io.UncheckedIOException e) {
            // The pipe breaks where the program is killed; what was read is read.
            return;
        }
    }

    private Optional<Path> newestBundle() throws IOException {
        Path bundles = folder.resolve("bundles");
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(bundles)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(bundles, "*.zip")) {
                found.forEach(files::add);
            }
        }
        return files.stream().max(Path::compareTo);
    }
}
