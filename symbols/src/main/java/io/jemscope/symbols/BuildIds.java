package io.jemscope.symbols;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Samples;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.elf.ElfFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds build ids to a profile's mappings and names nothing: a {@link Symbolizer} can then name the addresses later, and on another machine.
 * That takes the process a hundredth of what naming would. Remembers the files it has seen. Not thread-safe.
 */
public final class BuildIds {

    /** A process with more libraries than this unpacks the same ones again and again. */
    private static final int MOST_FILES = 4_096;

    private final Binaries binaries;

    /** By the first address, too: a file that is replaced and loaded again lies elsewhere. */
    private final Map<Mapping, Optional<BuildId>> known = new HashMap<>();

    /** Identifies the files of a process that are opened by {@code binaries}. */
    public BuildIds(Binaries binaries) {
        this.binaries = binaries;
    }

    /** The same profile, in which the mappings of stacks have the build ids of their files, as far as the files can be read. */
    public Profile addTo(Profile profile) {
        Samples samples = Samples.copyOf(profile.samples());
        Map<Mapping, Mapping> identified = new HashMap<>();
        List<Location> locations = new ArrayList<>(samples.locations().size());
        for (Location location : samples.locations()) {
            Mapping mapping = location.mapping();
            Mapping better = mapping == null ? null : identified(mapping, identified);
            locations.add(
                    better == null || better.equals(mapping)
                            ? location
                            : new Location(location.address(), better, location.frames()));
        }
        List<Mapping> mappings = new ArrayList<>(profile.mappings().size());
        for (Mapping mapping : profile.mappings()) {
            Mapping better = identified.get(mapping);
            mappings.add(better == null ? mapping : better);
        }
        return new Profile(profile.rate(), samples.withLocations(locations), mappings, profile.metadata());
    }

    private Mapping identified(Mapping mapping, Map<Mapping, Mapping> identified) {
        Mapping better = identified.get(mapping);
        if (better == null) {
            BuildId id = mapping.buildId() == null ? id(mapping) : mapping.buildId();
            better = new Mapping(
                    mapping.start(), mapping.limit(), mapping.fileOffset(), mapping.file(), mapping.deleted(), id);
            identified.put(mapping, better);
        }
        return better;
    }

    private @Nullable BuildId id(Mapping mapping) {
        String file = mapping.file();
        if (file == null || !file.startsWith("/")) {
            return null;
        }
        Optional<BuildId> id = known.get(mapping);
        if (id == null) {
            if (known.size() >= MOST_FILES) {
                known.clear();
            }
            ElfFile binary = binaries.open(mapping);
            id = Optional.ofNullable(binary == null ? null : binary.buildId());
            known.put(mapping, id);
        }
        return id.orElse(null);
    }
}
