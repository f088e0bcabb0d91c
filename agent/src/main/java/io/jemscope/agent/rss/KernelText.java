package io.jemscope.agent.rss;

/** Numbers in the kernel's texts, of which each line is a name and a number. */
final class KernelText {

    private static final int MOST_DIGITS = 15;

    private KernelText() {}

    /**
     * The number of a line.
     *
     * @param text the lines
     * @param name what the line begins with, up to a blank or the number
     * @return the number; 0 where there is no such line, or it is larger than any amount of memory
     */
    static long number(String text, String name) {
        int at = text.startsWith(name) ? 0 : text.indexOf("\n" + name) + 1;
        if (at == 0 && !text.startsWith(name)) {
            return 0;
        }
        return leading(text, at + name.length());
    }

    /** The number that begins behind blanks. */
    static long leading(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        int first = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at == first || at - first > MOST_DIGITS ? 0 : Long.parseLong(text.substring(first, at));
    }
}
