package io.jemscope.profile.filter;

/** How large a pattern may be, depending on who would have to wait for it. */
public enum PatternLimit {
    /** For who looks for it himself: thousands of names one beside the other, and all that is compiled in a hundred megabytes. */
    OWN(1_000_000, 1_000_000, Integer.MAX_VALUE, Integer.MAX_VALUE),
    /** For who has it looked for in somebody else's program: sixty long names, and a megabyte. It is compiled in half a megabyte of stack. */
    SENT(30_000, 3_000, 650, 20);

    private final long mostPossible;
    private final long mostParts;
    private final int mostDepth;
    private final int mostUnicodeClasses;

    PatternLimit(long mostPossible, long mostParts, int mostDepth, int mostUnicodeClasses) {
        this.mostPossible = mostPossible;
        this.mostParts = mostParts;
        this.mostDepth = mostDepth;
        this.mostUnicodeClasses = mostUnicodeClasses;
    }

    /** Refuses what may not even be compiled; before it is. */
    void check(PatternComplexity extent) {
        if (extent.ignoresCase() && extent.beyondAscii()) {
            throw new PatternException(
                    "(?i) goes with ASCII's characters alone, and with none by its number",
                    "Leave (?i) out, and write the others in both cases, as in '[\u00d6\u00f6]'");
        }
        if (extent.unicodeClasses() > mostUnicodeClasses) {
            throw new PatternException(
                    "it has more than " + mostUnicodeClasses + " classes such as '\\pL'",
                    "Write fewer, or characters and ranges instead, as in '[a-z]'");
        }
        if (extent.instructions() > mostPossible) {
            throw extent.repeats()
                    ? new PatternException(
                            "its repetitions by number, all multiplied, may make more than " + mostPossible
                                    + " parts of it",
                            "Write '*' or smaller numbers instead of such as '{1000}', and fewer of them")
                    : tooLong(mostPossible);
        }
        if (extent.depth() > mostDepth) {
            throw tooDeep();
        }
    }

    /** Refuses what became too large. */
    void check(PatternComplexity extent, int parts) {
        if (parts > mostParts) {
            throw extent.repeats()
                    ? new PatternException(
                            "it has more than " + mostParts + " parts with its repetitions written out",
                            "Write a shorter one, with '*' or smaller numbers for repetitions such as '{1000}'")
                    : tooLong(mostParts);
        }
    }

    /** Where it is nested too far. */
    static PatternException tooDeep() {
        return new PatternException(
                "its groups or repetitions go too deep",
                "Write fewer groups within others, and '*' for repetitions such as '{0,1000}'");
    }

    private static PatternException tooLong(long most) {
        return new PatternException(
                "it has more than " + most + " parts", "Write a shorter one, or look for one half after the other");
    }
}
