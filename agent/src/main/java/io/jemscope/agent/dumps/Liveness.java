package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Tells which other processes live that use a folder. */
interface Liveness {

    /** By the signs of life that they show there. */
    Liveness BY_SIGNS = new Liveness() {
        @Override
        public Set<Long> others(Path folder) throws IOException {
            return LivenessLocks.others(folder);
        }
    };

    /**
     * Those that use a folder.
     *
     * @throws IOException where that can't be told, as where files can't be locked
     */
    Set<Long> others(Path folder) throws IOException;
}
