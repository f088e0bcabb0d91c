package io.jemscope.cli.recording;

import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A dump of a program, as the agent left it.
 *
 * @param pid whose it is; 0 where nothing tells
 * @param kind what it was made for: {@code final}, {@code snapshot} or {@code asked}; empty where nothing tells
 * @param time when it was made
 */
record DumpFile(Path heap, long pid, String kind, Instant time) {

    static final String FINAL = "final";
    static final String ASKED = "asked";
    static final String SNAPSHOT = "snapshot";

    static final String SUFFIX = ".heap";

    /** Reads the facts that stand beside a dump; what isn't told comes from the file itself. */
    static DumpFile of(Path heap) throws IOException {
        Path symbols = symbols(heap);
        ProfileMetadata facts = ProfileMetadata.UNKNOWN;
        if (Files.exists(symbols)) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(symbols))) {
                facts = SymbolSection.read(in).metadata();
            }
        }
        return new DumpFile(
                heap,
                facts.count("pid").orElse(0),
                facts.get("kind").orElse(""),
                facts.instant("time").orElse(Files.getLastModifiedTime(heap).toInstant()));
    }

    static Path symbols(Path heap) {
        return heap.resolveSibling(heap.getFileName() + ProfileFile.SYMBOLS_SUFFIX);
    }

    /** Whether to report it rather than another dump of the same program: the final one, else the newest. */
    boolean isBetterThan(DumpFile other) {
        boolean isLast = kind.equals(FINAL);
        return isLast == other.kind.equals(FINAL) ? time.isAfter(other.time) : isLast;
    }

    void delete() throws IOException {
        Files.deleteIfExists(heap);
        Files.deleteIfExists(symbols(heap));
    }
}
