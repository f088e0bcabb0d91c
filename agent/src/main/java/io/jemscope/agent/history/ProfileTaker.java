package io.jemscope.agent.history;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Detection;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.symbols.BuildIds;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a profile of this process: Java frames with their names, native ones as addresses with the build ids of their files, which the
 * command names when it reads them. Loads profiles and symbols at the first. For one thread.
 */
final class ProfileTaker {

    /** Reading takes twice as much of the program's Java heap, and seconds of an interpreter. */
    private static final long MOST_DUMP_BYTES = 16 << 20;

    /** What renderings take of the heap, too: for classes and buffers, and for each byte of a dump. */
    private static final long HEAP_BYTES = 12 << 20;

    private static final int HEAP_TIMES = 2;

    private final Allocator allocator;
    private final DumpStore dumps;
    /** How long the last dump was, with its symbols. */
    private long dumpBytes;

    private final BuildIds buildIds = new BuildIds(new FileSystemBinaries());

    ProfileTaker(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.dumps = dumps;
    }

    /** The profile; null while sampling is off, another dump is being made, nothing is sampled, or the dump is too large. */
    @Nullable
    Profile take() throws AllocatorException, IOException {
        if (!isSampling()) {
            return null;
        }
        Optional<Dump> taken = dumps.tryWriteAside();
        if (taken.isEmpty()) {
            return null;
        }
        Dump dump = taken.get();
        try {
            dumpBytes = dump.bytes() + (Files.exists(dump.symbols()) ? Files.size(dump.symbols()) : 0);
            if (dumpBytes > MOST_DUMP_BYTES || HEAP_BYTES + HEAP_TIMES * dumpBytes > FreeHeap.bytes() / 2) {
                return null;
            }
            Profile profile = ProfileFile.readWithBirths(dump.file());
            return profile.samples().isEmpty() ? null : buildIds.addTo(profile);
        } finally {
            dumps.removeAside(dump);
        }
    }

    long dumpBytes() {
        return dumpBytes;
    }

    private boolean isSampling() {
        try {
            Detection detection = allocator.detection();
            return (detection.present() || detection.sampledHere()) && allocator.read(Control.PROF_ACTIVE);
        } catch (AllocatorException e) {
            // This jemalloc can't profile, or wasn't started with prof:true.
            return false;
        }
    }
}
