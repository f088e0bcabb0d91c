package io.jemscope.agent;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Where the process's dumps go.
 *
 * @param root the folder that has to be the user's alone; what is below it is then safe from others
 * @param path the folder itself, the root or below it
 */
record DumpFolder(Path root, Path path) {

    /** The folder that the options name, or one of the process's own in the runtime folder. */
    static DumpFolder of(AgentOptions options, Path runtime, long pid) {
        if (options.folder().isPresent()) {
            return new DumpFolder(options.folder().get(), options.folder().get());
        }
        return new DumpFolder(runtime, runtime.resolve("dumps").resolve(Long.toString(pid)));
    }

    /**
     * Makes what is missing and checks what is there; before each dump, since anything may have happened since the last.
     *
     * @throws SetupException where the folder or its root is none that is the user's alone
     */
    void ensure() throws IOException {
        PrivateFolder.ensure(root);
        if (!path.equals(root)) {
            PrivateFolder.ensure(path);
        }
    }
}
