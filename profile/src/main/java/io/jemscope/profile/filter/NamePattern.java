package io.jemscope.profile.filter;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is looked for anywhere in names. Its syntax is Go's, which pprof's users write; Perl's looking ahead
 * and behind and its references to groups aren't in it. In return the time it takes is bounded by the pattern's size
 * times the name's length ({@link #steps}), and its size is bounded as well.
 *
 * <p>The one class that knows RE2/J, which does the work. What that has no bounds for is refused before it sees it: see
 * {@link PatternLimit}.
 *
 * <p>Immutable and safe for several threads.
 */
public final class NamePattern {

    private static final String SPECIAL = "\\.+*?()|[]{}^$";

    /** What RE2/J says where a group is closed that isn't open. */
    private static final String BRACKET_TOO_MANY = "regexp/syntax: internal error";

    private final String text;

    /** Null for plain text, which needs none: most of what is looked for is. */
    private final @Nullable Pattern pattern;

    private NamePattern(String text, @Nullable Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    /**
     * Reads a pattern of the user's own.
     *
     * @param text the pattern; the empty one is found in every name
     * @throws PatternException if the text is not a pattern, or larger than {@link PatternLimit#OWN}
     */
    public static NamePattern of(String text) {
        return of(text, PatternLimit.OWN);
    }

    /**
     * Reads a pattern.
     *
     * @param text the pattern; the empty one is found in every name
     * @param limit how large it may be
     * @throws PatternException if the text is not a pattern, or too large
     */
    public static NamePattern of(String text, PatternLimit limit) {
        boolean isPlain = text.chars().noneMatch(character -> SPECIAL.indexOf(character) >= 0);
        if (isPlain) {
            return new NamePattern(text, null);
        }
        PatternComplexity extent = PatternComplexity.of(text);
        limit.check(extent);
        Pattern pattern = compile(text);
        limit.check(extent, pattern.programSize());
        return new NamePattern(text, pattern);
    }

    private static Pattern compile(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            if (e.getDescription().equals(BRACKET_TOO_MANY)) {
                throw PatternException.ofSyntax("unexpected )", e);
            }
            boolean isPart = !e.getPattern().isEmpty() && !e.getPattern().equals(text);
            throw PatternException.ofSyntax(e.getDescription() + (isPart ? " at '" + e.getPattern() + "'" : ""), e);
        } catch (StackOverflowError e) {
            // Only a user's own pattern can be so deep.
            throw PatternLimit.tooDeep();
        }
    }

    /**
     * Looks for the pattern.
     *
     * @return whether it is anywhere in it
     * @throws FilterException if a pattern of {@link PatternLimit#OWN} takes more stack than there is
     */
    public boolean isIn(String name) {
        return isIn(name, "The pattern");
    }

    /** The same for an option, which the message names. */
    boolean isIn(String name, String option) {
        try {
            return pattern == null ? name.contains(text) : pattern.matcher(name).find();
        } catch (StackOverflowError e) {
            throw FilterPattern.failure(option, text, PatternLimit.tooDeep());
        }
    }

    /**
     * How much work it is at most to look for it.
     *
     * @return one for each character and each instruction that the pattern has become; some nanoseconds each
     */
    long steps(String name) {
        long characters = name.length() + 1L;
        return pattern == null ? characters : characters * pattern.programSize();
    }

    /** The pattern as it was written. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
