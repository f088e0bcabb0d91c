package io.jemscope.symbols;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Frames that belong to how a stack was taken and say nothing of who asked for the memory: the leading ones that lie in
 * the allocator's or Jemscope's own library (told by their mapping, not by their names), and the one address in compiled
 * Java code at which the native part of a stack ends, where the Java frames follow that explain it.
 */
final class PlumbingFrames implements UnaryOperator<List<Location>> {

    private final String allocator;

    PlumbingFrames(Provenance provenance) {
        String path = provenance.get(Provenance.ALLOCATOR_PATH).orElse("");
        // An allocator linked into the executable shares its mapping with the program's own functions.
        this.allocator = path.contains(".so") ? path : "";
    }

    /**
     * A stack without them. A stack of nothing else is left whole.
     *
     * @param stack locations with frames, leaf first
     */
    @Override
    public List<Location> apply(List<Location> stack) {
        int first = 0;
        while (first < stack.size() && isAllocator(stack.get(first).mapping())) {
            first++;
        }
        if (first == stack.size()) {
            return stack;
        }
        List<Location> kept = new ArrayList<>(stack.size() - first);
        for (int index = first; index < stack.size(); index++) {
            boolean explained =
                    isJavaCode(stack.get(index)) && index + 1 < stack.size() && isJava(stack.get(index + 1));
            if (!explained) {
                kept.add(stack.get(index));
            }
        }
        return kept;
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

    private static boolean isJava(Location location) {
        for (Frame frame : location.frames()) {
            if (frame instanceof JavaFrame || frame == MarkerFrame.NAME_LOST) {
                return true;
            }
        }
        return false;
    }
}
