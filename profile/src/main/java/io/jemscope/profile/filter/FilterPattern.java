package io.jemscope.profile.filter;

import io.jemscope.profile.Printable;

/** Compiles regular expressions that users write, and explains errors in them. */
public final class FilterPattern {

    private static final int LONGEST_QUOTED = 100;

    private FilterPattern() {}

    /**
     * Makes a pattern for the user's own process.
     *
     * @param name the user's name of the option, for messages: {@code --focus}
     * @param text the pattern; found anywhere in a name unless it has anchors
     * @throws FilterException if the text is not a valid pattern
     */
    public static NamePattern compile(String name, String text) {
        return compile(name, text, PatternLimit.OWN);
    }

    /**
     * Makes a pattern of limited size.
     *
     * @param name the user's name of the option, for messages: {@code --focus}
     * @param text the pattern; found anywhere in a name unless it has anchors
     * @throws FilterException if the text is not a valid pattern, or too large
     */
    public static NamePattern compile(String name, String text, PatternLimit limit) {
        try {
            return NamePattern.of(text, limit);
        } catch (PatternException e) {
            throw failure(name, text, e);
        }
    }

    /** The error for the user who wrote the pattern. */
    static FilterException failure(String name, String text, PatternException e) {
        FilterException failure =
                new FilterException(quoted(name, text) + " is not a valid pattern", Printable.of(e.why()), e.next());
        failure.initCause(e);
        return failure;
    }

    /** An option with its text for a message: cut if it is long, and without control characters. */
    static String quoted(String name, String text) {
        String plain = Printable.of(text);
        return name + " '" + (plain.length() > LONGEST_QUOTED ? plain.substring(0, LONGEST_QUOTED) + "…" : plain) + "'";
    }
}
