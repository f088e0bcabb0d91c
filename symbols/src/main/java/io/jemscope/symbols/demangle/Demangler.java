package io.jemscope.symbols.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Turns a symbol's name into the name its author wrote. C++ names of the Itanium ABI are understood ({@code _Z…}), and Rust's,
 * both the older ones that pass for C++'s and the newer ones ({@code _R…}); every other name, and one that isn't
 * well-formed or would grow beyond bounds, is given back as it is.
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
     * @return {@code os::malloc} for {@code _ZN2os6mallocEm8MEMFLAGS}, {@code parse} for {@code parse.part.0}; template
     *     arguments are kept, and hashes that Rust adds to a name aren't
     */
    public static String name(String symbol) {
        return demangle(symbol, false);
    }

    /**
     * A function's name with its whole signature.
     *
     * @param symbol the symbol's name
     * @return {@code os::malloc(unsigned long, MEMFLAGS)} for {@code _ZN2os6mallocEm8MEMFLAGS}; a clone's suffix follows
     *     as {@code [clone .part.0]}. Rust's names have no signature.
     */
    public static String signature(String symbol) {
        return demangle(symbol, true);
    }

    private static String demangle(String symbol, boolean whole) {
        if (symbol.length() > LONGEST) {
            return symbol;
        }
        boolean cpp = symbol.startsWith("_Z");
        boolean rust = symbol.startsWith("_R");
        if (!cpp && !rust) {
            return plain(symbol, whole);
        }
        try {
            if (rust) {
                return rust(symbol, whole);
            }
            String legacy = symbol.contains("17h") ? legacyRust(symbol, whole) : null;
            return legacy != null ? legacy : cpp(symbol, whole);
        } catch (MalformedNameException e) {
            return symbol;
        }
    }

    private static String plain(String symbol, boolean whole) {
        if (symbol.indexOf('.', 1) < 0) {
            return symbol;
        }
        int start = Clones.start(symbol);
        String name = symbol.substring(0, start);
        return whole ? name + Clones.read(new Cursor(symbol, start)) : name;
    }

    private static String cpp(String symbol, boolean whole) {
        Parse parse = new Parse(symbol, 2);
        Node node = parse.names.encoding();
        String clones = Clones.read(parse.cursor);
        return whole ? Printer.print(node) + clones : Printer.print(withoutSignature(node));
    }

    private static String rust(String symbol, boolean whole) {
        Cursor cursor = new Cursor(symbol, 2);
        String name = RustName.read(cursor);
        String clones = Clones.read(cursor);
        return whole ? name + clones : name;
    }

    /** The name where it is one of Rust's; null where it must be C++'s. */
    private static @Nullable String legacyRust(String symbol, boolean whole) {
        Cursor cursor = new Cursor(symbol, 2);
        try {
            String name = cursor.accept('N') ? RustLegacyName.read(cursor) : null;
            String clones = name == null ? "" : Clones.read(cursor);
            return name != null && whole ? name + clones : name;
        } catch (MalformedNameException e) {
            return null;
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
}
