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
 * Selects the frames that only show how a stack was taken: leading frames in the allocator's or Jemscope's library, and the
 * one address in compiled Java code between the native frames and the Java frames.
 *
 * <p>The allocator's library is recognized by its mapping. If jemalloc is linked into the program there is no such mapping:
 * then the leading frames of jemalloc's profiler are recognized by name, and their caller is the allocating function, such as
 * {@code malloc}. jemalloc's own functions behind it, such as its {@code operator new}, are dropped, too. Names are compared
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

    // Each set has locations by their numbers in stacks.
    private final BitSet allocators = new BitSet();
    private final BitSet profiler = new BitSet();
    private final BitSet javaCode = new BitSet();
    private final BitSet java = new BitSet();

    /** Classifies locations, which have frames, by their numbers. */
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

    /** Returns whether all frames of a location are named functions of a kind. */
    private static boolean isEach(Location location, Predicate<String> kind) {
        for (Frame frame : location.frames()) {
            if (!(frame instanceof NativeFrame) || !kind.test(frame.label())) {
                return false;
            }
        }
        return !location.frames().isEmpty();
    }

    /** Returns whether it is one of jemalloc's functions that take a stack, with any prefix that jemalloc was built with. */
    private static boolean isProfiler(String function) {
        return function.endsWith("prof_backtrace")
                || function.endsWith("prof_backtrace_impl")
                || function.endsWith("prof_tctx_create")
                || function.endsWith("prof_alloc_prep");
    }

    /** Returns whether it is one of jemalloc's functions that allocate. */
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
