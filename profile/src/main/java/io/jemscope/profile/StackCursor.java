package io.jemscope.profile;

import java.util.Arrays;

/**
 * Reads the stacks of samples as numbers of locations, one after the other, without making anything for each, and no
 * further outwards than the caller reads. Not safe for several threads.
 */
public final class StackCursor {

    /** The index of no location. */
    public static final int NONE = -1;

    private static final int NOWHERE = StackPool.EMPTY - 1;

    /** How many numbers are read at once. */
    private static final int STEP = 8;

    /** The sign bit of a trait: the location may be left out. The other seven bits are the caller's. */
    private static final int MAYBE_NEEDLESS = Byte.MIN_VALUE;

    private static final char[] NO_PIECES = {StackPool.END};

    private final StackPool stacks;
    private final IntBlocks stackOf;
    private final StackTrimmer trimmer;
    private final byte[] needlessness;
    private int stack = NOWHERE;

    /** Where the stack stands, and how far in it was read. */
    private char[] pieces = NO_PIECES;

    private int at;

    /** Where it is read from at first: behind what is left out. */
    private int begin;

    /** How many numbers are read. */
    private int read;

    private int[] numbers = new int[32];

    /** By number, what {@link #unite} looks at, {@link #MAYBE_NEEDLESS} among it; and the bits for which it looks twice. */
    private byte[] lookedFor = {};

    private int lookedAtTwice = MAYBE_NEEDLESS;

    /** What {@link #unite} has found of the stack. */
    private int[] kept = new int[32];

    private int keptCount;
    private int innermost = NONE;

    StackCursor(StackPool stacks, IntBlocks stackOf, StackTrimmer trimmer) {
        this.stacks = stacks;
        this.stackOf = stackOf;
        this.trimmer = trimmer;
        this.needlessness = trimmer.traits();
    }

    /**
     * Goes to a sample's stack.
     *
     * @param sample the sample's index
     * @return false if it is the stack that was read before, as it often is: a stack that several threads called stands
     *     in samples behind each other
     */
    public boolean moveTo(int sample) {
        int of = stackOf.get(sample);
        if (of == stack) {
            return false;
        }
        stack = of;
        read = 0;
        if (of == StackPool.EMPTY) {
            pieces = NO_PIECES;
            at = 0;
        } else {
            pieces = stacks.block(of);
            at = StackPool.begin(of);
            skipInnermost();
        }
        begin = at;
        return true;
    }

    /**
     * Whether the stack has a location at an index.
     *
     * @param index the distance from the innermost location, which has 0; query indices in order
     */
    public boolean has(int index) {
        return index < read || readOn();
    }

    /**
     * A location that the stack has.
     *
     * @param index the distance from the innermost location, which has 0; {@link #has} returned true for it
     * @return its index in {@link Samples#locations()}
     */
    public int at(int index) {
        return numbers[index];
    }

    /**
     * How deep the stack is; reads all of it.
     *
     * @return how many locations it has
     */
    public int depth() {
        while (readOn()) {
            // Piece by piece.
        }
        return read;
    }

    /**
     * The stack itself.
     *
     * @return its locations leaf first, as indices of {@link Samples#locations()}, as far as they were read: all after
     *     {@link #depth}. Ignore what follows them. Don't modify; valid until the next move
     */
    public int[] numbers() {
        return numbers;
    }

    /**
     * Sets what {@link #unite} returns from now on.
     *
     * @param traits by location's index, what is known of it, in the seven lower bits; not kept
     * @param wanted the bits of which a location has one that is kept
     * @throws IllegalArgumentException if there are more or fewer traits than locations
     */
    public void lookFor(byte[] traits, int wanted) {
        if (traits.length != needlessness.length) {
            throw new IllegalArgumentException(
                    traits.length + " traits can't be those of " + needlessness.length + " locations");
        }
        byte[] marked = traits.clone();
        for (int number = 0; number < marked.length; number++) {
            if (needlessness[number] != 0) {
                marked[number] |= MAYBE_NEEDLESS;
            }
        }
        lookedFor = marked;
        lookedAtTwice = wanted | MAYBE_NEEDLESS;
    }

