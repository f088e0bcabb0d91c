package io.jemscope.report;

/** Sentences on a terminal: a line that is too wide is broken at a blank, where the terminal would break it within a word. */
public final class Wrapping {

    private static final String DEEPER = "  ";

    private Wrapping() {}

    /**
     * Breaks the lines that are too wide. What follows a break stands a little deeper than the line it belongs to. A word
     * that is too wide by itself stays whole.
     *
     * @param text the text; lines that fit stay as they are
     * @param columns how wide a line should be at most
     * @return the text with more line breaks
     */
    public static String fit(String text, int columns) {
        if (columns == Integer.MAX_VALUE) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 64);
        int begin = 0;
        while (begin < text.length()) {
            int end = text.indexOf('\n', begin);
            appendLine(out, text.substring(begin, end < 0 ? text.length() : end), columns);
            if (end < 0) {
                break;
            }
            out.append('\n');
            begin = end + 1;
        }
        return out.toString();
    }

    private static void appendLine(StringBuilder out, String line, int columns) {
        String words = line.stripLeading();
        String indent = line.substring(0, line.length() - words.length());
        String deeper = indent + DEEPER;
        int end = endOfLine(words, columns - indent.length());
        out.append(indent);
        while (end < words.length()) {
            out.append(words.substring(0, end).stripTrailing()).append('\n').append(deeper);
            words = words.substring(end).stripLeading();
            end = endOfLine(words, columns - deeper.length());
        }
        out.append(words);
    }

    /** Where a sentence is broken: at the last blank that fits, else at the first one. */
    static int endOfLine(String sentence, int columns) {
        if (DisplayWidth.of(sentence) <= columns) {
            return sentence.length();
        }
        int end = -1;
        for (int blank = sentence.indexOf(' '); blank >= 0; blank = sentence.indexOf(' ', blank + 1)) {
            if (end >= 0 && DisplayWidth.of(sentence.substring(0, blank)) > columns) {
                return end;
            }
            end = blank;
        }
        return end < 0 ? sentence.length() : end;
    }
}
