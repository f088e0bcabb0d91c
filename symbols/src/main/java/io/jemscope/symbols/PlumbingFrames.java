package io.jemscope.symbols;

import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NeedlessFrames;
import io.jemscope.profile.Provenance;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Frames that belong to how a stack was taken and say nothing of who asked for the memory: the leading ones that lie in
 * the allocator's or Jemscope's own library (told by their mapping, not by their names), and the one address in compiled
 * Java code at which the native part of a stack ends, where the Java frames follow that explain it.
 */
final class PlumbingFrames implements NeedlessFrames {

    private final String allocator;

    /** The locations, by their numbers in stacks, that are the allocator's, compiled Java code, and Java frames. */
    private final BitSet allocators = new BitSet();

    private final BitSet javaCode = new BitSet();
    private final BitSet java = new BitSet();

    /**
     * Looks locations over.
     *
     * @param locations locations with frames, by their numbers
     * @param provenance where they come from
     */
    PlumbingFrames(List<Location> locations, Provenance provenance) {
        String path = provenance.get(Provenance.ALLOCATOR_PATH).orElse("");
        // An allocator linked into the executable shares its mapping with the program's own functions.
        this.allocator = path.contains(".so") ? path : "";
        for (int number = 0; number < locations.size(); number++) {
            Location location = locations.get(number);
            allocators.set(number, isAllocator(location.mapping()));
            javaCode.set(number, isJavaCode(location));
            java.set(number, location.isJava());
        }
    }

    @Override
    public boolean isNeedlessInnermost(int location) {
        return allocators.get(location);
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

    private static boolean isJavaCode(Location location) {
        return location.frames().contains(MarkerFrame.JAVA_CODE);
    }
}
