package io.jemscope.cli.doctor;

import java.util.Optional;

/**
 * The result of one check.
 *
 * @param subject what was checked
 * @param fine whether a recording works with it
 * @param detail what was found
 * @param fix how to fix it, as a shell command where one helps; with {@code fine} it is a warning
 */
public record Finding(String subject, boolean fine, String detail, Optional<String> fix) {

    static Finding fine(String subject, String detail) {
        return new Finding(subject, true, detail, Optional.empty());
    }

    static Finding warning(String subject, String detail, String advice) {
        return new Finding(subject, true, detail, Optional.of(advice));
    }

    static Finding missing(String subject, String detail, String fix) {
        return new Finding(subject, false, detail, Optional.of(fix));
    }

    /**
     * The finding as it is printed.
     *
     * @return one line, or two where there is something to fix
     */
    public String text() {
        String state = !fine ? "missing  " : fix.isPresent() ? "warning  " : "ok       ";
        String line = state + subject + " ".repeat(Math.max(1, 16 - subject.length())) + detail;
        return fix.map(words -> line + "\n         " + " ".repeat(16) + "fix: " + words)
                .orElse(line);
    }
}
