package io.jemscope.symbols.elf;

import org.jspecify.annotations.Nullable;

/** A symbol that covers a wanted address. Of several, the smallest has the best name. */
final class Candidate implements Comparable<Candidate> {

    private final SymbolTable table;
    private final long word;
    private final long start;
    private final long bytes;
    private @Nullable String name;
    private @Nullable Symbol symbol;

    Candidate(SymbolTable table, long word, long start, long bytes) {
        this.table = table;
        this.word = word;
        this.start = start;
        this.bytes = bytes;
    }

    /** Read on demand: most addresses have one candidate, and most comparisons don't need the name. */
    String name() {
        String known = name;
        if (known == null) {
            known = table.name(word);
            name = known;
        }
        return known;
    }

    /** Returns the same instance for each address that the function covers. */
    Symbol toSymbol() {
        Symbol known = symbol;
        if (known == null) {
            known = new Symbol(name(), start, bytes);
            symbol = known;
        }
        return known;
    }

    @Override
    public int compareTo(Candidate that) {
        int order = Long.compare(that.start, start);
        order = order != 0 ? order : Long.compare(bytes, that.bytes);
        order = order != 0 ? order : Boolean.compare(that.isTyped(), isTyped());
        order = order != 0 ? order : Boolean.compare(isLocal(), that.isLocal());
        return order != 0 ? order : compareNames(name(), that.name());
    }

    private boolean isTyped() {
        return SymbolTable.isTypedFunction(word);
    }

    private boolean isLocal() {
        return SymbolTable.isLocal(word);
    }

    private static int compareNames(String one, String other) {
        int order = Boolean.compare(one.isEmpty(), other.isEmpty());
        order = order != 0 ? order : Integer.compare(leadingUnderscores(one), leadingUnderscores(other));
        order = order != 0 ? order : Integer.compare(one.length(), other.length());
        return order != 0 ? order : one.compareTo(other);
    }

    private static int leadingUnderscores(String name) {
        int count = 0;
        while (count < name.length() && name.charAt(count) == '_') {
            count++;
        }
        return count;
    }
}
