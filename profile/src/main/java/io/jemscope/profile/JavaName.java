package io.jemscope.profile;

import org.jspecify.annotations.Nullable;

/**
 * The text form of a Java frame: {@code [loader/]class.method(File.java:line)}, the form of Java's own stack traces. The
 * brackets hold {@code Native Method} for native methods, {@code Unknown Source} if the class file names no source,
 * and the file alone where the line isn't known. {@link JavaFrame#toStackTraceLine()} is the way back.
 */
public final class JavaName {

    private static final String NATIVE = "Native Method";
    private static final String UNKNOWN = "Unknown Source";

    /** A class file has 16 bits for a line, so it has no more digits. */
    private static final int LINE_DIGITS = 5;

    private JavaName() {}

    /**
     * Reads the text.
     *
     * @return the frame; null if the text isn't such a name
     */
    public static @Nullable JavaFrame parse(String text) {
        // From the right: a loader's name, and a method's, may have any bracket; a source file's has none.
        int bracket = text.lastIndexOf('(');
        if (bracket < 0 || !text.endsWith(")")) {
            return null;
        }
        int slash = text.lastIndexOf('/', bracket);
        int dot = text.lastIndexOf('.', bracket);
        if (dot <= slash + 1 || dot + 1 >= bracket) {
            return null;
        }
        String position = text.substring(bracket + 1, text.length() - 1);
        return new JavaFrame(
                slash < 0 ? null : text.substring(0, slash),
                text.substring(slash + 1, dot),
                text.substring(dot + 1, bracket),
                source(position),
                position.equals(NATIVE));
    }

    private static @Nullable SourceLine source(String position) {
        if (position.isEmpty() || position.equals(NATIVE) || position.equals(UNKNOWN)) {
            return null;
        }
        int colon = position.lastIndexOf(':');
        int digits = position.length() - colon - 1;
        if (colon <= 0 || digits == 0 || digits > LINE_DIGITS) {
            return new SourceLine(position, 0);
        }
        int line = 0;
        for (int i = colon + 1; i < position.length(); i++) {
            int digit = position.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return new SourceLine(position, 0);
            }
            line = 10 * line + digit;
        }
        return new SourceLine(position.substring(0, colon), line);
    }
}
