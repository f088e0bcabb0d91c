package io.jemscope.testkit;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A leak that a program planted, which it prints in a line of its standard output:
 * {@code planted <bytes> <class.method(File.java:line)> <words>}.
 *
 * @param bytes the leaked bytes, rounded up to size classes
 * @param site the Java line as in stack traces, after {@code loader/} for a class of another class loader
 * @param words a description for people
 */
public record Plant(long bytes, String site, String words) {

    private static final Pattern LINE = Pattern.compile("planted (\\d+) (\\S+\\(\\S+:\\d+\\)) (.*)");

    /**
     * Parses one line.
     *
     * @param line the line, without its end
     * @return the leak; empty if the line has none
     */
    public static Optional<Plant> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new Plant(Long.parseLong(matcher.group(1)), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /**
     * Parses a program's standard output, and skips other lines.
     *
     * @return the leaks, in the order of the lines
     */
    public static List<Plant> parseAll(String output) {
        return output.lines().map(Plant::parse).flatMap(Optional::stream).toList();
    }

    /** Returns the line that {@link #parse} reads. */
    @Override
    public String toString() {
        return "planted " + bytes + " " + site + " " + words;
    }
}
