package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.Deflater;

/**
 * Finds out whether sampling that is on samples: allocates so much that at least one sample is as good as certain, dumps,
 * and looks for it. In jemalloc 5.2.0 and 5.2.1 a thread that allocates while sampling is off may never be sampled again
 * (its countdown to the next sample is set to the largest number, and switching on doesn't set it back).
 */
record Canary(Allocator allocator, DumpStore dumps) {

    /** What was found. */
    enum Result {
        /** It samples. */
        SAMPLED,
        /** It doesn't. */
        NOT_SAMPLED,
        /** Unknown. */
        UNKNOWN
    }

    /** What a deflater allocates, at the least: its window, its hash chains, its pending output. */
    private static final long BLOCK_BYTES = 256 << 10;

    /** That none of so many expected samples is taken happens once in nine million times. */
    private static final long EXPECTED_SAMPLES = 16;

    /** 16 MiB, in a process whose memory may be short. */
    private static final long MOST_BLOCKS = 64;

    private static final String NAME = "jemscope-canary";

    /**
     * Checks, while sampling is on.
     *
     * @param rateBytes the mean distance between samples
     */
    Result check(OptionalLong rateBytes) {
        long blocks = rateBytes.orElse(Long.MAX_VALUE / EXPECTED_SAMPLES) / BLOCK_BYTES * EXPECTED_SAMPLES + 1;
        if (blocks > MOST_BLOCKS) {
            return Result.UNKNOWN;
        }
        try {
            allocator.write(Control.THREAD_PROF_NAME, Optional.of(NAME));
            boolean before = allocator.read(Control.THREAD_PROF_ACTIVE);
            allocator.write(Control.THREAD_PROF_ACTIVE, true);
            try {
                return sample((int) blocks);
            } finally {
                allocator.write(Control.THREAD_PROF_ACTIVE, before);
                allocator.write(Control.THREAD_PROF_NAME, Optional.of(""));
            }
        } catch (AllocatorException | IOException e) {
            return Result.UNKNOWN;
        }
    }

    private Result sample(int blocks) throws AllocatorException, IOException {
        List<Deflater> held = new ArrayList<>(blocks);
        try {
            for (int i = 0; i < blocks; i++) {
                held.add(new Deflater());
            }
            Dump dump = dumps.write(DumpKind.SNAPSHOT);
            try {
                return isIn(dump) ? Result.SAMPLED : Result.NOT_SAMPLED;
            } finally {
                dumps.delete(dump);
            }
        } finally {
            for (Deflater deflater : held) {
                deflater.end();
            }
        }
    }

    /** Whether the head of the dump, which has a line for each thread, tells of samples of this thread. */
    private static boolean isIn(Dump dump) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(dump.file(), StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("@")) {
                    return false;
                }
                if (line.endsWith("] " + NAME) && !line.contains(": 0: 0 [")) {
                    return true;
                }
            }
            return false;
        }
    }
}
