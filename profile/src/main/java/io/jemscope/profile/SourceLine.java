package io.jemscope.profile;

/**
 * A position in a source file.
 *
 * @param file the file's name or path, as the compiler wrote it down
 * @param line the line, from 1; 0 if only the file is known
 */
public record SourceLine(String file, int line) {

    /**
     * The position as stack traces print it.
     *
     * @return {@code file:line}, or the file alone where the line isn't known
     */
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line : file;
    }
}
