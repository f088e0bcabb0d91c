package io.jemscope.symbols.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Rust's v0 mangling ({@code _R…}; RFC 2603 and the rustc book, "v0 Symbol Format"): the paths, types and constants of a function
 * in the order of Rust's source. So a name is printed while it is read, and a back reference is read again at its target.
 *
 * <p>Hashes of crates and types of constants are omitted. Back references can make names exponentially long, and can take time
 * without printing much: length, steps and depth are bounded.
 */
final class RustV0Name {

    private static final int MAX_LENGTH = 1 << 15;
    private static final int MAX_STEPS = 1 << 15;
    private static final int LETTERS = 26;

    private final NameCursor cursor;
    private final int start;
    private final StringBuilder out = new StringBuilder();
    private int steps;
    private int silent;
    private long boundLifetimes;

    private RustV0Name(NameCursor cursor) {
        this.cursor = cursor;
        this.start = cursor.position();
    }

    /**
     * Reads a name.
     *
     * @param cursor behind the {@code _R}; moved behind the name and its instantiating crate
     * @throws MalformedNameException if it is malformed or becomes too long
     */
    static String read(NameCursor cursor) {
        RustV0Name name = new RustV0Name(cursor);
        name.path(true);
        if (isUpper(cursor.peek())) {
            name.silently(() -> name.path(false));
        }
        return name.out.toString();
    }

    private void print(String text) {
        if (silent == 0) {
            if (out.length() + text.length() > MAX_LENGTH) {
                throw new MalformedNameException("too long");
            }
            out.append(text);
        }
    }

    private void silently(Runnable part) {
        silent++;
        part.run();
        silent--;
    }

    private void enter() {
        if (++steps > MAX_STEPS) {
            throw new MalformedNameException("too long");
        }
        cursor.enter();
    }

    /** Reads an earlier part of the name again, if it is printed. */
    private void reference(Runnable part) {
        int here = cursor.position() - 1;
        long target = start + base62();
        if (target < start || target >= here) {
            throw cursor.malformed();
        }
        if (silent == 0) {
            int behind = cursor.position();
            cursor.moveTo((int) target);
            part.run();
            cursor.moveTo(behind);
        }
    }

    private void path(boolean value) {
        enter();
        switch (cursor.next()) {
            case 'C' -> {
                disambiguator();
                print(identifier());
            }
            case 'N' -> nested(value);
            case 'M' -> {
                implementation();
                print("<");
                type();
                print(">");
            }
            case 'X' -> {
                implementation();
                implemented();
            }
            case 'Y' -> implemented();
            case 'I' -> {
                path(value);
                print(value ? "::<" : "<");
                list(this::argument);
                print(">");
            }
            case 'B' -> reference(() -> path(value));
            default -> throw cursor.malformed();
        }
        cursor.leave();
    }

    /** Skips the path of an implementation: the type says more. */
    private void implementation() {
        disambiguator();
        silently(() -> path(false));
    }

    private void implemented() {
        print("<");
        type();
        print(" as ");
        path(false);
        print(">");
    }

    private void nested(boolean value) {
        char space = cursor.next();
        if (!isUpper(space) && !(space >= 'a' && space <= 'z')) {
            throw cursor.malformed();
        }
        path(value);
        long number = disambiguator();
        String name = identifier();
        if (isUpper(space)) {
            String kind = space == 'C' ? "closure" : space == 'S' ? "shim" : String.valueOf(space);
            print("::{" + kind + (name.isEmpty() ? "" : ":" + name) + "#" + Long.toUnsignedString(number) + "}");
        } else if (!name.isEmpty()) {
            print("::" + name);
        }
    }

    private void argument() {
        if (cursor.accept('L')) {
            lifetime(base62());
        } else if (cursor.accept('K')) {
            constant(false);
        } else {
            type();
        }
    }

    private void type() {
        String basic = basicType(cursor.peek());
        if (basic != null) {
            cursor.next();
            print(basic);
            return;
        }
        enter();
        switch (cursor.peek()) {
            case 'R' -> referenceType("&", "");
            case 'Q' -> referenceType("&", "mut ");
            case 'P' -> {
                prefix("*const ");
                type();
            }
            case 'O' -> {
                prefix("*mut ");
                type();
            }
            case 'A', 'S' -> array();
            case 'T' -> {
                cursor.next();
                tuple(this::type);
            }
            case 'F' -> {
                cursor.next();
                bind(this::function);
            }
            case 'D' -> {
                prefix("dyn ");
                bind(() -> list(this::dynamicTrait, " + "));
                cursor.expect('L');
                long lifetime = base62();
                if (lifetime != 0) {
                    print(" + ");
                    lifetime(lifetime);
                }
            }
            case 'W' -> {
                cursor.next();
                type();
                print(" is ");
                pattern();
            }
            case 'B' -> {
                cursor.next();
                reference(this::type);
            }
            default -> path(false);
        }
        cursor.leave();
    }

