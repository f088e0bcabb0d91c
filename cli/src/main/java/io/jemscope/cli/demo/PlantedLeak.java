package io.jemscope.cli.demo;

import java.util.Optional;

/**
 * A leak that the demonstration program says it planted: {@code planted <bytes> <class.method(File.java:line)> <words>}.
 *
 * @param bytes how many bytes it still holds, in the allocator's size classes
 * @param site the Java line, as stack traces print it
 */
public record PlantedLeak(long bytes, String site) {

    private static final String MARK = "planted ";

    /**
     * Reads a line of the program's output.
     *
     * @return the leak; empty where the line tells of none
     */
    public static Optional<PlantedLeak> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] words = line.substring(MARK.length()).split(" ", 3);
        if (words.length < 2 || !words[1].endsWith(")")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PlantedLeak(Long.parseLong(words[0]), words[1]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
