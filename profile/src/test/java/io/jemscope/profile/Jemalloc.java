package io.jemscope.profile;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs on the real jemalloc, where it is installed. */
public final class Jemalloc {

    private static final String THREADS = """
            #include <cstdlib>
            #include <thread>
            #include <vector>

            static void keep(int thread) {
              std::vector<void *> *kept = new std::vector<void *>;
              for (int i = 0; i < 3000; i++) {
                void *block = ::operator new(1999 + thread * 1000);
                if (i % 3 != 0) {
                  kept->push_back(block);
                } else {
                  ::operator delete(block);
                }
              }
              static std::vector<void *> *all[4];
              all[thread] = kept;
            }

            int main() {
              std::vector<std::thread> threads;
              for (int i = 0; i < 3; i++) {
                threads.emplace_back(keep, i);
              }
              for (std::thread &thread : threads) {
                thread.join();
              }
              keep(3);
              return 0;
            }
            """;

    private Jemalloc() {}

    private static Path library() {
        String named = System.getenv("JEMSCOPE_JEMALLOC");
        if (named != null) {
            return Path.of(named);
        }
        String machine = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
        return Path.of("/usr/lib/" + machine + "-linux-gnu/libjemalloc.so.2");
    }

    /** Skips the test, saying why, where jemalloc isn't installed. */
    public static void assumeInstalled() {
        assumeTrue(Files.exists(library()), () -> "'" + library() + "' isn't there, so there is no jemalloc to run on");
    }

    /** Builds a C++ program whose threads keep two blocks of three; skips the test without a compiler. */
    public static Path threads(Path folder) throws IOException, InterruptedException {
        Programs.assumeInstalled("g++");
        Path source = Files.writeString(folder.resolve("threads.cpp"), THREADS);
        Path program = folder.resolve("threads");
        Programs.run(folder, "g++", "-O1", "-pthread", "-o", program.toString(), source.toString());
        return program;
    }

    /** The launcher of a JDK of this machine; skips the test without one of the version. */
    public static Path java(int version) throws IOException {
        Path found = null;
        Path folder = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(folder)) {
                for (Path home : homes) {
                    Path release = home.resolve("release");
                    if (Files.isRegularFile(release)
                            && Files.readString(release).contains("JAVA_VERSION=\"" + version + ".")) {
                        found = home.resolve("bin/java");
                    }
                }
            }
        }
        Path java = found;
        assumeTrue(java != null && Files.isExecutable(java), () -> "there is no JDK " + version + " in " + folder);
        return java;
    }

    /** Runs a program to its end and returns the file that it left in a folder, whose name ends so. */
    public static Path run(Path folder, String options, String ending, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LD_PRELOAD", library().toString());
        builder.environment().put("MALLOC_CONF", options + ",prof_prefix:" + folder.resolve("dump"));
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " didn't end within three minutes");
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(folder, "dump." + process.pid() + ".*" + ending)) {
            entries.forEach(files::add);
        }
        if (files.size() != 1) {
            throw new AssertionError(String.join(" ", command) + " left " + files + " instead of one file");
        }
        return files.get(0);
    }
}
