package io.jemscope.benchmarks.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a process has used, by the kernel's books.
 *
 * @param residentBytes physical memory that it has now
 * @param nanos processor time of each of its threads that run, by thread
 */
record Usage(long residentBytes, Map<Long, Long> nanos) {

    static Usage of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        long resident = 0;
        for (String line : Files.readAllLines(process.resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                resident = Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        Map<Long, Long> nanos = new HashMap<>();
        for (Path thread : threads(process)) {
            try {
                // Finer than the ticks of stat: nanoseconds on a processor, then what waiting for one took, then how
                // often.
                String schedule = Files.readString(thread.resolve("schedstat"));
                nanos.put(
                        Long.valueOf(thread.getFileName().toString()),
                        Long.valueOf(schedule.substring(0, schedule.indexOf(' '))));
            } catch (NoSuchFileException e) {
                // It has ended meanwhile.
            }
        }
        return new Usage(resident, nanos);
    }

    /** Processor time since then, in milliseconds; without that of threads that have ended in between. */
    double millisSince(Usage before) {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : nanos.entrySet()) {
            sum += thread.getValue() - before.nanos.getOrDefault(thread.getKey(), 0L);
        }
        return sum / 1e6;
    }

    private static List<Path> threads(Path process) throws IOException {
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            return threads.toList();
        }
    }
}
