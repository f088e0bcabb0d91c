package io.jemscope.symbols.binaries;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.symbols.elf.ElfFile;
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
 * The files that a running process has mapped. A file that {@link #refresh()} has opened once stays readable after the library
 * is unloaded, deleted or replaced, and after the process has ended: JVMs unpack libraries into temporary folders and delete
 * them at once or at exit.
 *
 * <p>A file that is deleted already is read through {@code /proc/<pid>/map_files}, for which Linux requires
 * {@code CAP_CHECKPOINT_RESTORE} or {@code CAP_SYS_ADMIN}. A file in another mount namespace (a container's) is read through
 * {@code /proc/<pid>/root}. A file that can't be read is skipped: its addresses stay without names.
 *
 * <p>Safe for use by several threads. Files are mapped, not loaded, and their number is bounded.
 */
public final class LiveBinaries implements Binaries {

    // A process with more libraries than this unpacks the same ones again and again.
    private static final int MAX_FILES = 4096;

    /** A file by its path and inode: a new file at the same path has another inode. */
    private record FileKey(String path, String inode) {}

    /** The path and first address of a mapping. */
    private record MappingKey(String path, long start) {}

    private final Path process;
    private final Map<FileKey, Optional<ElfFile>> files = new HashMap<>();
    private final Map<MappingKey, Optional<ElfFile>> mapped = new HashMap<>();
    private Root root = Root.ofThisMachine();

    /** Reads nothing yet. */
    public LiveBinaries(long pid) {
        this(Path.of("/proc", Long.toString(pid)));
    }

    LiveBinaries(Path process) {
        this.process = process;
    }

    /**
     * Opens the files of executable mappings that are new since the last call. Cheap if there are none: one read of the
     * process's maps. Does nothing if the process has ended.
     */
    public synchronized void refresh() {
        List<ProcessMaps.Entry> mappings;
        try {
            // Paths are bytes, and not always UTF-8. Only files whose names have an invalid letter can't be opened.
            String maps = new String(Files.readAllBytes(process.resolve("maps")), StandardCharsets.UTF_8);
            mappings = ProcessMaps.parse(List.of(maps.split("\n", -1)));
        } catch (IOException e) {
            return;
        }
        root = isInOtherNamespace() ? Root.at(process.resolve("root")) : Root.ofThisMachine();
        for (ProcessMaps.Entry entry : mappings) {
            String file = entry.mapping().file();
            if (entry.executable() && file != null && file.startsWith("/")) {
                add(entry, file);
            }
        }
    }

    private void add(ProcessMaps.Entry entry, String path) {
        FileKey key = new FileKey(path, entry.inode());
        Optional<ElfFile> file = files.get(key);
        if (file == null) {
            if (files.size() >= MAX_FILES) {
                return;
            }
            // A file that can't be read now can't be read later either, so it isn't tried again.
            file = Optional.ofNullable(open(entry, path));
            files.put(key, file);
        }
        mapped.put(new MappingKey(path, entry.mapping().start()), file);
    }

    private @Nullable ElfFile open(ProcessMaps.Entry entry, String path) {
        return entry.mapping().deleted()
                ? Root.open(process.resolve("map_files").resolve(entry.range()))
                : root.open(path);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Returns the file that was opened for that range. If there is none, returns the only file that was opened at that path;
     * if there is none either, the file that is at the path now.
     */
    @Override
    public synchronized @Nullable ElfFile open(Mapping mapping) {
        String path = mapping.file();
        if (path == null || !path.startsWith("/")) {
            return null;
        }
        Optional<ElfFile> opened = mapped.get(new MappingKey(path, mapping.start()));
        if (opened != null) {
            return opened.orElse(null);
        }
        List<Optional<ElfFile>> atPath = openedAt(path);
        if (atPath.isEmpty()) {
            return mapping.deleted() ? null : root.open(path);
        }
        return atPath.size() == 1 ? atPath.get(0).orElse(null) : null;
    }

    private List<Optional<ElfFile>> openedAt(String path) {
        return files.entrySet().stream()
                .filter(entry -> entry.getKey().path().equals(path))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * {@inheritDoc}
     *
     * <p>A file that was opened while the process ran is the one it had mapped. Any other file may be newer.
     */
    @Override
    public synchronized FileMatch match(Mapping mapping, ProfileMetadata dump) {
        String path = mapping.file();
        if (path == null || !path.startsWith("/") || !openedAt(path).isEmpty()) {
            return FileMatch.SAME;
        }
        Path file = root.resolve(path);
        return file == null ? FileMatch.SAME : FileMatch.byTime(file, dump);
    }

    @Override
    public synchronized @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        String installed = mapping.file();
        return installed == null
                ? null
                : new DebugFiles(root, List.of(DebugFiles.SYSTEM_FOLDER)).find(binary, installed);
    }

    private boolean isInOtherNamespace() {
        try {
            Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
            return !own.equals(Files.readSymbolicLink(process.resolve("ns/mnt")));
        } catch (IOException e) {
            // Without the permission to read the link, the process's root can't be entered either.
            return false;
        }
    }
}
