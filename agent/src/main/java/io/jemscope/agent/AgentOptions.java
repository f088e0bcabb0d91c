package io.jemscope.agent;

import io.jemscope.agent.dump.SetupException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * What the agent was told: of the native agent's options those that concern this half. The native agent has read the
 * same text before, and has complained of what it couldn't read; here that is passed over.
 *
 * @param folder where dumps go; empty for a folder of the process's own in the user's runtime folder
 * @param descriptor where the descriptor goes; empty for the user's runtime folder
 */
record AgentOptions(Optional<Path> folder, Optional<Path> descriptor) {

    /**
     * Reads {@code key=value,key=value}.
     *
     * @throws SetupException where a folder's name is none in this JVM's character set
     */
    static AgentOptions parse(String text) throws SetupException {
        Optional<Path> folder = Optional.empty();
        Optional<Path> descriptor = Optional.empty();
        StringTokenizer pairs = new StringTokenizer(text, ",");
        while (pairs.hasMoreTokens()) {
            String pair = pairs.nextToken();
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            switch (key) {
                case "folder" -> folder = path(key, value, folder);
                case "descriptor" -> descriptor = path(key, value, descriptor);
                default -> {}
            }
        }
        return new AgentOptions(folder, descriptor);
    }

    private static Optional<Path> path(String key, String value, Optional<Path> before) throws SetupException {
        String decoded = decode(value);
        if (decoded == null || decoded.isEmpty() || decoded.indexOf('\0') >= 0) {
            return before;
        }
        try {
            return Optional.of(Path.of(decoded).toAbsolutePath());
        } catch (InvalidPathException e) {
            // The native agent, for which a name is bytes, takes it: this half alone can't.
            throw new SetupException("the option " + key + " names a folder with characters that this JVM's locale"
                    + " doesn't have. Start the program with LC_ALL=C.UTF-8, or name another folder.");
        }
    }

    /** Null where a percent sign isn't followed by two digits. */
    private static @Nullable String decode(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                decoded.write(encoded[i]);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            decoded.write(high * 16 + low);
            i += 2;
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }
}
