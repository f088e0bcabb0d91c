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
 * The program file that the user names before a dump. Go's text profiles list no mappings, so their addresses are looked up
 * at the addresses the program is linked to. In other dumps the file replaces the program that ran, which may have another
 * path on this machine. If the dump has the program's build id, the file must have the same; otherwise it isn't checked, and
 * the profile says so.
 */
public final class NamedProgram {

    private NamedProgram() {}

    /**
     * Adds the program to a profile's mappings.
     *
     * @return the profile with the program's mappings; with its own mappings if none of them is the program's
     * @throws IOException if the program can't be read
     */
    public static Profile place(Profile profile, Path program) throws IOException {
        ElfFile binary = ElfFile.open(program);
        Path path = program.toAbsolutePath().normalize();
        Map<Mapping, Mapping> replacements = replacements(profile, path);
        List<Mapping> linked = profile.mappings().isEmpty() ? binary.linkedMappings(path.toString()) : List.of();
        Samples samples = Samples.copyOf(profile.samples());
        List<Location> placed = new ArrayList<>(samples.locations().size());
        for (Location location : samples.locations()) {
            Mapping mapping = location.mapping() == null
                    ? mapping(linked, AddressSpace.callSite(location.address()))
                    : replacements.get(location.mapping());
            placed.add(mapping == null ? location : new Location(location.address(), mapping, location.frames()));
        }
        List<Mapping> mappings = new ArrayList<>(linked);
        for (Mapping mapping : profile.mappings()) {
            mappings.add(replacements.getOrDefault(mapping, mapping));
        }
        ProfileMetadata facts = profile.metadata().with(ProfileMetadata.NAMED_PROGRAM, path.toString());
        return new Profile(profile.rate(), samples.withLocations(placed), mappings, facts);
    }

    private static Map<Mapping, Mapping> replacements(Profile profile, Path path) {
        String ran = ran(profile, String.valueOf(path.getFileName()));
        Map<Mapping, Mapping> replacements = new HashMap<>();
        for (Mapping mapping : profile.mappings()) {
            if (ran != null && ran.equals(mapping.file())) {
                Mapping named = new Mapping(
                        mapping.start(),
                        mapping.limit(),
                        mapping.fileOffset(),
                        path.toString(),
                        false,
                        mapping.buildId());
                replacements.put(mapping, named);
            }
        }
        return replacements;
    }

    /** Returns the program that ran: the file of the same name, else the first that isn't a library; the kernel maps it first. */
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
