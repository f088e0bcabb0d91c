package io.jemscope.profile.filter;

import io.jemscope.profile.Printable;

/** Regular expressions as users write them, with what to tell them where they are none. */
public final class FilterPattern {

    private static final int LONGEST_QUOTED = 100;

    private FilterPattern() {}

    /**
     * Makes a pattern that somebody looks for himself.
     *
     * @param name what the user knows the option by that it was given to, for the message: {@code --focus}, say
     * @param text the pattern's text; found anywhere in a name unless it has anchors
     * @throws FilterException where the text is no pattern, saying why
     */
    public static NamePattern compile(String name, String text) {
        return compile(name, text, PatternLimit.OWN);
    }

    /**
     * Makes a pattern.
     *
     * @param name what the user knows the option by that it was given to, for the message: {@code --focus}, say
     * @param text the pattern's text; found anywhere in a name unless it has anchors
     * @param limit how large it may be
     * @throws FilterException where the text is no pattern or a larger one, saying why
     */
    public static NamePattern compile(String name, String text, PatternLimit limit) {
        try {
            return NamePattern.of(text, limit);
        } catch (PatternException e) {
            throw failure(name, text, e);
        }
    }

    /** What to tell who has written it. */
    static FilterException failure(String name, String text, PatternException e) {
        FilterException failure =
                new FilterException(quoted(name, text) + " is no pattern", Printable.of(e.why()), e.next());
        failure.initCause(e);
        return failure;
    }

    /** An option with its text for a message, which is short; what would steer a terminal becomes a question mark. */
    static String quoted(String name, String text) {
        String plain = Printable.of(text);
        return name + " '" + (plain.length() > LONGEST_QUOTED ? plain.substring(0, LONGEST_QUOTED) + "…" : plain) + "'";
    }
}
