package io.jemscope.symbols.dwarf;

/** Whether an entry, or the entries below it, can have code. */
final class Role {

    /** Never: a declaration, a variable, a type without member functions. */
    static final int NOTHING = 0;

    /** Rarely: compilers may put a function's entry within a class; Rust before 1.67 did so within an enumeration. */
    static final int RARE = 1;

    /** Rarely: a function without ranges, such as one that is inlined at all its calls. */
    static final int FUNCTION_WITHOUT_CODE = 2;

    /** Below it: a namespace, for example. */
    static final int SCOPE = 3;

    /** A function with ranges; the roles below have ranges, too. */
    static final int FUNCTION = 4;

    static final int INLINED = 5;

    static final int BLOCK = 6;

    private Role() {}

    /**
     * Returns the role of an abbreviation.
     *
     * @param hasRanges whether it has attributes for address ranges
     * @param declaration whether it is a declaration
     */
    static int of(int tag, boolean hasRanges, boolean declaration) {
        return switch (tag) {
            case Tag.SUBPROGRAM -> hasRanges ? FUNCTION : declaration ? NOTHING : FUNCTION_WITHOUT_CODE;
            case Tag.INLINED_SUBROUTINE -> hasRanges ? INLINED : NOTHING;
            case Tag.LEXICAL_BLOCK -> hasRanges ? BLOCK : SCOPE;
            case Tag.COMPILE_UNIT,
                    Tag.PARTIAL_UNIT,
                    Tag.TYPE_UNIT,
                    Tag.SKELETON_UNIT,
                    Tag.NAMESPACE,
                    Tag.MODULE,
                    Tag.TRY_BLOCK,
                    Tag.CATCH_BLOCK -> SCOPE;
            case Tag.ARRAY_TYPE,
                    Tag.FORMAL_PARAMETER,
                    Tag.SUBROUTINE_TYPE,
                    Tag.VARIABLE,
                    Tag.CALL_SITE,
                    Tag.GNU_CALL_SITE -> NOTHING;
            default -> RARE;
        };
    }
}
