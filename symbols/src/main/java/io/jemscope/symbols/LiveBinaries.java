package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.symbols.elf.ElfFile;
import io.jemscope.symbols.maps.LiveMapping;
import io.jemscope.symbols.maps.ProcessMaps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files that a running process has mapped. What {@link #refresh()} has seen once stays readable when the library is
 * unloaded, deleted or replaced, and when the process ends: JVMs unpack libraries into temporary folders and delete them
 * at once or at exit.
 *
 * <p>A file that is deleted already is read through {@code /proc/<pid>/map_files} (for which Linux asks for
 * {@code CAP_CHECKPOINT_RESTORE} or {@code CAP_SYS_ADMIN}); one in another mount namespace, a container's, through
 * {@code /proc/<pid>/root}. What can't be read is passed over in silence: its addresses stay without names.
 *
 * <p>Safe for use by several threads. Files are mapped, not loaded, and their number is bounded.
 */
public final class LiveBinaries implements Binaries {

    // A process with more libraries than this is one that unpacks them again and again.
    private static final int MOST_FILES = 4096;

    /** A file by its path and inode: another file at the same path is another one. */
    private record FileKey(String path, String inode) {}

    /** Where a file was seen. */
    private record Place(String path, long start) {}

    private final Path process;
    private final Map<FileKey, Optional<ElfFile>> files = new HashMap<>();
    private final Map<Place, Optional<ElfFile>> places = new HashMap<>();
    private boolean foreign;

    /**
     * Makes it, and reads nothing yet.
     *
     * @param pid the process
     */
    public LiveBinaries(long pid) {
        this(Path.of("/proc", Long.toString(pid)));
    }

    LiveBinaries(Path process) {
        this.process = process;
    }

    /**
     * Opens the files of executable mappings that haven't been seen yet. Cheap where there are none: one read of the
     * process's maps. Does nothing where the process has ended.
     */
    public synchronized void refresh() {
        List<LiveMapping> mappings;
        try {
            // Paths are bytes, and not always of the encoding: those with a damaged letter only can't be opened.
            String maps = new String(Files.readAllBytes(process.resolve("maps")), StandardCharsets.UTF_8);
            mappings = ProcessMaps.parse(List.of(maps.split("\n", -1)));
        } catch (IOException e) {
            return;
        }
        foreign = isForeign();
        for (LiveMapping live : mappings) {
            String file = live.mapping().file();
            if (live.executable() && file != null && file.startsWith("/")) {
                see(live, file);
            }
        }
    }

    private void see(LiveMapping live, String path) {
        FileKey key = new FileKey(path, live.inode());
        Optional<ElfFile> file = files.get(key);
        if (file == null) {
            if (files.size() >= MOST_FILES) {
                return;
            }
            // A file that can't be read now won't be next time, either.
            file = Optional.ofNullable(open(live, path));
            files.put(key, file);
        }
        places.put(new Place(path, live.mapping().start()), file);
    }

    private @Nullable ElfFile open(LiveMapping live, String path) {
        return live.mapping().deleted() ? open(process.resolve("map_files").resolve(live.range())) : open(reach(path));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Answers with the file that was seen in that range; where none was, with the only one seen at that path, and
     * where there is no such, with the file that is there now.
     */
    @Override
    public synchronized @Nullable ElfFile open(Mapping mapping) {
        String path = mapping.file();
        if (path == null || !path.startsWith("/")) {
            return null;
        }
        Optional<ElfFile> seen = places.get(new Place(path, mapping.start()));
        if (seen != null) {
            return seen.orElse(null);
        }
        List<Optional<ElfFile>> atPath = seenAt(path);
        if (atPath.isEmpty()) {
            return mapping.deleted() ? null : open(reach(path));
        }
        return atPath.size() == 1 ? atPath.get(0).orElse(null) : null;
    }

    private List<Optional<ElfFile>> seenAt(String path) {
        return files.entrySet().stream()
                .filter(entry -> entry.getKey().path().equals(path))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * {@inheritDoc}
     *
     * <p>What was seen while the process ran is what it had mapped; any other file may have come later.
     */
    @Override
    public synchronized Standing standing(Mapping mapping, ProfileMetadata dump) {
        String path = mapping.file();
        if (path == null || !path.startsWith("/") || !seenAt(path).isEmpty()) {
            return Standing.SAME;
        }
        Path there = reach(path);
        return there == null ? Standing.SAME : DumpTime.standing(there, dump);
    }

    @Override
    public synchronized @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        String installed = mapping.file();
        return installed == null
                ? null
                : new DebugFiles(root(), List.of(DebugFiles.SYSTEM_FOLDER)).find(binary, installed);
    }

    private boolean isForeign() {
        try {
            Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
            return !own.equals(Files.readSymbolicLink(process.resolve("ns/mnt")));
        } catch (IOException e) {
            // Not allowed to know: then its root can't be entered either.
            return false;
        }
    }

    /** The path by which a file of the process can be opened from here; null where it is none. */
    private @Nullable Path reach(String path) {
        return root().resolve(path);
    }

    private Root root() {
        return foreign ? Root.at(process.resolve("root")) : Root.ofThisMachine();
    }

    private static @Nullable ElfFile open(@Nullable Path path) {
        if (path == null) {
            return null;
        }
        try {
            return ElfFile.open(path);
        } catch (IOException e) {
            return null;
        }
    }
}
