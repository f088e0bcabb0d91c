package io.jemscope.symbols;

import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.binaries.FileMatch;
import io.jemscope.symbols.cache.SymbolCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names the functions of a profile's addresses, and adds build ids to its mappings.
 *
 * <p>All addresses of a file are looked up together, so each file is opened once and each of its tables is read once. An
 * address without a symbol becomes {@code lib.so+0x1234}: the start of its function if the file has that, else the address. A
 * file that isn't the mapped build isn't used. Without a build id to compare, a file that is on another machine or has changed
 * since the dump isn't used either. The profile's metadata then has the number of such files, the number of unchecked files, and
 * why files have no names ({@link UnsymbolizedReason}).
 *
 * <p>Locations with frames keep them; mangled names in them are demangled.
 */
public final class Symbolizer {

    private final SymbolSources sources;

    /** Creates a symbolizer that names functions. */
    public Symbolizer(Binaries binaries) {
        this(binaries, Detail.FUNCTIONS);
    }

    /**
     * Creates a symbolizer without a cache.
     *
     * @param detail how much to look up. With {@link Detail#LINES} a location can have several frames, and the profile's
     *     metadata says why a file's lines could not be read ({@link ProfileMetadata#LINES_UNREAD}).
     */
    public Symbolizer(Binaries binaries, Detail detail) {
        this(binaries, detail, null);
    }

    /**
     * Creates a symbolizer that caches source lines.
     *
     * @param cache keeps source lines between runs; null for no cache
     */
    public Symbolizer(Binaries binaries, Detail detail, @Nullable SymbolCache cache) {
        this.sources = new SymbolSources(binaries, detail, cache);
    }

    /**
     * Names the functions of a profile. Reads files; a file that can't be read is not an error.
     *
     * @return the profile in which every location has frames; without leading frames in the allocator's or Jemscope's
     *     library, and without the address in compiled Java code before Java frames
     */
    public Profile symbolize(Profile profile) {
        Samples samples = Samples.copyOf(profile.samples());
        Map<Mapping, List<Location>> unnamed = new LinkedHashMap<>();
        for (Location location : samples.locations()) {
            Mapping mapping = location.mapping();
            if (mapping != null && location.frames().isEmpty()) {
                locations(unnamed, mapping).add(location);
            }
        }
        AddressSpace space = new AddressSpace(profile);
        FileProblems problems = new FileProblems();
        Map<Mapping, MappingSymbols> symbols = new LinkedHashMap<>();
        for (Map.Entry<Mapping, List<Location>> entry : unnamed.entrySet()) {
            Mapping mapping = entry.getKey();
            symbols.put(mapping, resolve(mapping, entry.getValue(), space, profile.metadata(), problems));
        }
        List<Location> named = new ArrayList<>(samples.locations().size());
        for (Location location : samples.locations()) {
            named.add(
                    location.frames().isEmpty()
                            ? name(location, symbols)
                            : MangledNames.demangle(identify(location, symbols)));
        }
        for (Map.Entry<Mapping, MappingSymbols> entry : symbols.entrySet()) {
            problems.addNameless(entry.getKey(), entry.getValue().unsymbolizedReason());
            problems.addLineProblem(entry.getValue().lineProblem());
        }
        return rebuild(profile, samples.withLocations(named), symbols, problems.addTo(profile.metadata()));
    }

    private static Location name(Location location, Map<Mapping, MappingSymbols> symbols) {
        Mapping mapping = location.mapping();
        MappingSymbols found = mapping == null ? null : symbols.get(mapping);
        return found == null ? AddressSpace.outsideMappings(location) : found.name(location);
    }

    /** Reads the mapping's file, unless the file at its path may be another build. */
    private MappingSymbols resolve(
            Mapping mapping,
            List<Location> locations,
            AddressSpace space,
            ProfileMetadata dump,
            FileProblems problems) {
        boolean hasFile = mapping.file() != null && mapping.file().startsWith("/");
        FileMatch match =
                hasFile && mapping.buildId() == null ? sources.binaries().match(mapping, dump) : FileMatch.SAME;
        if (match == FileMatch.CHANGED || match == FileMatch.ELSEWHERE) {
            problems.add(mapping, match);
            UnsymbolizedReason reason =
                    match == FileMatch.CHANGED ? UnsymbolizedReason.CHANGED : UnsymbolizedReason.ELSEWHERE;
            return MappingSymbols.unreadable(mapping, space, reason);
        }
        MappingSymbols symbols = MappingSymbols.resolve(mapping, space, locations, sources);
        if (symbols.isRead()) {
            problems.add(mapping, match);
        }
        return symbols;
    }

    private static List<Location> locations(Map<Mapping, List<Location>> unnamed, Mapping mapping) {
        List<Location> locations = unnamed.get(mapping);
        if (locations == null) {
            locations = new ArrayList<>();
            unnamed.put(mapping, locations);
        }
        return locations;
    }

    /** Updates the mapping of a location that had frames before. */
    private static Location identify(Location location, Map<Mapping, MappingSymbols> symbols) {
        Mapping mapping = location.mapping();
        Mapping better = mapping == null ? null : identified(mapping, symbols);
        return better == null || better.equals(mapping)
                ? location
                : new Location(location.address(), better, location.frames());
    }

    /** Returns the mapping with its file's build id, if known. */
    private static Mapping identified(Mapping mapping, Map<Mapping, MappingSymbols> symbols) {
        MappingSymbols found = symbols.get(mapping);
        return found == null ? mapping : found.mapping();
    }

    private static Profile rebuild(
            Profile profile, Samples named, Map<Mapping, MappingSymbols> symbols, ProfileMetadata metadata) {
        Samples samples = named.without(new AllocatorFrames(named.locations(), profile.metadata()));
        List<Mapping> mappings = new ArrayList<>(profile.mappings().size());
        for (Mapping mapping : profile.mappings()) {
            mappings.add(identified(mapping, symbols));
        }
        return new Profile(profile.rate(), samples, mappings, metadata);
    }
}
