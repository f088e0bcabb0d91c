package io.jemscope.symbols.dwarf;

import io.jemscope.symbols.elf.ElfException;

/**
 * Debug information doesn't conform to the standard. Never leaves the package: unreadable parts are skipped. Has no stack trace,
 * since each of a file's thousands of units may be damaged.
 */
final class MalformedDwarfException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedDwarfException(String message) {
        super(message, null, false, false);
    }

    /** For a section that can't be read at all. */
    MalformedDwarfException(ElfException reason) {
        super(String.valueOf(reason.getMessage()), reason, false, false);
    }
}
