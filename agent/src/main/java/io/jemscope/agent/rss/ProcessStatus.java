package io.jemscope.agent.rss;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What the kernel counts of the process as a whole: {@code /proc/self/status} (proc_pid_status(5)).
 *
 * @param residentBytes VmRSS
 * @param peakResidentBytes VmHWM
 * @param swappedBytes VmSwap
 * @param threads how many threads there are, the JVM's own among them
 */
public record ProcessStatus(long residentBytes, long peakResidentBytes, long swappedBytes, long threads) {

    /** To count the pages of a GiB takes the kernel some 40 ms, less where they are huge. */
    private static final long LARGE_BYTES = 4L << 30;

    /**
     * Reads it for this process.
     *
     * @return the figures of this moment
     * @throws IOException where there is no {@code /proc}
     */
    public static ProcessStatus own() throws IOException {
        return parse(KernelText.read(Path.of("/proc/self/status")));
    }

    /** Whether reading its ledger delays it. Pages that are swapped out are looked through as well. */
    public boolean isLarge() {
        return Sums.plus(residentBytes, swappedBytes) >= LARGE_BYTES;
    }

    /** What isn't there is 0. */
    static ProcessStatus parse(String status) {
        return new ProcessStatus(
                KernelText.number(status, "VmRSS:") << 10,
                KernelText.number(status, "VmHWM:") << 10,
                KernelText.number(status, "VmSwap:") << 10,
                KernelText.number(status, "Threads:"));
    }
}
