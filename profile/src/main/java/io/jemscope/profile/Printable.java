package io.jemscope.profile;

/** Texts that come from files anybody may have made, as they may stand in one line of a terminal or of a text file. */
public final class Printable {

    private Printable() {}

    /**
     * A text without what ends a line or steers a terminal.
     *
     * @return the same with a question mark for each control character; the text itself if it has none
     */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return replaced(text, i);
            }
        }
        return text;
    }

    private static String replaced(String text, int from) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = from; i < plain.length(); i++) {
            if (Character.isISOControl(plain.charAt(i))) {
                plain.setCharAt(i, '?');
            }
        }
        return plain.toString();
    }
}
