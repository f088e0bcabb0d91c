package io.jemscope.cli;

/**
 * The words of a command line, one after the other, as {@link QuickLine} reads them. Whatever isn't plain is given up by
 * {@link Unsure}: a value that begins with a dash, one that is empty or quoted, an option that is there twice.
 */
final class QuickWords {

    /** A command line that only picocli can judge. */
    static final class Unsure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unsure() {
            // Thrown to be caught at once: nobody asks where.
            super(null, null, false, false);
        }
    }

    /** Whole numbers of more digits may be too large. */
    private static final int MOST_DIGITS = 9;

    private final String[] words;
    private final TypedOptions typed;
    private int next;
    private String word = "";
    private int equalsSign;

    /**
     * The words behind a verb.
     *
     * @param words the command line; its first word is the verb
     * @param typed keeps the names that options have
     */
    QuickWords(String[] words, TypedOptions typed) {
        this.words = words;
        this.typed = typed;
        next = 1;
    }

    /** Goes to the next word; false where there is none. */
    boolean advance() {
        if (next == words.length) {
            return false;
        }
        word = words[next++];
        equalsSign = word.indexOf('=');
        return true;
    }

    /** Whether the word names a file. */
    boolean isFile() {
        return isPlain(word);
    }

    String word() {
        return word;
    }

    /** The name of an option that the word is, without the value that may follow in the same word. */
    String name() {
        return equalsSign < 0 ? word : word.substring(0, equalsSign);
    }

    /** Takes the word for a long option that was written with one dash, {@code -top}. */
    void widen() {
        word = "-" + word;
        equalsSign += equalsSign < 0 ? 0 : 1;
    }

    /** An option without a value. */
    boolean flag(String option) {
        if (equalsSign >= 0 || typed.has(option)) {
            throw new Unsure();
        }
        typed.remember(option, word);
        return true;
    }

    /** The value of an option that may be there once. */
    String once(String option) {
        if (typed.has(option)) {
            throw new Unsure();
        }
        return again(option);
    }

    /** The value of an option that may be repeated. */
    String again(String option) {
        typed.remember(option, name());
        String value;
        if (equalsSign >= 0) {
            value = word.substring(equalsSign + 1);
        } else if (next < words.length) {
            value = words[next++];
        } else {
            throw new Unsure();
        }
        if (!isPlain(value)) {
            throw new Unsure();
        }
        return value;
    }

    /** The value of an option that may be repeated, and takes several with commas, which are left to picocli. */
    String single(String option) {
        String value = again(option);
        if (value.indexOf(',') >= 0) {
            throw new Unsure();
        }
        return value;
    }

    /** A whole number. */
    static int whole(String value) {
        if (value.length() > MOST_DIGITS || (value.charAt(0) == '0' && value.length() > 1)) {
            throw new Unsure();
        }
        int number = 0;
        for (int i = 0; i < value.length(); i++) {
            number = number * 10 + digit(value.charAt(i));
        }
        return number;
    }

    /** A number with or without a point. */
    static double fraction(String value) {
        int point = value.indexOf('.');
        for (int i = 0; i < value.length(); i++) {
            if (i != point) {
                digit(value.charAt(i));
            }
        }
        if (point == 0 || point == value.length() - 1) {
            throw new Unsure();
        }
        return Double.parseDouble(value);
    }

    /** One of a few words, in whatever case it is written. */
    static <E extends Enum<E>> E constant(String value, E[] constants) {
        for (E constant : constants) {
            if (constant.name().equalsIgnoreCase(value)) {
                return constant;
            }
        }
        throw new Unsure();
    }

    private static int digit(char letter) {
        if (letter < '0' || letter > '9') {
            throw new Unsure();
        }
        return letter - '0';
    }

    private static boolean isPlain(String value) {
        return !value.isEmpty() && value.charAt(0) != '-' && value.indexOf('"') < 0 && value.indexOf('\'') < 0;
    }
}
