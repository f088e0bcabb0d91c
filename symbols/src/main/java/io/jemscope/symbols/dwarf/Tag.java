package io.jemscope.symbols.dwarf;

/** The kinds of entries that hold code, and those that hold such entries (DWARF 5, 7.5.3, table 7.3). */
final class Tag {

    static final int LEXICAL_BLOCK = 0x0b;
    static final int COMPILE_UNIT = 0x11;
    static final int MODULE = 0x1e;
    static final int INLINED_SUBROUTINE = 0x1d;
    static final int CATCH_BLOCK = 0x25;
    static final int SUBPROGRAM = 0x2e;
    static final int TRY_BLOCK = 0x32;
    static final int NAMESPACE = 0x39;
    static final int PARTIAL_UNIT = 0x3c;
    static final int TYPE_UNIT = 0x41;
    static final int SKELETON_UNIT = 0x4a;

    private Tag() {}

    /** Whether code is usually found in entries of this kind, other than functions and blocks. */
    static boolean isScope(int tag) {
        return switch (tag) {
            case COMPILE_UNIT, PARTIAL_UNIT, TYPE_UNIT, SKELETON_UNIT, NAMESPACE, MODULE, TRY_BLOCK, CATCH_BLOCK ->
                true;
            default -> false;
        };
    }
}
