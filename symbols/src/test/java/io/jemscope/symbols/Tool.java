package io.jemscope.symbols;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs compilers and binutils, which build the tests' files and give the expected results. */
public final class Tool {

    private Tool() {}

    /** Runs a command and returns the lines of its output; fails if the command does. */
    public static List<String> run(String... command) {
        try {
            Path output = Files.createTempFile("tool", ".out");
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                int code = process.waitFor();
                List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
                if (code != 0) {
                    throw new AssertionError(String.join(" ", command) + " failed with " + code + ": " + lines);
                }
                return lines;
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether a tool is installed. */
    public static boolean isInstalled(String name) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Compiles C or C++ source (chosen by the output's name) into an executable or library. */
    public static Path compile(Path output, String compiler, String source, String... options) {
        try {
            Path file = Path.of(output + (compiler.equals("g++") ? ".cc" : ".c"));
            Files.writeString(file, source);
            run(Stream.of(Stream.of(compiler, "-o", output.toString(), file.toString()), Stream.of(options))
                    .flatMap(words -> words)
                    .toArray(String[]::new));
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the {@code libjvm.so} of each installed JDK, without duplicates. */
    public static List<Path> libjvms() {
        try (Stream<Path> homes = Files.list(Path.of("/usr/lib/jvm"))) {
            return homes.map(home -> home.resolve("lib/server/libjvm.so"))
                    .filter(Files::isRegularFile)
                    .map(Tool::real)
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
