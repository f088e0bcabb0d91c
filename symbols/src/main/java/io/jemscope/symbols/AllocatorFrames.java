package io.jemscope.symbols;

import io.jemscope.profile.Frame;
import io.jemscope.profile.FrameFilter;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.ProfileMetadata;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Frames that belong to how a stack was taken: the leading ones that lie in the allocator's or Jemscope's own library, and
 * the one address in compiled Java code at which the native part of a stack ends, where the Java frames follow that explain
 * it.
 *
 * <p>The allocator's library is found by its mapping. A program that jemalloc is linked into has no such mapping: there the
 * leading frames of jemalloc's profiler are found by their names, and its caller is the allocating function, such as
 * {@code malloc}. What follows of jemalloc's own, such as its {@code operator new}, is left out as well. Names are looked at
 * once for each location, not for each stack.
 */
final class AllocatorFrames implements FrameFilter {

    private static final Set<String> ENTRIES = Set.of(
            "malloc",
            "calloc",
            "realloc",
            "memalign",
            "posix_memalign",
            "aligned_alloc",
            "valloc",
            "pvalloc",
            "mallocx",
            "rallocx",
            "do_rallocx",
            "malloc_default",
            "operator new",
            "operator new[]");

    private final String allocator;

    /** The locations, by their numbers in stacks, that are the allocator's, compiled Java code, and Java frames. */
    private final BitSet allocators = new BitSet();

    /** Those of jemalloc's profiler. */
    private final BitSet profiler = new BitSet();

    private final BitSet javaCode = new BitSet();
    private final BitSet java = new BitSet();

    /**
     * Looks locations over.
     *
     * @param locations locations with frames, by their numbers
     * @param metadata where they come from
     */
    AllocatorFrames(List<Location> locations, ProfileMetadata metadata) {
        String path = metadata.get(ProfileMetadata.ALLOCATOR_PATH).orElse("");
        // An allocator linked into the executable shares its mapping with the program's own functions.
        this.allocator = path.contains(".so") ? path : "";
        for (int number = 0; number < locations.size(); number++) {
            Location location = locations.get(number);
            allocators.set(number, isAllocator(location.mapping()));
            profiler.set(number, isEach(location, AllocatorFrames::isProfiler));
            javaCode.set(number, isJavaCode(location));
            java.set(number, location.isJava());
        }
        for (int number = 0; number < locations.size() && !profiler.isEmpty(); number++) {
            if (isEach(locations.get(number), AllocatorFrames::isEntry)) {
                allocators.set(number);
            }
        }
    }

    @Override
    public boolean isNeedlessInnermost(int location) {
        return allocators.get(location);
    }

    @Override
    public boolean isNeedlessWithCaller(int location) {
        return profiler.get(location);
    }

    @Override
    public boolean isNeedlessBelowSome(int location) {
        return javaCode.get(location);
    }

    @Override
    public boolean isNeedlessBelow(int location, int caller) {
        return java.get(caller);
    }

    private boolean isAllocator(@Nullable Mapping mapping) {
        String file = mapping == null ? null : mapping.file();
        if (file == null) {
            return false;
        }
        String name = file.substring(file.lastIndexOf('/') + 1);
        return file.equals(allocator) || name.equals("libjemscope.so") || name.startsWith("libjemalloc.so");
    }

    /** Whether all functions of a location are of a kind; none where it has no functions with names. */
    private static boolean isEach(Location location, Predicate<String> kind) {
        for (Frame frame : location.frames()) {
            if (!(frame instanceof NativeFrame) || !kind.test(frame.label())) {
                return false;
            }
        }
        return !location.frames().isEmpty();
    }

    /** Whether it is one of jemalloc's functions that take a stack, whatever prefix jemalloc was built with. */
    private static boolean isProfiler(String function) {
        return function.endsWith("prof_backtrace")
                || function.endsWith("prof_backtrace_impl")
                || function.endsWith("prof_tctx_create")
                || function.endsWith("prof_alloc_prep");
    }

    /** Whether it is one of jemalloc's functions that allocate, which are linked in where the ones that take stacks are. */
    private static boolean isEntry(String function) {
        return ENTRIES.contains(function)
                || function.startsWith("je_")
                || function.startsWith("_rjem_")
                || function.startsWith("imalloc")
                || function.startsWith("fallback_impl<")
                || function.startsWith("fallbackNewImpl<")
                || function.startsWith("newImpl<");
    }

    private static boolean isJavaCode(Location location) {
        return location.frames().contains(MarkerFrame.JAVA_CODE);
    }
}
