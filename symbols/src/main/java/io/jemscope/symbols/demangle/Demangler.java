package io.jemscope.symbols.demangle;

/**
 * Turns a symbol's name into the name its author wrote. C++ names of the Itanium ABI are understood ({@code _Z…}); every
 * other name, and one that isn't well-formed or would grow beyond bounds, is given back as it is.
 *
 * <p>Safe for use by several threads. Costs some ten microseconds a name, so it is asked for names that are shown.
 */
public final class Demangler {

    // The longest names of real libraries have some ten thousand characters.
    private static final int LONGEST = 1 << 15;

    private Demangler() {}

    /**
     * A function's name without its parameters, result and qualifiers, and without the suffix of a clone that the
     * compiler made of it: what reports show and group by.
     *
     * @param symbol the symbol's name
     * @return {@code os::malloc} for {@code _ZN2os6mallocEm8MEMFLAGS}; template arguments are kept
     */
    public static String name(String symbol) {
        return demangle(symbol, false);
    }

    /**
     * A function's name with its whole signature.
     *
     * @param symbol the symbol's name
     * @return {@code os::malloc(unsigned long, MEMFLAGS)} for {@code _ZN2os6mallocEm8MEMFLAGS}; a clone's suffix follows
     *     as {@code [clone .part.0]}
     */
    public static String signature(String symbol) {
        return demangle(symbol, true);
    }

    private static String demangle(String symbol, boolean whole) {
        if (!symbol.startsWith("_Z") || symbol.length() > LONGEST) {
            return symbol;
        }
        try {
            Parse parse = new Parse(symbol, 2);
            Node node = parse.names.encoding();
            String clones = clones(parse.cursor);
            return whole ? Printer.print(node) + clones : Printer.print(withoutSignature(node));
        } catch (MalformedNameException e) {
            return symbol;
        }
    }

    private static Node withoutSignature(Node node) {
        if (node instanceof NameNodes.Encoding encoding) {
            return encoding.name();
        }
        return node instanceof NameNodes.Special special
                ? new NameNodes.Special(special.prefix(), withoutSignature(special.entity()))
                : node;
    }

    /** The suffixes of clones, {@code .constprop.0} and the like, up to the end of the name. */
    private static String clones(Cursor cursor) {
        StringBuilder clones = new StringBuilder();
        while (!cursor.atEnd()) {
            StringBuilder clone = new StringBuilder();
            cursor.expect('.');
            clone.append('.');
            while (!cursor.atEnd() && cursor.peek() != '.') {
                clone.append(cursor.next());
            }
            while (cursor.peek() == '.' && cursor.peek(1) >= '0' && cursor.peek(1) <= '9') {
                clone.append(cursor.next()).append(cursor.takeDigits());
            }
            clones.append(" [clone ").append(clone).append("]");
        }
        return clones.toString();
    }
}
