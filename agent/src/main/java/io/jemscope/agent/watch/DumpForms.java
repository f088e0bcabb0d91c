package io.jemscope.agent.watch;

import io.jemscope.agent.dumps.Dump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the parts of a bundle that take reports. */
public interface DumpForms {

    /**
     * Makes one and waits for it.
     *
     * @param format a format's word in addresses, such as {@code pprof}
     * @param millis how long to wait
     * @return its file, which goes with the dump
     * @throws IOException if it can't be made, or not in that time
     */
    Path make(Dump dump, String format, long millis) throws IOException;

    /**
     * Judges this process and waits for that.
     *
     * @param dump of this moment; null if there is none
     * @return the verdict as JSON
     * @throws IOException if it can't be made, or not in that time
     */
    String verdict(@Nullable Dump dump, long millis) throws IOException;

    /**
     * The files of this process's history.
     *
     * @param mostProfiles how many profiles at most, evenly thinned
     * @return statistics first; nothing if no history is kept
     */
    List<Path> history(int mostProfiles) throws IOException;
}
