package io.jemscope.cli.launch;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The environment as the user has it. The launcher script changes it before the command's own JVM starts: a JVM obeys
 * {@code JAVA_TOOL_OPTIONS} and its kin, which are meant for the program; it can't carry words beyond ASCII in the C
 * locale; and a shell drops variables whose names aren't its own kind of name ({@code spring.profiles.active}). Here that
 * is undone.
 */
public final class UserEnvironment {

    /** Names, separated by blanks, of the variables that the launcher changed; what each was is in {@code PREFIX + name}. */
    private static final String CHANGED = "JEMSCOPE_USER";

    private static final String PREFIX = "JEMSCOPE_USER_";

    /** Whole variables that the shell can't hold: {@code name=value} pairs, each ended by a NUL, in base 64. */
    private static final String DROPPED = "JEMSCOPE_DROPPED";

    private UserEnvironment() {}

    /**
     * Undoes what the launcher did.
     *
     * @param own the environment of the command's own process
     * @return the user's; the same where the command was started without the launcher
     */
    public static Map<String, String> of(Map<String, String> own) {
        Map<String, String> users = new LinkedHashMap<>(own);
        String changed = own.get(CHANGED);
        if (changed != null) {
            for (String name : changed.trim().split(" ", -1)) {
                String value = own.get(PREFIX + name);
                if (value == null) {
                    users.remove(name);
                } else {
                    users.put(name, value);
                }
            }
        }
        String dropped = own.get(DROPPED);
        if (dropped != null) {
            addDropped(dropped, users);
        }
        users.keySet().removeIf(name -> name.equals(CHANGED) || name.startsWith(PREFIX) || name.equals(DROPPED));
        return users;
    }

    private static void addDropped(String dropped, Map<String, String> users) {
        String pairs;
        try {
            pairs = new String(Base64.getMimeDecoder().decode(dropped), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // Not the launcher's: then nothing was dropped.
            return;
        }
        for (String pair : pairs.split("\0", -1)) {
            int equals = pair.indexOf('=', 1);
            if (equals > 0) {
                users.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
    }
}
