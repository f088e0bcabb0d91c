package io.jemscope.agent.bootstrap;

import io.jemscope.agent.dumps.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Where the user's agents leave their descriptors, and dumps that have no place of their own. */
final class RuntimeFolder {

    private RuntimeFolder() {}

    /** The folder that the environment names, or the one in /tmp with the user's number. Doesn't touch it. */
    static Path of(Map<String, String> environment) throws IOException {
        String own = environment.getOrDefault("JEMSCOPE_RUNTIME_DIR", "");
        if (!own.isEmpty()) {
            return Path.of(own).toAbsolutePath();
        }
        String users = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        if (!users.isEmpty()) {
            return Path.of(users).toAbsolutePath().resolve("jemscope");
        }
        return Path.of("/tmp", "jemscope-" + Integer.toUnsignedString(PrivateFolder.ownUid()));
    }
}
