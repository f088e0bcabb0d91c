package io.jemscope.agent;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * What the agent was told: the native agent's options. Of these, the folders concern this half; the others are known by
 * name so that a slip can be told from them.
 *
 * @param folder where dumps go; empty for a folder of the process's own in the user's runtime folder
 * @param descriptor where the descriptor goes; empty for the user's runtime folder
 * @param complaints a line for each option that was ignored
 */
record AgentOptions(Optional<Path> folder, Optional<Path> descriptor, List<String> complaints) {

    private static final List<String> KEYS =
            List.of("folder", "descriptor", "agent", "native", "final", "active", "hook", "java", "follow");

    /** Reads {@code key=value,key=value}; what can't be read is ignored and complained of. */
    static AgentOptions parse(String text) {
        Optional<Path> folder = Optional.empty();
        Optional<Path> descriptor = Optional.empty();
        boolean checked = false;
        List<String> complaints = new ArrayList<>();
        StringTokenizer pairs = new StringTokenizer(text, ",");
        while (pairs.hasMoreTokens()) {
            String pair = pairs.nextToken();
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            switch (key) {
                case "folder" -> folder = path(key, value, folder, complaints);
                case "descriptor" -> descriptor = path(key, value, descriptor, complaints);
                case "native" -> checked = true;
                default -> {
                    if (!KEYS.contains(key)) {
                        complaints.add("the option " + key + " is ignored: there is none. Did you mean "
                                + Nearest.of(key, KEYS) + "?");
                    }
                }
            }
        }
        // The native agent, which says where its library is, has read the same options and complained already.
        return new AgentOptions(folder, descriptor, checked ? List.of() : List.copyOf(complaints));
    }

    private static Optional<Path> path(String key, String value, Optional<Path> before, List<String> complaints) {
        try {
            String decoded = decode(value);
            if (!decoded.isEmpty()) {
                return Optional.of(Path.of(decoded).toAbsolutePath());
            }
        } catch (InvalidPathException | NumberFormatException | StringIndexOutOfBoundsException e) {
            // Complained of below.
        }
        complaints.add("the option " + key + " is ignored: its value is no path, percent-encoded.");
        return before;
    }

    private static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%') {
                bytes.write(Integer.parseUnsignedInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.writeBytes(text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
