package io.jemscope.symbols;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnknownFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the addresses of a process mean where no file explains them: memory without a file, and the kernel's own pages.
 */
final class AddressSpace {

    private final List<Mapping> mappings;
    private final boolean jvm;

    AddressSpace(Profile profile) {
        this.mappings = profile.mappings();
        this.jvm = profile.metadata().get(ProfileMetadata.JVM).isPresent() || hasLibjvm(mappings);
    }

    private static boolean hasLibjvm(List<Mapping> mappings) {
        for (Mapping mapping : mappings) {
            String file = mapping.file();
            if (file != null && file.endsWith("/libjvm.so")) {
                return true;
            }
        }
        return false;
    }

    /** Names a location that lies in no mapping. */
    static Location outsideMappings(Location location) {
        return new Location(location.address(), null, List.of(new UnknownFrame(null, callSite(location.address()))));
    }

    /** Every native address of a stack is a return address: the call stands before it. */
    static long callSite(long returnAddress) {
        return returnAddress - 1;
    }

    /** What the addresses of a mapping mean without its symbols. All mappings are looked at, so make it once for each. */
    PlainMapping plain(Mapping mapping) {
        String file = mapping.file();
        if (file == null || isAnonymous(file)) {
            return new PlainMapping(null, 0, jvm);
        }
        return new PlainMapping(file, base(mapping), jvm);
    }

    /**
     * A mapping without symbols.
     *
     * @param file the file that is mapped; null for memory without one
     * @param base where the file's address 0 lies
     * @param jvm whether the process is a JVM
     */
    record PlainMapping(@Nullable String file, long base, boolean jvm) {

        /**
         * The frame of an address.
         *
         * @param address the address of the call in the process, which lies in the mapping
         */
        Frame frame(long address) {
            if (file == null) {
                // Executable memory without a file is the code cache in a JVM: nothing else there runs code that
                // mallocs.
                return jvm ? MarkerFrame.JAVA_CODE : new UnknownFrame(null, address);
            }
            return new UnknownFrame(file, address - base);
        }
    }

    /**
     * Memory without a file that the maps give a name all the same: named by {@code prctl}, of huge pages, or System V
     * shared memory (the JVM's large pages for its code cache).
     */
    private static boolean isAnonymous(String file) {
        return file.startsWith("[anon:")
                || file.startsWith("//anon")
                || file.startsWith("/anon_hugepage")
                || file.startsWith("/SYSV");
    }

    /** Where the address 0 of a mapping's file lies, as far as that can be told without the file. */
    private long base(Mapping mapping) {
        Mapping first = firstOfSameFile(mapping);
        return first == null ? mapping.start() - mapping.fileOffset() : first.start();
    }

    /** The nearest mapping at or below that begins with the file's first byte: the loader puts address 0 there. */
    private @Nullable Mapping firstOfSameFile(Mapping mapping) {
        Mapping first = null;
        for (Mapping other : mappings) {
            if (Long.compareUnsigned(other.start(), mapping.start()) <= 0
                    && other.fileOffset() == 0
                    && mapping.file() != null
                    && mapping.file().equals(other.file())
                    && (first == null || Long.compareUnsigned(other.start(), first.start()) > 0)) {
                first = other;
            }
        }
        return first;
    }
}
