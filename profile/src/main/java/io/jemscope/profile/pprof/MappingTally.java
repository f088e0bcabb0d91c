package io.jemscope.profile.pprof;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mappings that a profile's locations lie in, numbered from 1, and how much is known of what lies there. Before them
 * stands the program itself, which readers take the first mapping for.
 */
final class MappingTally {

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Mapping, Entry> byMapping = new HashMap<>();

    MappingTally(Profile profile, List<Location> locations) {
        Map<Mapping, List<Location>> used = new LinkedHashMap<>();
        for (Location location : locations) {
            Mapping mapping = PprofMappingCodec.of(location);
            if (mapping != null) {
                used.computeIfAbsent(mapping, key -> new ArrayList<>()).add(location);
            }
        }
        Mapping program = program(profile);
        if (program != null) {
            add(program, used.getOrDefault(program, List.of()));
        }
        for (Mapping mapping : profile.mappings()) {
            if (used.containsKey(mapping)) {
                add(mapping, used.get(mapping));
            }
        }
        used.forEach(this::add);
    }

    /** The program's own mapping: the one of the binary that the facts name, else the first with a file. */
    private static @Nullable Mapping program(Profile profile) {
        String binary = profile.metadata().get(ProfileMetadata.BINARY).orElse(null);
        Mapping first = null;
        for (Mapping mapping : profile.mappings()) {
            if (mapping.file() != null) {
                if (mapping.file().equals(binary)) {
                    return mapping;
                }
                first = first == null ? mapping : first;
            }
        }
        return first;
    }

    private void add(Mapping mapping, List<Location> locations) {
        if (!byMapping.containsKey(mapping)) {
            Entry entry = Entry.of(entries.size() + 1, mapping, locations);
            entries.add(entry);
            byMapping.put(mapping, entry);
        }
    }

    /** The mappings in the order of their numbers. */
    List<Entry> entries() {
        return entries;
    }

    /** The number of what a location lies in; 0 if nothing is known. */
    int id(Location location) {
        Mapping mapping = PprofMappingCodec.of(location);
        Entry entry = mapping == null ? null : byMapping.get(mapping);
        return entry == null ? 0 : entry.id;
    }

    /**
     * A mapping and what is known of the locations in it.
     *
     * @param id its number
     * @param hasFunctions whether every location has a frame
     * @param hasFiles whether every frame has a source file
     * @param hasLines whether every frame has a line
     * @param hasInlines whether a location has several frames
     */
    record Entry(
            int id, Mapping mapping, boolean hasFunctions, boolean hasFiles, boolean hasLines, boolean hasInlines) {

        static Entry of(int id, Mapping mapping, List<Location> locations) {
            boolean functions = !locations.isEmpty();
            boolean files = functions;
            boolean lines = functions;
            boolean inlines = false;
            for (Location location : locations) {
                functions &= !location.frames().isEmpty();
                inlines |= location.frames().size() > 1;
                for (Frame frame : location.frames()) {
                    files &= !PprofFunctionCodec.of(frame).file().isEmpty();
                    lines &= frame.line() > 0;
                }
            }
            return new Entry(id, mapping, functions, functions && files, functions && lines, inlines);
        }
    }
}
