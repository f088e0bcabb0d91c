package io.jemscope.symbols.elf;

import java.io.IOException;

/** A file can't be used as an ELF file: it is another kind of file, of another machine's kind, or damaged. */
public final class ElfException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what happened, why, and what to do next
     */
    public ElfException(String message) {
        super(message);
    }
}
