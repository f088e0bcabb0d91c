package io.jemscope.httpd;

import java.nio.charset.StandardCharsets;

/** What callers have sent, made short enough for a line. What is cut off leaves a mark. */
final class ShortText {

    private static final char CUT = '…';

    private ShortText() {}

    /** Adds a text. */
    static void add(StringBuilder to, String text, int mostCharacters) {
        if (text.length() <= mostCharacters) {
            to.append(text);
        } else {
            to.append(text, 0, mostCharacters).append(CUT);
        }
    }

    /**
     * Adds a body, with one blank for each run of blanks, and none around it: JSON may have any number of them between its words,
     * which would push these out of what is shown. What stands in quotes is as it is.
     */
    static void addWithoutBlanks(StringBuilder to, byte[] body, int mostBytes) {
        byte[] shown = new byte[Math.min(body.length, mostBytes)];
        int count = 0;
        boolean quoted = false;
        boolean escaped = false;
        boolean blank = false;
        boolean cut = false;
        for (int i = 0; i < body.length && !cut; i++) {
            byte b = body[i];
            if (!quoted && isBlank(b)) {
                blank = count > 0;
                continue;
            }
            cut = count + (blank ? 2 : 1) > shown.length;
            if (!cut) {
                if (blank) {
                    shown[count++] = ' ';
                    blank = false;
                }
                shown[count++] = b;
                quoted ^= b == '"' && !escaped;
                escaped = quoted && b == '\\' && !escaped;
            }
        }
        to.append(new String(shown, 0, count, StandardCharsets.UTF_8));
        if (cut) {
            to.append(CUT);
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}
