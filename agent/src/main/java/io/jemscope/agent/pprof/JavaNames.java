package io.jemscope.agent.pprof;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The Java frames' names for who has fetched a dump here and now asks for them: those beside the dump that was fetched
 * last. A frame keeps its number as long as the process lives, so the newest names do for every dump before.
 */
public final class JavaNames {

    private final DumpStore dumps;

    /**
     * Makes it.
     *
     * @param dumps where dumps lie
     */
    public JavaNames(DumpStore dumps) {
        this.dumps = dumps;
    }

    private Path kept() {
        return dumps.aside().resolve("names.symbols");
    }

    /** Keeps the names beside a dump that goes; does nothing where it has none. */
    void keep(Dump dump) {
        try {
            Files.move(dump.symbols(), kept(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Without a symbols file, or with the folder gone: older names are used, or none.
        }
    }

    /** The newest names there are; empty for none. */
    Optional<Path> newest() {
        List<Dump> all = dumps.list();
        for (int i = all.size() - 1; i >= 0; i--) {
            Dump dump = all.get(i);
            if (dump.symbolized()) {
                return Optional.of(isNewer(kept(), dump.symbols()) ? kept() : dump.symbols());
            }
        }
        return Files.isRegularFile(kept(), LinkOption.NOFOLLOW_LINKS) ? Optional.of(kept()) : Optional.empty();
    }

    private static boolean isNewer(Path file, Path other) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                            .compareTo(Files.getLastModifiedTime(other, LinkOption.NOFOLLOW_LINKS))
                    >= 0;
        } catch (IOException e) {
            return false;
        }
    }
}
