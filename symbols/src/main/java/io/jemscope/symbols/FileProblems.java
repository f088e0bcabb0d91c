package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.binaries.FileMatch;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects, for the profile's metadata, which files could not be verified and why files have no names or lines. */
final class FileProblems {

    private final Set<String> elsewhere = new HashSet<>();
    private final Set<String> changed = new HashSet<>();
    private final Set<String> unchecked = new HashSet<>();
    private final Map<String, UnsymbolizedReason> nameless = new LinkedHashMap<>();
    private @Nullable String lineProblem;

    /** Counts a mapping's file by its match. */
    void add(Mapping mapping, FileMatch match) {
        String file = mapping.file();
        if (file != null) {
            switch (match) {
                case SAME -> {}
                case UNKNOWN -> unchecked.add(file);
                case CHANGED -> changed.add(file);
                case ELSEWHERE -> elsewhere.add(file);
            }
        }
    }

    /** Adds why addresses of a mapping have no names; null if none lacks its name. */
    void addNameless(Mapping mapping, @Nullable UnsymbolizedReason reason) {
        String file = mapping.file();
        if (file != null && file.startsWith("/") && reason != null) {
            nameless.put(file, reason);
        }
    }

    /** Adds why a file's source lines couldn't be read; the first reason is kept. Null if they could be read. */
    void addLineProblem(@Nullable String problem) {
        lineProblem = lineProblem == null ? problem : lineProblem;
    }

    /** Returns the metadata with the problems added. */
    ProfileMetadata addTo(ProfileMetadata metadata) {
        ProfileMetadata more = with(metadata, ProfileMetadata.FILES_ELSEWHERE, elsewhere);
        more = with(more, ProfileMetadata.FILES_CHANGED, changed);
        more = with(more, ProfileMetadata.FILES_UNCHECKED, unchecked);
        more = lineProblem == null ? more : more.with(ProfileMetadata.LINES_UNREAD, lineProblem);
        return UnsymbolizedReason.addTo(more, nameless);
    }

    private static ProfileMetadata with(ProfileMetadata metadata, String key, Set<String> files) {
        return files.isEmpty() ? metadata : metadata.with(key, Integer.toString(files.size()));
    }
}
