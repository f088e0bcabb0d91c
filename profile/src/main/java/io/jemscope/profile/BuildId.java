package io.jemscope.profile;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What tells one build of a library from another: the GNU build id note of an ELF file.
 *
 * @param hex the id in lower-case hexadecimal digits, two a byte
 */
public record BuildId(String hex) {

    private static final Pattern HEX = Pattern.compile("([0-9a-f]{2})+");

    /**
     * Checks and normalises the id.
     *
     * @param hex the id's digits, in either case
     * @throws IllegalArgumentException where it isn't a whole number of hexadecimal bytes
     */
    public BuildId {
        hex = hex.toLowerCase(Locale.ROOT);
        if (!HEX.matcher(hex).matches()) {
            throw new IllegalArgumentException("A build id is pairs of hexadecimal digits, not '" + hex + "'");
        }
    }
}
