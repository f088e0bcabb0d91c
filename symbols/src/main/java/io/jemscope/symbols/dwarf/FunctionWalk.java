package io.jemscope.symbols.dwarf;

import java.util.Arrays;

/**
 * Goes through the entries of a unit and finds the functions, and those inlined in them, that hold wanted addresses.
 * Functions that hold none are stepped over whole; so are types and whatever else seldom holds code, on a first pass. Only
 * where that leaves an address without a function are these gone through, too: compilers may put a function's entry within
 * another's, or within a class. The object is used again for each unit.
 */
final class FunctionWalk {

    private static final int DEEPEST = 1 << 12;
    // Compilers inline some dozen deep. What is deeper counts for the function it stands in.
    private static final int DEEPEST_INLINING = 256;

    private final CallTree tree;
    private final FunctionNames names;
    private final LineProgram lines;
    private final Ranges ranges;
    private final Budget budget;
    private final RangeSet code = new RangeSet();
    private final Attributes entry = new Attributes();
    private int[] scopes = new int[64];
    private long[] wanted = {};
    private int[] found = {};
    private boolean steppedOver;

    FunctionWalk(CallTree tree, FunctionNames names, LineProgram lines, Budget budget) {
        this.tree = tree;
        this.names = names;
        this.lines = lines;
        this.ranges = new Ranges(budget);
        this.budget = budget;
    }

    /**
     * Goes through a unit.
     *
     * @param unit the unit, its first entry read
     * @param info its entries, whole
     * @param abbreviations their shapes
     * @param addresses the wanted addresses, ascending
     * @param functions takes the index of the innermost function of each in the tree; {@link CallTree#NONE} where there is none
     */
    void walk(Unit unit, Cursor info, Abbreviations abbreviations, long[] addresses, int[] functions) {
        wanted = addresses;
        found = functions;
        Arrays.fill(functions, CallTree.NONE);
        steppedOver = false;
        walk(unit, info, abbreviations, false);
        if (steppedOver && hasMissing()) {
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

    private void walk(Unit unit, Cursor info, Abbreviations abbreviations, boolean everything) {
        budget.spend(unit.limit - unit.offset);
        info.moveTo(unit.firstEntry);
        int depth = 0;
        // The depth from which on entries are stepped over one by one, for want of a sibling to go on with.
        int passed = Integer.MAX_VALUE;
        scopes[0] = CallTree.NONE;
        do {
            long code = info.uleb();
            if (code == 0) {
                depth--;
                if (depth <= passed) {
                    passed = Integer.MAX_VALUE;
                }
                continue;
            }
            int shape = abbreviations.shape(code);
            int role = abbreviations.role(shape);
            boolean children = abbreviations.hasChildren(shape);
            boolean passing = passed < depth;
            boolean entered;
            long sibling;
            if (passing || role < Role.FUNCTION) {
                sibling = abbreviations.stepOver(info, shape, entry, unit.encoding);
                entered = children && !passing && descend(role, everything, depth);
            } else {
                entry.clear();
                abbreviations.readEntry(info, shape, entry, unit.encoding);
                sibling = entry.value(Attributes.SIBLING, 0);
                entered = enter(unit, info, abbreviations, role, everything, depth);
            }
            if (!children) {
                continue;
            }
            if (!entered) {
                if (sibling != 0) {
                    leap(unit, info, sibling);
                    continue;
                }
                passed = passing ? passed : depth;
            }
            depth++;
        } while (depth > 0 && !info.atEnd());
    }

    private static void leap(Unit unit, Cursor info, long sibling) {
        long target = unit.offset + sibling;
        if (target <= info.position()) {
            throw new MalformedDwarfException("An entry's sibling stands before it");
        }
        info.moveTo(target);
    }

    /** Says whether the children of an entry that says of no code are to be gone through, and sets the scope for them. */
    private boolean descend(int role, boolean everything, int depth) {
        setScope(depth + 1, role == Role.FUNCTION_ELSEWHERE ? CallTree.NONE : scopes[depth]);
        if (role == Role.SCOPE) {
            return true;
        }
        steppedOver |= role != Role.NOTHING;
        return everything && role != Role.NOTHING;
    }

    /** Looks at an entry that says where its code is; says whether its children are to be gone through. */
    private boolean enter(
            Unit unit, Cursor info, Abbreviations abbreviations, int role, boolean everything, int depth) {
        int outer = scopes[depth];
        boolean holdsWanted = holdsWanted(unit);
        switch (role) {
            case Role.FUNCTION -> {
                int function = CallTree.NONE;
                if (holdsWanted) {
                    function = mark(tree.add(CallTree.NONE, name(unit, info, abbreviations), null, 0));
                }
                setScope(depth + 1, function);
                steppedOver |= !holdsWanted;
                return holdsWanted || everything;
            }
            case Role.INLINED -> {
                if (!holdsWanted || tree.depth(outer) >= DEEPEST_INLINING) {
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
                return everything || holdsWanted || !Ranges.isTold(entry);
            }
        }
    }

    private void setScope(int depth, int function) {
        if (depth == scopes.length) {
            if (depth > DEEPEST) {
                throw new MalformedDwarfException("Entries within entries beyond all bounds");
            }
            scopes = Arrays.copyOf(scopes, 2 * scopes.length);
        }
        scopes[depth] = function;
    }

    private int name(Unit unit, Cursor info, Abbreviations abbreviations) {
        return names.of(unit, info, abbreviations, entry);
    }

    private boolean holdsWanted(Unit unit) {
        if (!Ranges.isTold(entry)) {
            return false;
        }
        ranges.read(unit, entry, code);
        for (int range = 0; range < code.count(); range++) {
            int index = lowerBound(code.start(range));
            if (index < wanted.length && wanted[index] < code.limit(range)) {
                return true;
            }
        }
        return false;
    }

    /** Gives the addresses in the entry's ranges the function; one further in comes later and takes its own from it. */
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
