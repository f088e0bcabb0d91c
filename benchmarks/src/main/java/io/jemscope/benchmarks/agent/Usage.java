package io.jemscope.benchmarks.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process has used, by the kernel's books.
 *
 * @param residentBytes physical memory that it has now
 * @param cpuNanos processor time of all its threads that run
 * @param agentNanos processor time of those of them that are the agent's
 */
record Usage(long residentBytes, long cpuNanos, long agentNanos) {

    static Usage of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        long resident = 0;
        for (String line : Files.readAllLines(process.resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                resident = Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        long all = 0;
        long agent = 0;
        for (Path thread : threads(process)) {
            // Finer than the ticks of stat: nanoseconds on a processor, then what waiting for one took, then how often.
            String schedule = Files.readString(thread.resolve("schedstat"));
            long nanos = Long.parseLong(schedule.substring(0, schedule.indexOf(' ')));
            all += nanos;
            agent += Files.readString(thread.resolve("comm")).startsWith("jemscope") ? nanos : 0;
        }
        return new Usage(resident, all, agent);
    }

    private static List<Path> threads(Path process) throws IOException {
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            return threads.toList();
        }
    }
}
