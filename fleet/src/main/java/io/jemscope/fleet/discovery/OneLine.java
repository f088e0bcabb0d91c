package io.jemscope.fleet.discovery;

/** Texts of other programs for the log: short, on one line, and without control characters. */
final class OneLine {

    private static final int MOST_CHARACTERS = 200;

    private OneLine() {}

    static String of(String text) {
        String line = text.substring(0, Math.min(text.length(), MOST_CHARACTERS))
                .lines()
                .findFirst()
                .orElse("");
        return line.replaceAll("\\p{C}", "?") + (line.length() < text.length() ? "…" : "");
    }
}
