package io.jemscope.cli.demo;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.LaunchOptions;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.launch.TargetProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The JVMs of several versions of the leaky service. They end with this process, however it ends: their input ends, too. */
final class ShopFleet {

    /** The line after which an instance leaks nothing more. */
    private static final String FULL = "The shop leaks nothing more.";

    /** What the JVMs write to standard error. */
    private static final String ERRORS = "errors";

    private static final int LOAD_SECONDS = 15;

    /** Longer than the load takes on any machine that can run the demonstration. */
    private static final int MOST_SECONDS = 180;

    private static final int END_SECONDS = 5;

    private final String service;
    private final Image image;
    private final Map<String, String> environment;
    private final Path folder;
    private final Jemalloc jemalloc;
    private final List<Shop> shops = new ArrayList<>();
    private boolean isEnded;

    /** An instance, and what it says it planted once it leaks nothing more. */
    private record Shop(String version, Process process, CompletableFuture<List<PlantedLeak>> planted) {}

    /**
     * Makes one without a JVM.
     *
     * @param service the name of the service, by which a collector finds its JVMs
     * @param folder where the JVMs put their files
     */
    ShopFleet(String service, Image image, Jemalloc jemalloc, Map<String, String> environment, Path folder) {
        this.service = service;
        this.image = image;
        this.environment = environment;
        this.folder = folder;
        this.jemalloc = jemalloc;
    }

    /**
     * Starts an instance.
     *
     * @param seed by which it differs from the others of its version
     */
    synchronized void start(String mainClass, String version, int seed, SampleDistance distance)
            throws CommandFailure, IOException {
        if (isEnded) {
            throw new IOException("the shops are closed");
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                "-Xmx64m",
                "-Xmn8m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // Its file would stay behind if the JVM were killed.
                "-XX:-UsePerfData",
                "-Dotel.service.name=" + service,
                "-Dotel.resource.attributes=service.version=" + version,
                "-cp",
                image.testkit().toString(),
                mainClass,
                Integer.toString(LOAD_SECONDS),
                "version",
                version,
                Integer.toString(seed));
        Map<String, String> more = new HashMap<>(environment);
        more.put("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
        more.put("JEMSCOPE_HISTORY", "false");
        Launch launch = Launch.of(
                command,
                TargetProgram.find(command.get(0), environment),
                Optional.of(jemalloc),
                image,
                new LaunchOptions(distance, true, false, false, Optional.empty(), false, ""),
                more);
        ProcessBuilder builder = new ProcessBuilder(launch.command());
        builder.environment().clear();
        builder.environment().putAll(launch.environment());
        builder.redirectError(
                ProcessBuilder.Redirect.appendTo(folder.resolve(ERRORS).toFile()));
        Process process = builder.start();
        Shop shop = new Shop(version, process, new CompletableFuture<>());
        shops.add(shop);
        Thread reader = new Thread(() -> read(shop), "jemscope-output");
        reader.setDaemon(true);
        reader.start();
    }

    private static void read(Shop shop) {
        List<PlantedLeak> planted = new ArrayList<>();
        try (BufferedReader output = shop.process().inputReader()) {
            output.lines().forEach(line -> {
                PlantedLeak.parse(line).ifPresent(planted::add);
                if (line.equals(FULL)) {
                    shop.planted().complete(List.copyOf(planted));
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // The pipe breaks where the JVM is killed; what was read is read.
        }
        shop.planted().completeExceptionally(new IOException("its output ended"));
    }

    synchronized int count() {
        return shops.size();
    }

    private synchronized List<Shop> all() {
        return List.copyOf(shops);
    }

    /** Fails if an instance has ended. */
    void check() throws CommandFailure {
        for (Shop shop : all()) {
            if (!shop.process().isAlive()) {
                throw ended(shop);
            }
        }
    }

    /** Waits until no instance leaks any more; then returns what those of each version have planted. */
    Map<String, List<PlantedLeak>> awaitPlanted() throws CommandFailure, InterruptedException {
        Map<String, List<PlantedLeak>> planted = new LinkedHashMap<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        for (Shop shop : all()) {
            try {
                planted.computeIfAbsent(shop.version(), any -> new ArrayList<>())
                        .addAll(shop.planted().get(end - System.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                throw ended(shop);
            } catch (TimeoutException e) {
                throw new CommandFailure(
                        ExitCode.WANTING,
                        "the demonstration is too slow",
                        "an instance of " + shop.version() + " hasn't answered its load within " + MOST_SECONDS + " s",
                        "try again when this machine has less to do");
            }
        }
        return planted;
    }

    private CommandFailure ended(Shop shop) {
        return new CommandFailure(
                ExitCode.WANTING,
                "an instance of " + shop.version() + " ended early",
                lastError().orElse("it was ended from outside, or this machine has too little memory"),
                "check this machine: jemscope doctor");
    }

    private Optional<String> lastError() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve(ERRORS));
            return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Ends all of them, and starts no more. Does nothing the second time. */
    void end() {
        synchronized (this) {
            isEnded = true;
        }
        List<Shop> all = all();
        all.forEach(shop -> shop.process().destroy());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        for (Shop shop : all) {
            try {
                if (!shop.process().waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    shop.process().destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
                }
            } catch (InterruptedException e) {
                all.forEach(each -> each.process().destroyForcibly());
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