    private void prefix(String prefix) {
        cursor.next();
        print(prefix);
    }

    private void referenceType(String sign, String mutability) {
        cursor.next();
        print(sign);
        if (cursor.accept('L')) {
            long lifetime = base62();
            if (lifetime != 0) {
                lifetime(lifetime);
                print(" ");
            }
        }
        print(mutability);
        type();
    }

    private void array() {
        boolean sized = cursor.next() == 'A';
        print("[");
        type();
        if (sized) {
            print("; ");
            constant(true);
        }
        print("]");
    }

    private void tuple(Runnable element) {
        print("(");
        print(list(element) == 1 ? ",)" : ")");
    }

    private void function() {
        boolean unsafe = cursor.accept('U');
        String convention = "";
        if (cursor.accept('K')) {
            convention = cursor.accept('C') ? "C" : plainIdentifier().replace('_', '-');
            if (convention.isEmpty()) {
                throw cursor.malformed();
            }
        }
        print(unsafe ? "unsafe " : "");
        print(convention.isEmpty() ? "" : "extern \"" + convention + "\" ");
        print("fn(");
        list(this::type);
        print(")");
        if (!cursor.accept('u')) {
            print(" -> ");
            type();
        }
    }

    private void dynamicTrait() {
        boolean open = openPath();
        while (cursor.accept('p')) {
            print(open ? ", " : "<");
            open = true;
            print(identifier() + " = ");
            if (cursor.accept('K')) {
                constant(false);
            } else {
                type();
            }
        }
        print(open ? ">" : "");
    }

    /** Prints a trait's path, with its arguments open for associated types; returns whether it has arguments. */
    private boolean openPath() {
        if (cursor.accept('B')) {
            boolean[] open = new boolean[1];
            reference(() -> open[0] = openPath());
            return open[0];
        }
        boolean open = cursor.accept('I');
        path(false);
        if (open) {
            print("<");
            list(this::argument);
        }
        return open;
    }

    private void pattern() {
        enter();
        switch (cursor.next()) {
            case 'R' -> {
                constant(false);
                print("..=");
                constant(false);
            }
            case 'O' -> list(this::pattern, " | ");
            case 'N' -> print("!null");
            default -> throw cursor.malformed();
        }
        cursor.leave();
    }

    /** Prints a constant: in braces if it isn't a literal, unless it is part of another constant ({@code inner}). */
    private void constant(boolean inner) {
        enter();
        char kind = cursor.next();
        switch (kind) {
            case 'p' -> print("_");
            case 'h', 't', 'm', 'y', 'o', 'j' -> print(number());
            case 'a', 's', 'l', 'x', 'n', 'i' -> {
                print(cursor.accept('n') ? "-" : "");
                print(number());
            }
            case 'b' -> print(bool());
            case 'c' -> print(RustText.quoted(character(), '\''));
            case 'B' -> reference(() -> constant(inner));
            case 'R' -> {
                if (cursor.accept('e')) {
                    print(string());
                } else {
                    braced(inner, () -> pointed("&"));
                }
            }
            case 'e' -> braced(inner, () -> print("*" + string()));
            case 'Q' -> braced(inner, () -> pointed("&mut "));
            case 'A' ->
                braced(inner, () -> {
                    print("[");
                    list(() -> constant(true));
                    print("]");
                });
            case 'T' -> braced(inner, () -> tuple(() -> constant(true)));
            case 'V' -> braced(inner, this::variant);
            default -> throw cursor.malformed();
        }
        cursor.leave();
    }

    private void braced(boolean inner, Runnable part) {
        print(inner ? "" : "{");
        part.run();
        print(inner ? "" : "}");
    }

    private void pointed(String sign) {
        print(sign);
        constant(true);
    }

    private void variant() {
        path(true);
        switch (cursor.next()) {
            case 'U' -> {
                // No fields.
            }
            case 'T' -> {
                print("(");
                list(() -> constant(true));
                print(")");
            }
            case 'S' -> {
                print(" { ");
                list(() -> {
                    disambiguator();
                    print(identifier() + ": ");
                    constant(true);
                });
                print(" }");
            }
            default -> throw cursor.malformed();
        }
    }

    private String number() {
        String digits = hex();
        return digits.length() > 16 ? "0x" + digits : Long.toUnsignedString(value(digits));
    }

    private String bool() {
        String digits = hex();
        if (!digits.isEmpty() && !digits.equals("1")) {
            throw cursor.malformed();
        }
        return digits.isEmpty() ? "false" : "true";
    }

