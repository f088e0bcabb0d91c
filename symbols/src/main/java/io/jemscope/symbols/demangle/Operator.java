package io.jemscope.symbols.demangle;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An operator by its code (Itanium C++ ABI, 5.1.3 "Operator Encodings"). */
final class Operator {

    private static final Map<String, Operator> BY_CODE = new HashMap<>();

    static {
        add(1, "ps + ng - ad & de * co ~ nt ! nw new na new[] dl delete da delete[] aw co_await");
        add(1, "sz sizeof az alignof");
        add(2, "pl + mi - ml * dv / rm % an & or | eo ^ aS = pL += mI -= mL *= dV /= rM %= aN &= oR |= eO ^=");
        add(2, "ls << rs >> lS <<= rS >>= eq == ne != lt < gt > le <= ge >= ss <=> aa && oo || cm , pm ->* pt -> dt .");
        add(2, "ds .* cl () ix []");
        add(1, "pp ++ mm --");
        add(3, "qu ?");
    }

    private final String symbol;
    private final int operands;

    private Operator(String symbol, int operands) {
        this.symbol = symbol;
        this.operands = operands;
    }

    private static void add(int operands, String codesAndSymbols) {
        String[] words = codesAndSymbols.split(" ", -1);
        for (int at = 0; at < words.length; at += 2) {
            BY_CODE.put(words[at], new Operator(words[at + 1], operands));
        }
    }

    /** Reads the operator at the cursor; null if there is none. */
    static @Nullable Operator accept(NameCursor cursor) {
        Operator operator = BY_CODE.get("" + cursor.peek() + cursor.peek(1));
        if (operator != null) {
            cursor.take(2);
        }
        return operator;
    }

    String symbol() {
        return symbol;
    }

    int operands() {
        return operands;
    }

    /** The name of a function that overloads the operator. */
    String functionName() {
        return "operator" + (isWord() ? " " : "") + symbol;
    }

    boolean isWord() {
        return Character.isLetter(symbol.charAt(0));
    }
}
