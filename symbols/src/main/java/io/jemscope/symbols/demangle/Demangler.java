package io.jemscope.symbols.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Demangles C++ names of the Itanium ABI ({@code _Z…}), and Rust's names: the legacy form, which looks like C++, and the v0 form
 * ({@code _R…}). Any other name is returned unchanged, and so is a malformed one or one that would become too long.
 *
 * <p>Safe for use by several threads. A name takes some ten microseconds, so callers demangle only names that they show.
 */
public final class Demangler {

    // The longest names of real libraries have some ten thousand characters.
    private static final int MAX_LENGTH = 1 << 15;

    private Demangler() {}

    /**
     * Returns a function's name for reports: without parameters, result and qualifiers, and without the suffixes of clones.
     *
     * @return {@code os::malloc} for {@code _ZN2os6mallocEm8MEMFLAGS}, {@code parse} for {@code parse.part.0}; with template
     *     arguments, without Rust's hashes
     */
    public static String name(String symbol) {
        return demangle(symbol, false);
    }

    /**
     * Returns a function's name with its full signature, for comparison with other tools.
     *
     * @return {@code os::malloc(unsigned long, MEMFLAGS)} for {@code _ZN2os6mallocEm8MEMFLAGS}; a clone's suffix follows
     *     as {@code [clone .part.0]}. Rust's names have no signature.
     */
    static String signature(String symbol) {
        return demangle(symbol, true);
    }

    private static String demangle(String symbol, boolean signature) {
        if (symbol.length() > MAX_LENGTH) {
            return symbol;
        }
        boolean cpp = symbol.startsWith("_Z");
        boolean rust = symbol.startsWith("_R");
        if (!cpp && !rust) {
            return plain(symbol, signature);
        }
        try {
            if (rust) {
                return rust(symbol, signature);
            }
            String legacy = symbol.contains("17h") ? legacyRust(symbol, signature) : null;
            return legacy != null ? legacy : cpp(symbol, signature);
        } catch (MalformedNameException e) {
            return symbol;
        }
    }

    private static String plain(String symbol, boolean signature) {
        if (symbol.indexOf('.', 1) < 0) {
            return symbol;
        }
        int start = CloneSuffixes.start(symbol);
        String name = symbol.substring(0, start);
        return signature ? name + CloneSuffixes.read(new NameCursor(symbol, start)) : name;
    }

    private static String cpp(String symbol, boolean signature) {
        Parse parse = new Parse(symbol, 2);
        Node node = parse.names.encoding();
        String clones = CloneSuffixes.read(parse.cursor);
        return signature ? Printer.print(node) + clones : Printer.print(withoutSignature(node));
    }

    private static String rust(String symbol, boolean signature) {
        NameCursor cursor = new NameCursor(symbol, 2);
        String name = RustV0Name.read(cursor);
        String clones = CloneSuffixes.read(cursor);
        return signature ? name + clones : name;
    }

    /** Returns the name if it is Rust's; null if it is C++'s. */
    private static @Nullable String legacyRust(String symbol, boolean signature) {
        NameCursor cursor = new NameCursor(symbol, 2);
        try {
            String name = cursor.accept('N') ? RustLegacyName.read(cursor) : null;
            String clones = name == null ? "" : CloneSuffixes.read(cursor);
            return name != null && signature ? name + clones : name;
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
