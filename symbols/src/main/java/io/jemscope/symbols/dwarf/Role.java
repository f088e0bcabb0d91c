package io.jemscope.symbols.dwarf;

/** What an entry's shape says of whether there is code in it or in the entries below it. */
final class Role {

    /** None, ever: a declaration, a variable, a type without members that are functions. */
    static final int NOTHING = 0;

    /** Seldom: compilers may put a function's entry within a class; Rust's before 1.67 did so within an enumeration. */
    static final int SELDOM = 1;

    /** Seldom: a function that says of no code, such as one that is inlined wherever it is called. */
    static final int FUNCTION_ELSEWHERE = 2;

    /** The entries below it are to be gone through. */
    static final int SCOPE = 3;

    /** A function that says where its code is; what follows says so, too. */
    static final int FUNCTION = 4;

    static final int INLINED = 5;

    static final int BLOCK = 6;

    private Role() {}

    /**
     * The role of a shape.
     *
     * @param placed whether the shape has attributes that say where the code is
     * @param declared whether the shape says that it is a declaration
     */
    static int of(int tag, boolean placed, boolean declared) {
        return switch (tag) {
            case Tag.SUBPROGRAM -> placed ? FUNCTION : declared ? NOTHING : FUNCTION_ELSEWHERE;
            case Tag.INLINED_SUBROUTINE -> placed ? INLINED : NOTHING;
            case Tag.LEXICAL_BLOCK -> placed ? BLOCK : SCOPE;
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
            default -> SELDOM;
        };
    }
}
