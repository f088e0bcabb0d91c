package io.jemscope.profile;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a build of a library: the GNU build id note of an ELF file.
 *
 * @param hex the id in lower-case hexadecimal digits, two a byte
 */
public record BuildId(String hex) {

    /**
     * Checks and normalises the id.
     *
     * @param hex the id's digits, in either case
     * @throws IllegalArgumentException if it isn't a whole number of hexadecimal bytes
     */
    public BuildId {
        hex = hex.toLowerCase(Locale.ROOT);
        if (!isId(hex)) {
            throw new IllegalArgumentException("A build id is pairs of hexadecimal digits, not '" + hex + "'");
        }
    }

    /**
     * Whether a text is a GNU build id; Go's own build ids have other characters.
     *
     * @return whether it is pairs of hexadecimal digits, in either case, at least one
     */
    public static boolean isId(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() % 2 == 0;
    }

    // Written out for a quick start, as in Mapping.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BuildId id && hex.equals(id.hex);
    }

    @Override
    public int hashCode() {
        return hex.hashCode();
    }
}
