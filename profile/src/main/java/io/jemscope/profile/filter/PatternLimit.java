package io.jemscope.profile.filter;

/** The size limits of a pattern, depending on the process that runs it. */
public enum PatternLimit {
    /** The user's own process: thousands of names in one pattern, and a hundred megabytes to compile it. */
    OWN(1_000_000, 1_000_000, Integer.MAX_VALUE, Integer.MAX_VALUE),
    /** A request to another program: sixty long names, a megabyte of memory, and half a megabyte of stack to compile it. */
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

    /** Refuses patterns that are too large to compile. */
    void check(PatternComplexity extent) {
        if (extent.ignoresCase() && extent.beyondAscii()) {
            throw new PatternException(
                    "(?i) works only with ASCII characters that aren't written by number",
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

    /** Refuses patterns that became too large. */
    void check(PatternComplexity extent, int parts) {
        if (parts > mostParts) {
            throw extent.repeats()
                    ? new PatternException(
                            "it has more than " + mostParts + " parts with its repetitions written out",
                            "Write a shorter one, with '*' or smaller numbers for repetitions such as '{1000}'")
                    : tooLong(mostParts);
        }
    }

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
