package io.jemscope.symbols.demangle;

/**
 * The suffixes that compilers add to the names of copies and parts of a function: {@code .constprop.0}, {@code .part.3},
 * {@code .cold}, and LLVM's {@code .llvm.} with the hash of a file.
 */
final class CloneSuffixes {

    private static final String LLVM = ".llvm.";

    private CloneSuffixes() {}

    /**
     * Reads the suffixes up to the end of the name.
     *
     * @param cursor behind the mangled name
     * @return the suffixes in the form of other tools, such as {@code  [clone .isra.0] [clone .cold]}; empty if there are none
     */
    static String read(NameCursor cursor) {
        StringBuilder clones = new StringBuilder();
        while (!cursor.atEnd()) {
            StringBuilder clone = new StringBuilder();
            if (cursor.accept(LLVM)) {
                clone.append(LLVM).append(cursor.takeRest());
            } else {
                cursor.expect('.');
                clone.append('.');
                while (!cursor.atEnd() && cursor.peek() != '.') {
                    clone.append(cursor.next());
                }
                while (isNumber(cursor)) {
                    clone.append(cursor.next()).append(cursor.takeDigits());
                }
            }
            clones.append(" [clone ").append(clone).append("]");
        }
        return clones.toString();
    }

    private static boolean isNumber(NameCursor cursor) {
        return cursor.peek() == '.' && cursor.peek(1) >= '0' && cursor.peek(1) <= '9';
    }

    /**
     * Returns the start of the suffixes in a name that isn't mangled. Dots in such names can have other meanings, so only known words
     * of compilers count.
     *
     * @return the index of the first suffix's dot; the name's length if there is none
     */
    static int start(String symbol) {
        int start = symbol.length();
        int end = symbol.length();
        // From the end, so that each word is checked once. A dot at the start is part of the name.
        for (int dot = symbol.lastIndexOf('.'); dot > 0; dot = symbol.lastIndexOf('.', dot - 1)) {
            String word = symbol.substring(dot + 1, end);
            if (isWord(word)) {
                start = dot;
            } else if (!isNumber(word)) {
                return start;
            }
            end = dot;
        }
        return start;
    }

    private static boolean isWord(String word) {
        return switch (word) {
            case "constprop", "isra", "part", "cold", "hot", "warm", "unlikely" -> true;
            case "llvm", "lto_priv", "localalias", "clone", "__uniq" -> true;
            default -> false;
        };
    }

    private static boolean isNumber(String word) {
        for (int index = 0; index < word.length(); index++) {
            if (Character.digit(word.charAt(index), 16) < 0) {
                return false;
            }
        }
        return !word.isEmpty();
    }
}
