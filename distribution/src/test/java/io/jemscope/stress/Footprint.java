package io.jemscope.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process takes at a moment, by the kernel's books.
 *
 * @param residentBytes its physical memory
 * @param threads how many threads it has
 * @param descriptors how many files and sockets it has open
 */
record Footprint(long residentBytes, int threads, int descriptors) {

    static Footprint of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        long residentKib = 0;
        int threads = 0;
        for (String line : Files.readAllLines(process.resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                residentKib = number(line);
            } else if (line.startsWith("Threads:")) {
                threads = (int) number(line);
            }
        }
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            return new Footprint(residentKib << 10, threads, (int) open.count());
        }
    }

    private static long number(String line) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }

    @Override
    public String toString() {
        return (residentBytes >> 10) + " KiB, " + threads + " threads, " + descriptors + " descriptors";
    }
}
