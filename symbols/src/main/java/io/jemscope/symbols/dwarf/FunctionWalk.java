package io.jemscope.symbols.dwarf;

import java.util.Arrays;

/**
 * Walks the entries of a unit and finds the functions, and the functions inlined into them, that cover wanted addresses. The first
 * pass skips functions without wanted addresses, types, and other entries that rarely have code below them. If an address then has
 * no function, a second pass walks these, too: compilers may put a function's entry within another function's or a class's. The
 * object is reused for each unit.
 */
final class FunctionWalk {

    private static final int MAX_DEPTH = 1 << 12;
    // Compilers inline some dozen levels. Deeper functions count for their caller.
    private static final int MAX_INLINING = 256;

    private final CallTree tree;
    private final FunctionNames names;
    private final LineProgram lines;
    private final Budget budget;
    private final CodeRanges code;
    private final Attributes entry = new Attributes();
    private int[] scopes = new int[64];
    private long[] wanted = {};
    private int[] found = {};
    private boolean skipped;

    FunctionWalk(CallTree tree, FunctionNames names, LineProgram lines, Budget budget) {
        this.tree = tree;
        this.names = names;
        this.lines = lines;
        this.code = new CodeRanges(budget);
        this.budget = budget;
    }

    /**
     * Walks a unit.
     *
     * @param unit the unit, its first entry read
     * @param info all its entries
     * @param addresses the wanted addresses, ascending
     * @param functions set to the index in the tree of each address's innermost function; {@link CallTree#NONE} if it has none
     */
    void walk(Unit unit, SectionCursor info, Abbreviations abbreviations, long[] addresses, int[] functions) {
        wanted = addresses;
        found = functions;
        Arrays.fill(functions, CallTree.NONE);
        skipped = false;
        walk(unit, info, abbreviations, false);
        if (skipped && hasMissing()) {
            walk(unit, info, abbreviations, true);
        }
    }

    private boolean hasMissing() {
        for (int function : found) {
            if (function == CallTree.NONE) {
                return true;
            }
        }
        return false;
    }

    private void walk(Unit unit, SectionCursor info, Abbreviations abbreviations, boolean everything) {
        budget.spend(unit.limit - unit.offset);
        info.moveTo(unit.firstEntry);
        int depth = 0;
        // The depth below which entries are skipped one by one, because there is no sibling to jump to.
        int skipDepth = Integer.MAX_VALUE;
        scopes[0] = CallTree.NONE;
        do {
            long number = info.uleb();
            if (number == 0) {
                depth--;
                if (depth <= skipDepth) {
                    skipDepth = Integer.MAX_VALUE;
                }
                continue;
            }
            int abbreviation = abbreviations.find(number);
            int role = abbreviations.role(abbreviation);
            boolean children = abbreviations.hasChildren(abbreviation);
            boolean skipping = skipDepth < depth;
            boolean entered;
            long sibling;
            if (skipping || role < Role.FUNCTION) {
                sibling = abbreviations.skipEntry(info, abbreviation, entry, unit.encoding);
                entered = children && !skipping && descend(role, everything, depth);
            } else {
                entry.clear();
                abbreviations.readEntry(info, abbreviation, entry, unit.encoding);
                sibling = entry.value(Attributes.SIBLING, 0);
                entered = enter(unit, info, abbreviations, role, everything, depth);
            }
            if (!children) {
                continue;
            }
            if (!entered) {
                if (sibling != 0) {
                    jump(unit, info, sibling);
                    continue;
                }
                skipDepth = skipping ? skipDepth : depth;
            }
            depth++;
        } while (depth > 0 && !info.atEnd());
    }

    private static void jump(Unit unit, SectionCursor info, long sibling) {
        long target = unit.offset + sibling;
        if (target <= info.position()) {
            throw new MalformedDwarfException("An entry's sibling is before it");
        }
        info.moveTo(target);
    }

    /** Returns whether to walk the children of an entry without ranges, and sets their scope. */
    private boolean descend(int role, boolean everything, int depth) {
        setScope(depth + 1, role == Role.FUNCTION_WITHOUT_CODE ? CallTree.NONE : scopes[depth]);
        if (role == Role.SCOPE) {
            return true;
        }
        skipped |= role != Role.NOTHING;
        return everything && role != Role.NOTHING;
    }

    /** Handles an entry with ranges; returns whether to walk its children. */
    private boolean enter(
            Unit unit, SectionCursor info, Abbreviations abbreviations, int role, boolean everything, int depth) {
        int outer = scopes[depth];
        boolean coversWanted = coversWanted(unit);
        switch (role) {
            case Role.FUNCTION -> {
                int function = CallTree.NONE;
                if (coversWanted) {
                    function = mark(tree.add(CallTree.NONE, name(unit, info, abbreviations), null, 0));
                }
                setScope(depth + 1, function);
                skipped |= !coversWanted;
                return coversWanted || everything;
            }
            case Role.INLINED -> {
                if (!coversWanted || tree.depth(outer) >= MAX_INLINING) {
                    return false;
                }
                int file = (int) entry.value(Attributes.CALL_FILE, 0);
                int line = (int) Math.max(0, entry.value(Attributes.CALL_LINE, 0));
                int name = name(unit, info, abbreviations);
                setScope(depth + 1, mark(tree.add(outer, name, lines.path(file), line)));
                return true;
            }
            default -> {
                setScope(depth + 1, outer);
                return everything || coversWanted || !CodeRanges.isIn(entry);
            }
        }
    }

    private void setScope(int depth, int function) {
        if (depth == scopes.length) {
            if (depth > MAX_DEPTH) {
                throw new MalformedDwarfException("Entries are nested too deeply");
            }
            scopes = Arrays.copyOf(scopes, 2 * scopes.length);
        }
        scopes[depth] = function;
    }

    private int name(Unit unit, SectionCursor info, Abbreviations abbreviations) {
        return names.of(unit, info, abbreviations, entry);
    }

    private boolean coversWanted(Unit unit) {
        if (!CodeRanges.isIn(entry)) {
            return false;
        }
        code.read(unit, entry);
        for (int range = 0; range < code.count(); range++) {
            int index = lowerBound(code.start(range));
            if (index < wanted.length && wanted[index] < code.limit(range)) {
                return true;
            }
        }
        return false;
    }

    /** Sets the function of the addresses in the entry's ranges; an inner function, which follows, replaces it. */
    private int mark(int function) {
        for (int range = 0; range < code.count(); range++) {
            for (int index = lowerBound(code.start(range));
                    index < wanted.length && wanted[index] < code.limit(range);
                    index++) {
                budget.spend(1);
                found[index] = function;
            }
        }
        return function;
    }

    private int lowerBound(long address) {
        int index = Arrays.binarySearch(wanted, address);
        return index < 0 ? -index - 1 : index;
    }
}
