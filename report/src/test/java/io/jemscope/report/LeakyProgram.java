package io.jemscope.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A C++ program, built and run under jemalloc, and the dump it left.
 *
 * @param binary the program
 * @param dump its dump
 */
record LeakyProgram(Path binary, Path dump) {

    private static final List<String> JEMALLOC = List.of(
            "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2",
            "/usr/lib/aarch64-linux-gnu/libjemalloc.so.2",
            "/usr/lib64/libjemalloc.so.2");

    private static final List<String> ARCHIVES = List.of(
            "/usr/lib/x86_64-linux-gnu/libjemalloc_pic.a",
            "/usr/lib/aarch64-linux-gnu/libjemalloc_pic.a",
            "/usr/lib64/libjemalloc_pic.a");

    /** Builds and runs it; skips the test, saying why, where that can't be done here. */
    static LeakyProgram run(Path folder) throws IOException, InterruptedException {
        assumeInstalled("g++");
        String jemalloc = first(JEMALLOC, "libjemalloc.so.2");
        Path binary = folder.resolve("leaky");
        String source = resource("leaky.cc", folder).toString();
        output(folder, "g++", "-g", "-O0", "-o", binary.toString(), source);
        return run(binary, folder, "LD_PRELOAD=" + jemalloc);
    }

    /** Builds {@code static.cc} with jemalloc linked in, and runs it; skips the test where that can't be done here. */
    static LeakyProgram runStatic(Path folder) throws IOException, InterruptedException {
        assumeInstalled("g++");
        String jemalloc = first(ARCHIVES, "libjemalloc_pic.a");
        Path binary = folder.resolve("leaky");
        String source = resource("static.cc", folder).toString();
        output(
                folder,
                "g++",
                "-O1",
                "-fno-builtin",
                "-o",
                binary.toString(),
                source,
                "-Wl,--whole-archive",
                jemalloc,
                "-Wl,--no-whole-archive",
                "-lpthread",
                "-ldl",
                "-lm");
        return run(binary, folder, "LD_PRELOAD=");
    }

    private static String first(List<String> paths, String name) {
        String found = paths.stream()
                .filter(path -> Files.exists(Path.of(path)))
                .findFirst()
                .orElse("");
        assumeTrue(!found.isEmpty(), name + " isn't installed here");
        return found;
    }

    private static LeakyProgram run(Path binary, Path folder, String preload) throws IOException, InterruptedException {
        output(
                folder,
                "env",
                "MALLOC_CONF=prof:true,prof_final:true,lg_prof_sample:10,prof_prefix:" + folder.resolve("leaky"),
                preload,
                binary.toString());
        try (Stream<Path> files = Files.list(folder)) {
            Path dump = files.filter(file -> file.toString().endsWith(".f.heap"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("the program left no dump in " + folder));
            return new LeakyProgram(binary, dump);
        }
    }

    /** The dump with its functions' names. */
    Profile profile() throws IOException {
        return new Symbolizer(new FileSystemBinaries()).symbolize(ProfileFile.read(dump));
    }

    /** What a program prints, its errors left out; it has three minutes. */
    static String output(Path folder, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PPROF_TMPDIR", folder.toString());
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " didn't end within three minutes");
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new AssertionError(String.join(" ", command) + " ended with " + process.exitValue() + ": " + text);
        }
        return text;
    }

    /** Skips the test, saying why, where a program isn't on the path. */
    static void assumeInstalled(String name) {
        boolean installed = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        assumeTrue(installed, () -> "'" + name + "' isn't installed here");
    }

    private static Path resource(String name, Path folder) {
        try (InputStream in = Objects.requireNonNull(LeakyProgram.class.getResourceAsStream(name))) {
            return Files.write(folder.resolve(name), in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
