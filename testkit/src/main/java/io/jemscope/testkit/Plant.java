package io.jemscope.testkit;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A leak that a program planted, as the program tells it in one line of its standard output:
 * {@code planted <bytes> <class.method(File.java:line)> <words>}.
 *
 * @param bytes what the line still holds, in the allocator's size classes
 * @param site the Java line as stack traces print it, with {@code loader/} before it where the class belongs to a class
 *     loader of its own
 * @param words what it is, for people
 */
public record Plant(long bytes, String site, String words) {

    private static final Pattern LINE = Pattern.compile("planted (\\d+) (\\S+\\(\\S+:\\d+\\)) (.*)");

    /**
     * Reads one line.
     *
     * @param line the line, without its end
     * @return the leak; empty where the line tells of none
     */
    public static Optional<Plant> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new Plant(Long.parseLong(matcher.group(1)), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /**
     * Reads all that a program wrote.
     *
     * @param output its standard output
     * @return the leaks it tells of, in their order; lines that tell of none are passed over
     */
    public static List<Plant> parseAll(String output) {
        return output.lines().map(Plant::parse).flatMap(Optional::stream).toList();
    }

    /**
     * The leak as a program prints it.
     *
     * @return the line that {@link #parse} reads
     */
    @Override
    public String toString() {
        return "planted " + bytes + " " + site + " " + words;
    }
}
