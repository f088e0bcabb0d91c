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
 * The meaning of addresses without symbols: memory without a file, the kernel's pages, and files that can't be read.
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

    /** Returns the location with a frame, for one outside all mappings. */
    static Location outsideMappings(Location location) {
        return new Location(location.address(), null, List.of(new UnknownFrame(null, callSite(location.address()))));
    }

    /** Returns an address within the call: every native address of a stack is a return address, just behind the call. */
    static long callSite(long returnAddress) {
        return returnAddress - 1;
    }

    /** Returns the mapping's frames without symbols. Compares all mappings, so call it once for each. */
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
     * @param file the mapped file; null for memory without one
     * @param base the address at which the file's address 0 is mapped
     * @param jvm whether the process is a JVM
     */
    record PlainMapping(@Nullable String file, long base, boolean jvm) {

        /** Returns the frame of the call at an address of the mapping. */
        Frame frame(long address) {
            if (file == null) {
                // In a JVM, executable memory without a file is the code cache: no other code there allocates.
                return jvm ? MarkerFrame.JAVA_CODE : new UnknownFrame(null, address);
            }
            return new UnknownFrame(file, address - base);
        }
    }

    /**
     * Returns whether a mapping's name isn't a file's: memory named with {@code prctl}, huge pages, or System V shared memory
     * (the JVM's large pages for its code cache).
     */
    private static boolean isAnonymous(String file) {
        return file.startsWith("[anon:")
                || file.startsWith("//anon")
                || file.startsWith("/anon_hugepage")
                || file.startsWith("/SYSV");
    }

    /** Estimates, without the file, the address at which its address 0 is mapped. */
    private long base(Mapping mapping) {
        Mapping first = firstOfSameFile(mapping);
        return first == null ? mapping.start() - mapping.fileOffset() : first.start();
    }

    /** Returns the nearest mapping at or below that begins with the file's first byte: the loader maps address 0 there. */
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
