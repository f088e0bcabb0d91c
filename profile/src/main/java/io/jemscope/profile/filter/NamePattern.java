package io.jemscope.profile.filter;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is looked for anywhere in names. Its syntax is Go's, which pprof's users write; Perl's looking ahead
 * and behind and its references to groups aren't in it. In return the time it takes is bounded by the pattern's size
 * times the name's length, whoever wrote it ({@link #steps}), and its size is bounded as well.
 *
 * <p>The one class that knows RE2/J, which does the work. What that has no bounds for is refused before it sees it: see
 * {@link PatternExtent}.
 *
 * <p>Unchangeable, and safe for use by several threads.
 */
public final class NamePattern {

    private static final String SPECIAL = "\\.+*?()|[]{}^$";

    private final String text;

    /** Null for plain text, which needs none: most of what is looked for is. */
    private final @Nullable Pattern pattern;

    private NamePattern(String text, @Nullable Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    /**
     * Reads a pattern.
     *
     * @param text the pattern; the empty one is found in every name
     * @return the pattern
     * @throws PatternException where the text is none, or one that is too large
     */
    public static NamePattern of(String text) {
        PatternExtent.check(text);
        boolean isPlain = text.chars().noneMatch(character -> SPECIAL.indexOf(character) >= 0);
        return new NamePattern(text, isPlain ? null : compile(text));
    }

    private static Pattern compile(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            boolean isPart = !e.getPattern().isEmpty() && !e.getPattern().equals(text);
            throw PatternException.ofSyntax(e.getDescription() + (isPart ? " at '" + e.getPattern() + "'" : ""), e);
        }
    }

    /**
     * Looks for the pattern.
     *
     * @param name the name
     * @return whether it is anywhere in it
     */
    public boolean isIn(String name) {
        return pattern == null ? name.contains(text) : pattern.matcher(name).find();
    }

    /**
     * How much work it is at most to look for it.
     *
     * @param name the name
     * @return one for each character and each instruction that the pattern has become; some nanoseconds each
     */
    long steps(String name) {
        long characters = name.length() + 1L;
        return pattern == null ? characters : characters * pattern.programSize();
    }

    /**
     * The pattern as it was written.
     *
     * @return its text
     */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