    /**
     * Reads all of a stack at once, whatever of it was read before, and keeps some of its locations for {@link #kept} and
     * {@link #keptCount}. Callers read every location of millions of stacks and need few of them, so this is a loop of its own
     * over local variables, with one byte to look up for each location. Call {@link #lookFor} first.
     *
     * @return the bits that any location of the stack has, kept or not
     */
    public int unite() {
        char[] from = pieces;
        int[] to = kept;
        byte[] marked = lookedFor;
        int twice = lookedAtTwice;
        int next = begin;
        int filled = 0;
        int united = 0;
        int first = NONE;
        while (true) {
            int number = from[next];
            if (number >= StackPool.WIDE) {
                if (number == StackPool.END) {
                    break;
                }
                number = wide(number, from[++next]);
            }
            next++;
            int trait = marked[number];
            if ((trait & twice) == 0) {
                united |= trait;
                if (first == NONE) {
                    first = number;
                }
                continue;
            }
            if (trait < 0 && from[next] != StackPool.END && trimmer.isNeedless(number, number(next))) {
                continue;
            }
            united |= trait;
            if (first == NONE) {
                first = number;
            }
            if ((trait & twice & ~MAYBE_NEEDLESS) != 0) {
                if (filled == to.length) {
                    to = Arrays.copyOf(to, 2 * filled);
                    kept = to;
                }
                to[filled++] = number;
            }
        }
        innermost = first;
        keptCount = filled;
        return united & ~MAYBE_NEEDLESS;
    }

    /**
     * The locations that the last {@link #unite} kept.
     *
     * @return locations, the innermost first, as indices of {@link Samples#locations()}; what is behind the first
     *     {@link #keptCount} means nothing. Don't modify; valid until the next {@link #unite}
     */
    public int[] kept() {
        return kept;
    }

    /**
     * How many locations {@link #unite} has kept.
     *
     * @return how many of {@link #kept} mean something
     */
    public int keptCount() {
        return keptCount;
    }

    /**
     * The innermost location of the stack of the last {@link #unite}.
     *
     * @return the index of its innermost location, kept or not; {@link #NONE} of a stack without any
     */
    public int innermost() {
        return innermost;
    }

    /** Skips the innermost numbers that are left out, unless the stack has no others. */
    private void skipInnermost() {
        int begin = at;
        int next = begin;
        int piece = pieces[next];
        boolean callerToo = false;
        while (piece != StackPool.END) {
            int number = number(next);
            if (trimmer.isNeedlessWithCaller(number)) {
                callerToo = true;
            } else if (callerToo) {
                callerToo = false;
            } else if (!trimmer.isInnermostNeedless(number)) {
                at = next;
                return;
            }
            next += piece < StackPool.WIDE ? 1 : 2;
            piece = pieces[next];
        }
    }

    /** The number that begins somewhere, where none ends. */
    private int number(int place) {
        int piece = pieces[place];
        return piece < StackPool.WIDE ? piece : wide(piece, pieces[place + 1]);
    }

    private static int wide(int upper, int lower) {
        return (upper - StackPool.WIDE) << StackPool.LOWER_BITS | lower;
    }

    /** Reads more numbers; returns false at the end of the stack. */
    private boolean readOn() {
        if (read + STEP > numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        }
        // Local variables: the compiler that a command starts with doesn't make them of fields.
        char[] from = pieces;
        int[] to = numbers;
        byte[] known = needlessness;
        int next = at;
        int filled = read;
        int limit = filled + STEP;
        while (filled < limit) {
            int number = from[next];
            if (number >= StackPool.WIDE) {
                if (number == StackPool.END) {
                    break;
                }
                number = wide(number, from[++next]);
            }
            next++;
            if (known[number] == 0 || from[next] == StackPool.END || !trimmer.isNeedless(number, number(next))) {
                to[filled++] = number;
            }
        }
        boolean any = filled > read;
        at = next;
        read = filled;
        return any;
    }
}
