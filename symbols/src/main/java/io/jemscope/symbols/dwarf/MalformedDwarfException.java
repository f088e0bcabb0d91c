package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;

/**
 * Debug information isn't as the standard says. Never leaves the package: what can't be read is left out. It has no
 * stack trace, since each of a file's thousands of units may be damaged.
 */
final class MalformedDwarfException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedDwarfException(String message) {
        super(message, null, false, false);
    }

    /** For what can't be read at all, which isn't the debug information's own fault. */
    MalformedDwarfException(ElfException reason) {
        super(String.valueOf(reason.getMessage()), reason, false, false);
    }
}
