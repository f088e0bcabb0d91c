package io.jemscope.symbols.dwarf;

/** The tags of entries that have code, of their parents, and of entries that never have code (DWARF 5, 7.5.3, table 7.3). */
final class Tag {

    static final int ARRAY_TYPE = 0x01;
    static final int FORMAL_PARAMETER = 0x05;
    static final int LEXICAL_BLOCK = 0x0b;
    static final int COMPILE_UNIT = 0x11;
    static final int SUBROUTINE_TYPE = 0x15;
    static final int MODULE = 0x1e;
    static final int INLINED_SUBROUTINE = 0x1d;
    static final int CATCH_BLOCK = 0x25;
    static final int SUBPROGRAM = 0x2e;
    static final int TRY_BLOCK = 0x32;
    static final int VARIABLE = 0x34;
    static final int NAMESPACE = 0x39;
    static final int PARTIAL_UNIT = 0x3c;
    static final int TYPE_UNIT = 0x41;
    static final int CALL_SITE = 0x48;
    static final int SKELETON_UNIT = 0x4a;
    static final int GNU_CALL_SITE = 0x4109;

    private Tag() {}
}
