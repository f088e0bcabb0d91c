package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the process's dumps go.
 *
 * @param root the folder that has to be the user's alone; what is below it is then safe from others
 * @param path the folder itself, the root or below it
 */
public record DumpFolder(Path root, Path path) {

    /**
     * The folder that the settings name, or one of the process's own in the runtime folder.
     *
     * @param named the named one, if there is one
     * @param runtime the user's runtime folder
     * @param pid the process
     * @return the folder, which need not be there yet
     */
    public static DumpFolder of(Optional<Path> named, Path runtime, long pid) {
        if (named.isPresent()) {
            return new DumpFolder(named.get(), named.get());
        }
        return new DumpFolder(runtime, runtime.resolve("dumps").resolve(Long.toString(pid)));
    }

    /**
     * Where the history is. A folder of the process's own would be another one after a restart, so that is beside it: one for all
     * processes of the user.
     */
    public Path history() {
        return shared().resolve("history");
    }

    /** Where the bundles are, beside the history for the same reason. */
    public Path bundles() {
        return shared().resolve("bundles");
    }

    private Path shared() {
        Path parent = path.getParent();
        return path.equals(root) || parent == null ? path : parent;
    }

    /** Where dumps are that aren't kept. */
    Path aside() {
        return path.resolve("aside");
    }

    /**
     * Makes what is missing and checks what is there; before each dump, since anything may have happened since the last.
     *
     * @throws SetupException where the folder or its root is none that is the user's alone
     * @throws IOException where it can't be made or looked at
     */
    public void ensure() throws IOException {
        PrivateFolder.ensure(root);
        if (!path.equals(root)) {
            PrivateFolder.ensure(path);
        }
    }
}
