package io.jemscope.profile.filter;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.SourceLine;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds a pattern in names, each of which is looked at once, as names recur all over a profile. */
final class NameMatcher {

    private final String option;
    private final NamePattern pattern;
    private final MatchBudget effort;
    private final Map<String, Boolean> known = new HashMap<>();

    /**
     * A matcher.
     *
     * @param option what the user knows the option by
     * @param effort what looking takes is taken off it
     */
    NameMatcher(String option, NamePattern pattern, MatchBudget effort) {
        this.option = option;
        this.pattern = pattern;
        this.effort = effort;
    }

    /** Whether the pattern is anywhere in a name. */
    boolean matches(String name) {
        Boolean answer = known.get(name);
        if (answer == null) {
            answer = find(name);
            known.put(name, answer);
        }
        return answer;
    }

    private boolean find(String name) {
        if (!effort.take(pattern.steps(name))) {
            throw new FilterException(
                    FilterPattern.quoted(option, pattern.text()) + " can't be looked for in the whole profile",
                    "that takes more work than may be done for it",
                    "Write plain text, or a shorter expression with fewer repetitions");
        }
        return pattern.isIn(name, option);
    }

    /** Whether the pattern is in a frame's function or source file. */
    boolean matches(Frame frame) {
        SourceLine source = frame.source();
        return matches(frame.label()) || (source != null && matches(source.file()));
    }

    /** Whether the pattern is in the name of the file that a location lies in. */
    boolean matchesLibrary(Location location) {
        String library = library(location);
        return library != null && matches(library);
    }

    /** Whether the pattern is in anything that a location is named by. */
    boolean matches(Location location) {
        for (Frame frame : location.frames()) {
            if (matches(frame)) {
                return true;
            }
        }
        return matchesLibrary(location);
    }

    private static @Nullable String library(Location location) {
        if (location.mapping() != null) {
            return location.mapping().file() == null ? null : location.mapping().shownName();
        }
        for (Frame frame : location.frames()) {
            if (frame.library() != null) {
                return frame.library();
            }
        }
        return null;
    }
}
