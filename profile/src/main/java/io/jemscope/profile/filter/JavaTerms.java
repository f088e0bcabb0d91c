package io.jemscope.profile.filter;

import java.util.Map;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of Go's syntax (RE2) put into Java's terms, from left to right:
 *
 * <ul>
 *   <li>classes with names, {@code [[:digit:]]}, and groups with names, {@code (?P<name>…)}, are spelt otherwise;
 *   <li>in a class, {@code [}, {@code &&} and a {@code ]} that stands first are characters as any other; Java would nest
 *       classes and intersect them;
 *   <li>{@code (?U)} swaps greedy and lazy repetition, for which Java has no flag, and another meaning.
 * </ul>
 */
final class JavaTerms {

    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("alnum", "\\p{Alnum}"),
            Map.entry("alpha", "\\p{Alpha}"),
            Map.entry("ascii", "\\p{ASCII}"),
            Map.entry("blank", "\\p{Blank}"),
            Map.entry("cntrl", "\\p{Cntrl}"),
            Map.entry("digit", "\\p{Digit}"),
            Map.entry("graph", "\\p{Graph}"),
            Map.entry("lower", "\\p{Lower}"),
            Map.entry("print", "\\p{Print}"),
            Map.entry("punct", "\\p{Punct}"),
            Map.entry("space", "\\s"),
            Map.entry("upper", "\\p{Upper}"),
            Map.entry("word", "\\w"),
            Map.entry("xdigit", "\\p{XDigit}"));

    private final String text;
    private final StringBuilder java;
    private int at;

    private JavaTerms(String text) {
        this.text = text;
        this.java = new StringBuilder(text.length() + 16);
    }

    /**
     * Translates a pattern.
     *
     * @param text the pattern as Go has it
     * @return the pattern as Java has it; where the text is no pattern, this is none either
     * @throws PatternSyntaxException where Java has nothing that means the same
     */
    static String of(String text) {
        return new JavaTerms(text).translate();
    }

    private String translate() {
        while (at < text.length()) {
            char character = text.charAt(at);
            if (text.startsWith("\\Q", at)) {
                takeQuoted();
            } else if (character == '\\') {
                take(2);
            } else if (character == '[') {
                takeClass();
            } else if (text.startsWith("(?P<", at)) {
                java.append("(?<");
                at += "(?P<".length();
            } else {
                checkFlags();
                take(1);
            }
        }
        return java.toString();
    }

    private void take(int characters) {
        int end = Math.min(text.length(), at + characters);
        java.append(text, at, end);
        at = end;
    }

    /** Takes what stands between {@code \Q} and {@code \E}, which means itself in both syntaxes. */
    private void takeQuoted() {
        int end = text.indexOf("\\E", at);
        take(end < 0 ? text.length() : end + 2 - at);
    }

    private void takeClass() {
        take(text.startsWith("[^", at) ? 2 : 1);
        if (text.startsWith("]", at)) {
            escape();
        }
        while (at < text.length()) {
            char character = text.charAt(at);
            String named = character == '[' ? namedClass() : null;
            if (named != null) {
                java.append(named);
                at = text.indexOf(":]", at) + 2;
            } else if (character == '[' || character == '&') {
                escape();
            } else {
                take(character == '\\' ? 2 : 1);
                if (character == ']') {
                    return;
                }
            }
        }
    }

    private void escape() {
        java.append('\\');
        take(1);
    }

    /** The class such as {@code [:^digit:]} at the position, in Java's terms; null where none stands there. */
    private @Nullable String namedClass() {
        int end = text.indexOf(":]", at);
        if (!text.startsWith("[:", at) || end < 0) {
            return null;
        }
        String name = text.substring(at + 2, end);
        boolean negated = name.startsWith("^");
        String named = CLASSES.get(negated ? name.substring(1) : name);
        return named == null || !negated ? named : "[^" + named + "]";
    }

    private void checkFlags() {
        if (!text.startsWith("(?", at)) {
            return;
        }
        for (int i = at + 2; i < text.length() && (Character.isLetter(text.charAt(i)) || text.charAt(i) == '-'); i++) {
            if (text.charAt(i) == 'U') {
                throw new PatternSyntaxException("The flag U can't be had; write '*?' for a lazy '*'", text, i);
            }
        }
    }
}