    private String character() {
        String digits = hex();
        long code = digits.length() > 6 ? -1 : value(digits);
        if (code < 0 || code > Character.MAX_CODE_POINT || (code >= 0xd800 && code < 0xe000)) {
            throw cursor.malformed();
        }
        return Character.toString((int) code);
    }

    private String string() {
        String text = RustText.utf8(hexDigits());
        if (text == null) {
            throw cursor.malformed();
        }
        return RustText.quoted(text, '"');
    }

    /** Reads a number's digits without leading zeros. */
    private String hex() {
        String digits = hexDigits();
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return digits.substring(zeros);
    }

    private static long value(String digits) {
        return digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits, 16);
    }

    private String hexDigits() {
        int length = 0;
        for (char c = cursor.peek(); (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); c = cursor.peek(length)) {
            length++;
        }
        String digits = cursor.take(length);
        cursor.expect('_');
        return digits;
    }

    /** Reads a part with bound lifetimes: {@code for<'a, 'b> …}. */
    private void bind(Runnable part) {
        long count = cursor.accept('G') ? increment(base62()) : 0;
        if (count < 0 || count > MAX_LENGTH) {
            throw new MalformedNameException("too long");
        }
        if (count > 0 && silent == 0) {
            print("for<");
            for (long index = 0; index < count; index++) {
                boundLifetimes++;
                print(index == 0 ? "" : ", ");
                lifetime(1);
            }
            print("> ");
        }
        part.run();
        boundLifetimes -= silent == 0 ? count : 0;
    }

    /** Prints a lifetime by its distance to the innermost binder: 1 is the last one, 0 is {@code '_}. */
    private void lifetime(long index) {
        if (silent > 0) {
            return;
        }
        if (index == 0) {
            print("'_");
            return;
        }
        long depth = boundLifetimes - index;
        if (index < 0 || depth < 0) {
            throw cursor.malformed();
        }
        print(depth < LETTERS ? "'" + (char) ('a' + depth) : "'_" + depth);
    }

    private int list(Runnable element) {
        return list(element, ", ");
    }

    private int list(Runnable element, String separator) {
        int count = 0;
        while (!cursor.accept('E')) {
            if (++steps > MAX_STEPS) {
                throw new MalformedNameException("too long");
            }
            print(count == 0 ? "" : separator);
            element.run();
            count++;
        }
        return count;
    }

    private long disambiguator() {
        return cursor.accept('s') ? increment(base62()) : 0;
    }

    private String identifier() {
        if (!cursor.accept('u')) {
            return plainIdentifier();
        }
        String text = plainIdentifier();
        int split = text.lastIndexOf('_');
        String basic = split < 0 ? "" : text.substring(0, split);
        String codes = text.substring(split + 1);
        if (codes.isEmpty()) {
            throw cursor.malformed();
        }
        String decoded = RustText.decode(basic, codes);
        return decoded != null ? decoded : "punycode{" + (basic.isEmpty() ? "" : basic + "-") + codes + "}";
    }

    private String plainIdentifier() {
        if (!cursor.peekDigit()) {
            throw cursor.malformed();
        }
        // A number with a leading zero is 0.
        int length = cursor.accept('0') ? 0 : cursor.number();
        cursor.accept('_');
        return cursor.take(length);
    }

    /** Reads a base-62 number, lower case before upper case: {@code _} is 0, {@code 0_} is 1. */
    private long base62() {
        if (cursor.accept('_')) {
            return 0;
        }
        long number = 0;
        while (!cursor.accept('_')) {
            long digit = digit62(cursor.next());
            // Hashes of crates use all 64 bits.
            if (Long.compareUnsigned(number, Long.divideUnsigned(-1 - digit, 62)) > 0) {
                throw cursor.malformed();
            }
            number = number * 62 + digit;
        }
        return increment(number);
    }

    private int digit62(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        if (c >= 'a' && c <= 'z') {
            return c - 'a' + 10;
        }
        if (isUpper(c)) {
            return c - 'A' + 36;
        }
        throw cursor.malformed();
    }

    private long increment(long number) {
        if (number == -1) {
            throw cursor.malformed();
        }
        return number + 1;
    }

    private static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }

    private static @Nullable String basicType(char tag) {
        return switch (tag) {
            case 'a' -> "i8";
            case 'b' -> "bool";
            case 'c' -> "char";
            case 'd' -> "f64";
            case 'e' -> "str";
            case 'f' -> "f32";
            case 'h' -> "u8";
            case 'i' -> "isize";
            case 'j' -> "usize";
            case 'l' -> "i32";
            case 'm' -> "u32";
            case 'n' -> "i128";
            case 'o' -> "u128";
            case 'p' -> "_";
            case 's' -> "i16";
            case 't' -> "u16";
            case 'u' -> "()";
            case 'v' -> "...";
            case 'x' -> "i64";
            case 'y' -> "u64";
            case 'z' -> "!";
            default -> null;
        };
    }
}
