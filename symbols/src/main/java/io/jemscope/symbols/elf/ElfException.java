package io.jemscope.symbols.elf;

import java.io.IOException;

/** A file can't be used as an ELF file: it has another format or machine type, or is damaged. */
public final class ElfException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception; the message says what failed, why, and what to do next. */
    public ElfException(String message) {
        super(message);
    }
}
