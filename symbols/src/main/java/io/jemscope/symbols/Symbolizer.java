package io.jemscope.symbols;

import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.cache.SymbolCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives the addresses of a profile their functions, and its mappings the build ids of their files.
 *
 * <p>All addresses of a file are looked up at once, so each file is opened once and each of its tables read once. What
 * no symbol covers becomes {@code lib.so+0x1234}, by where the function begins if the file tells that; a file that
 * isn't the build that was mapped counts as unreadable. Where no build id tells, one that lies on another machine or was
 * changed since the dump isn't used, either; how many files that were, and how many nothing could be told of, is added
 * to the profile's facts, and with them why files gave no names ({@link UnsymbolizedReason}).
 *
 * <p>Locations that have frames already keep them; mangled names among these are demangled.
 */
public final class Symbolizer {

    private final Binaries binaries;
    private final FileLookup lookup;

    /**
     * Makes a symbolizer that names functions.
     *
     * @param binaries where the files come from
     */
    public Symbolizer(Binaries binaries) {
        this(binaries, Detail.FUNCTIONS);
    }

    /**
     * Makes a symbolizer.
     *
     * @param binaries where the files come from
     * @param detail how much is looked up. With {@link Detail#LINES} a location can have several frames, and a file whose
     *     lines can't be read is told of among the profile's facts ({@link ProfileMetadata#LINES_UNREAD}).
     */
    public Symbolizer(Binaries binaries, Detail detail) {
        this(binaries, detail, null);
    }

    /**
     * Makes a symbolizer that keeps the source lines it finds.
     *
     * @param binaries where the files come from
     * @param detail how much is looked up
     * @param cache where source lines are kept between runs; null where they aren't
     */
    public Symbolizer(Binaries binaries, Detail detail, @Nullable SymbolCache cache) {
        this.binaries = binaries;
        this.lookup = new FileLookup(binaries, detail, cache);
    }

    /**
     * Names what can be named. Reads files; never fails for one that can't be read.
     *
     * @return the same profile in which every location has frames; without the leading frames that lie in the
     *     allocator's or Jemscope's own library, and without the address in compiled Java code that the Java frames
     *     behind it explain
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
        FileNotes notes = new FileNotes();
        Map<Mapping, MappingSymbols> symbols = new LinkedHashMap<>();
        for (Map.Entry<Mapping, List<Location>> entry : unnamed.entrySet()) {
            Mapping mapping = entry.getKey();
            symbols.put(mapping, resolve(mapping, entry.getValue(), space, profile.metadata(), notes));
        }
        List<Location> named = new ArrayList<>(samples.locations().size());
        for (Location location : samples.locations()) {
            named.add(
                    location.frames().isEmpty()
                            ? name(location, symbols)
                            : MangledNames.demangle(identify(location, symbols)));
        }
        for (Map.Entry<Mapping, MappingSymbols> entry : symbols.entrySet()) {
            notes.addNameless(entry.getKey(), entry.getValue().nameless());
            notes.addLineProblem(entry.getValue().lineProblem());
        }
        return rebuild(profile, samples.withLocations(named), symbols, notes.addTo(profile.metadata()));
    }

    private static Location name(Location location, Map<Mapping, MappingSymbols> symbols) {
        Mapping mapping = location.mapping();
        MappingSymbols found = mapping == null ? null : symbols.get(mapping);
        return found == null ? AddressSpace.outsideMappings(location) : found.name(location);
    }

    /** Looks into the mapping's file, unless what is there now may well be another build. */
    private MappingSymbols resolve(
            Mapping mapping, List<Location> locations, AddressSpace space, ProfileMetadata dump, FileNotes notes) {
        boolean hasFile = mapping.file() != null && mapping.file().startsWith("/");
        Standing standing = hasFile && mapping.buildId() == null ? binaries.standing(mapping, dump) : Standing.SAME;
        if (standing == Standing.CHANGED || standing == Standing.ELSEWHERE) {
            notes.add(mapping, standing);
            UnsymbolizedReason reason =
                    standing == Standing.CHANGED ? UnsymbolizedReason.CHANGED : UnsymbolizedReason.ELSEWHERE;
            return MappingSymbols.unreadable(mapping, space, reason);
        }
        MappingSymbols symbols = MappingSymbols.resolve(mapping, space, locations, lookup);
        if (symbols.isRead()) {
            notes.add(mapping, standing);
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

    /** Locations that had their frames before share the mapping with those that got them now. */
    private static Location identify(Location location, Map<Mapping, MappingSymbols> symbols) {
        Mapping mapping = location.mapping();
        Mapping better = mapping == null ? null : identified(mapping, symbols);
        return better == null || better.equals(mapping)
                ? location
                : new Location(location.address(), better, location.frames());
    }

    /** The mapping, with its file's build id where that is known by now. */
    private static Mapping identified(Mapping mapping, Map<Mapping, MappingSymbols> symbols) {
        MappingSymbols found = symbols.get(mapping);
        return found == null ? mapping : found.mapping();
    }

    private static Profile rebuild(
            Profile profile, Samples named, Map<Mapping, MappingSymbols> symbols, ProfileMetadata facts) {
        Samples samples = named.without(new AllocatorFrames(named.locations(), profile.metadata()));
        List<Mapping> mappings = new ArrayList<>(profile.mappings().size());
        for (Mapping mapping : profile.mappings()) {
            mappings.add(identified(mapping, symbols));
        }
        return new Profile(profile.rate(), samples, mappings, facts);
    }
}
