package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnsymbolizedReason;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Notes which files couldn't be told from others at the same paths, and why files gave no names, for the profile to say so. */
final class FileNotes {

    private final Set<String> elsewhere = new HashSet<>();
    private final Set<String> changed = new HashSet<>();
    private final Set<String> unchecked = new HashSet<>();
    private final Map<String, UnsymbolizedReason> nameless = new LinkedHashMap<>();
    private @Nullable String lineProblem;

    /** Notes how a mapping's file stands; it is named only where it may be used. */
    void add(Mapping mapping, Standing standing) {
        String file = mapping.file();
        if (file != null) {
            switch (standing) {
                case SAME -> {}
                case UNKNOWN -> unchecked.add(file);
                case CHANGED -> changed.add(file);
                case ELSEWHERE -> elsewhere.add(file);
            }
        }
    }

    /** Notes why addresses of a mapping have no names; null where nothing is known to be missing. */
    void addNameless(Mapping mapping, @Nullable UnsymbolizedReason reason) {
        String file = mapping.file();
        if (file != null && file.startsWith("/") && reason != null) {
            nameless.put(file, reason);
        }
    }

    /** Notes why a file's source lines couldn't be read; the first of several is kept. Null where nothing went wrong. */
    void addLineProblem(@Nullable String problem) {
        lineProblem = lineProblem == null ? problem : lineProblem;
    }

    /** The facts and what was noted. */
    ProfileMetadata addTo(ProfileMetadata facts) {
        ProfileMetadata more = with(facts, ProfileMetadata.FILES_ELSEWHERE, elsewhere);
        more = with(more, ProfileMetadata.FILES_CHANGED, changed);
        more = with(more, ProfileMetadata.FILES_UNCHECKED, unchecked);
        more = lineProblem == null ? more : more.with(ProfileMetadata.LINES_UNREAD, lineProblem);
        return UnsymbolizedReason.addTo(more, nameless);
    }

    private static ProfileMetadata with(ProfileMetadata facts, String key, Set<String> files) {
        return files.isEmpty() ? facts : facts.with(key, Integer.toString(files.size()));
    }
}
