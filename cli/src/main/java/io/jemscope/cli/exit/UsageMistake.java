package io.jemscope.cli.exit;

import org.jspecify.annotations.Nullable;

/**
 * Options that can each be read, and can't be followed together. As with a word that is no option, the message goes to the
 * user with a pointer to the verb's help, and the exit code is {@link ExitCode#USAGE}.
 */
public final class UsageMistake extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes a mistake.
     *
     * @param words what is wrong and what to write instead, in a line
     */
    public UsageMistake(String words) {
        super(words);
    }

    /**
     * Makes a mistake that was found by something that doesn't know of options.
     *
     * @param words what is wrong and what to write instead, in a line
     * @param cause what was thrown
     */
    public UsageMistake(@Nullable String words, Throwable cause) {
        super(words, cause);
    }
}
