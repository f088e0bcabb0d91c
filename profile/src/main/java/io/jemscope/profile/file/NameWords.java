package io.jemscope.profile.file;

/** A file name's words between its dots, taken from the end. */
final class NameWords {

    /** So many digits always fit in a long. */
    private static final int MOST_DIGITS = 18;

    private String left;

    NameWords(String name) {
        left = name;
    }

    /** Takes the last word; an empty one where none is left. */
    String take() {
        int dot = left.lastIndexOf('.');
        String word = left.substring(dot + 1);
        left = dot < 0 ? "" : left.substring(0, dot);
        return word;
    }

    /** Takes the last word if it is a number; else takes nothing and returns -1. */
    long takeNumber() {
        long number = number(left.substring(left.lastIndexOf('.') + 1));
        if (number >= 0) {
            take();
        }
        return number;
    }

    /** The words that weren't taken. */
    String rest() {
        return left;
    }

    /** A whole number of at most 18 digits; -1 for anything else. */
    static long number(String word) {
        if (word.isEmpty() || word.length() > MOST_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < word.length(); i++) {
            int digit = word.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
