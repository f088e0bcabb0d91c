package io.jemscope.symbols;

import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Samples;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program that the user names before a dump: its binary. Go's text profiles list no mappings, so their addresses are
 * looked up in the program as it is linked; in other dumps the program replaces the one that ran, which may lie elsewhere
 * on this machine. Where the dump has the build id of what ran, the program must have the same; else it is taken at the
 * user's word, and the profile says that nothing checked it.
 */
public final class NamedProgram {

    private NamedProgram() {}

    /**
     * Puts the program into a profile's mappings.
     *
     * @param program the program's file
     * @return the profile with the program's mappings; with the profile's own where nothing of the program is mapped
     * @throws IOException where the program can't be read
     */
    public static Profile place(Profile profile, Path program) throws IOException {
        ElfFile binary = ElfFile.open(program);
        Path path = program.toAbsolutePath().normalize();
        Map<Mapping, Mapping> replaced = replaced(profile, path);
        List<Mapping> linked = profile.mappings().isEmpty() ? binary.linkedMappings(path.toString()) : List.of();
        Samples samples = Samples.copyOf(profile.samples());
        List<Location> placed = new ArrayList<>(samples.locations().size());
        for (Location location : samples.locations()) {
            Mapping mapping = location.mapping() == null
                    ? mapping(linked, AddressSpace.callSite(location.address()))
                    : replaced.get(location.mapping());
            placed.add(mapping == null ? location : new Location(location.address(), mapping, location.frames()));
        }
        List<Mapping> mappings = new ArrayList<>(linked);
        for (Mapping mapping : profile.mappings()) {
            mappings.add(replaced.getOrDefault(mapping, mapping));
        }
        ProfileMetadata facts = profile.metadata().with(ProfileMetadata.NAMED_PROGRAM, path.toString());
        return new Profile(profile.rate(), samples.withLocations(placed), mappings, facts);
    }

    private static Map<Mapping, Mapping> replaced(Profile profile, Path path) {
        String ran = ran(profile, String.valueOf(path.getFileName()));
        Map<Mapping, Mapping> replaced = new HashMap<>();
        for (Mapping mapping : profile.mappings()) {
            if (ran != null && ran.equals(mapping.file())) {
                Mapping named = new Mapping(
                        mapping.start(),
                        mapping.limit(),
                        mapping.fileOffset(),
                        path.toString(),
                        false,
                        mapping.buildId());
                replaced.put(mapping, named);
            }
        }
        return replaced;
    }

    /** The program that ran: the file of the same name, else the first that isn't a library, as the kernel maps it first. */
    private static @Nullable String ran(Profile profile, String name) {
        String first = null;
        for (Mapping mapping : profile.mappings()) {
            String file = mapping.file();
            if (file != null && file.startsWith("/")) {
                String mapped = file.substring(file.lastIndexOf('/') + 1);
                if (mapped.equals(name)) {
                    return file;
                }
                first = first == null && !mapped.contains(".so") ? file : first;
            }
        }
        return first;
    }

    private static @Nullable Mapping mapping(List<Mapping> mappings, long address) {
        for (Mapping mapping : mappings) {
            if (mapping.contains(address)) {
                return mapping;
            }
        }
        return null;
    }
}
