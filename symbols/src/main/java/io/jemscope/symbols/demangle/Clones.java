package io.jemscope.symbols.demangle;

/**
 * What compilers hang on the names of copies and parts that they make of a function: {@code .constprop.0}, {@code .part.3},
 * {@code .cold}, and LLVM's {@code .llvm.} with the hash of a file.
 */
final class Clones {

    private static final String LLVM = ".llvm.";

    private Clones() {}

    /**
     * Reads them, up to the end of the name.
     *
     * @param cursor behind the mangled name
     * @return them as the usual tools show them, such as {@code  [clone .isra.0] [clone .cold]}; empty where there are none
     */
    static String read(Cursor cursor) {
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

    private static boolean isNumber(Cursor cursor) {
        return cursor.peek() == '.' && cursor.peek(1) >= '0' && cursor.peek(1) <= '9';
    }

    /**
     * Where they begin in a name that isn't mangled. Such names have dots of other meanings, too, so only the words that
     * compilers are known to use count.
     *
     * @param symbol the name
     * @return the index of their first dot; the name's length where there are none
     */
    static int start(String symbol) {
        int start = symbol.length();
        int end = symbol.length();
        // From the end, so that each word is looked at once. A name doesn't begin with a dot: one there belongs to it.
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
