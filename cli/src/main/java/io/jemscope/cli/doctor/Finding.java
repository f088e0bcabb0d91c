package io.jemscope.cli.doctor;

import java.util.Optional;

/**
 * One thing that was looked at.
 *
 * @param subject what was looked at
 * @param fine whether a recording works with it
 * @param detail what was found
 * @param mend what to do about it, a line for a shell where one helps; present with {@code fine}, it is a warning
 */
public record Finding(String subject, boolean fine, String detail, Optional<String> mend) {

    static Finding fine(String subject, String detail) {
        return new Finding(subject, true, detail, Optional.empty());
    }

    static Finding warning(String subject, String detail, String advice) {
        return new Finding(subject, true, detail, Optional.of(advice));
    }

    static Finding missing(String subject, String detail, String mend) {
        return new Finding(subject, false, detail, Optional.of(mend));
    }

    /**
     * The finding as it is printed.
     *
     * @return one line, or two where there is something to mend
     */
    public String text() {
        String state = !fine ? "missing  " : mend.isPresent() ? "warning  " : "ok       ";
        String line = state + subject + " ".repeat(Math.max(1, 16 - subject.length())) + detail;
        return mend.map(words -> line + "\n         " + " ".repeat(16) + "mend: " + words)
                .orElse(line);
    }
}
