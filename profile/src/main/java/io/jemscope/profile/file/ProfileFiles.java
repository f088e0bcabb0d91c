package io.jemscope.profile.file;

import io.jemscope.profile.FormatException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;

/** Finds the profiles that a user names: files, folders with dumps, and globs if the shell doesn't expand them. */
public final class ProfileFiles {

    /** The endings of files that are read from a folder. */
    private static final List<String> ENDINGS = List.of(".heap", ".heap.gz", ".pb.gz", ".pb", ".pprof");

    private static final List<String> BUNDLED = List.of("profile.pb.gz", "dump.heap");

    private ProfileFiles() {}

    /**
     * Finds the files.
     *
     * @param arguments paths of files and folders, and globs such as {@code dumps/app.*.heap}, whose last part alone has
     *     wildcards. Of a folder its files are taken that are called as profiles are, not those of folders in it;
     *     logs of {@code prof_log} only without other profiles, because they count the same memory as the dumps
     * @return each file once: dumps of allocators first, by namespace, process, number and kind, then the others in the
     *     order in which they were named, those of a folder or glob by name. Files that are named aren't looked at: reading
     *     them tells what is wrong with them
     * @throws FormatException if a folder has no profile in it, or nothing matches a glob
     * @throws IOException if a folder can't be read
     */
    public static List<DumpFile> find(List<String> arguments) throws IOException {
        Map<Path, DumpFile> found = new LinkedHashMap<>();
        for (String argument : arguments) {
            for (Path path : expand(argument)) {
                found.putIfAbsent(path.toAbsolutePath().normalize(), DumpFile.of(path));
            }
        }
        List<DumpFile> dumps = new ArrayList<>();
        List<DumpFile> others = new ArrayList<>();
        for (DumpFile file : found.values()) {
            (file.name() == null ? others : dumps).add(file);
        }
        dumps.sort(ProfileFiles::compare);
        dumps.addAll(others);
        return List.copyOf(dumps);
    }

    private static int compare(DumpFile one, DumpFile other) {
        DumpName name = one.name();
        DumpName otherName = other.name();
        int byName = name == null || otherName == null ? 0 : name.compareTo(otherName);
        return byName != 0
                ? byName
                : one.path().toString().compareTo(other.path().toString());
    }

    private static List<Path> expand(String argument) throws IOException {
        Path path = UndecodedName.find(Path.of(argument));
        if (ZippedFolder.isOne(path)) {
            return ofBundle(ZippedFolder.open(path), argument);
        }
        if (Files.isDirectory(path)) {
            List<Path> all = list(path, "*");
            List<Path> files = new ArrayList<>(all);
            files.removeIf(file -> !isCalledLikeAProfile(file));
            if (files.isEmpty()) {
                files = all;
                files.removeIf(file -> !isCalledLikeALog(file));
            }
            if (files.isEmpty()) {
                throw new FormatException(
                        "There is no profile in '" + argument + "'",
                        "no file in this folder is called as heap dumps (.heap), recordings (.pb.gz) or jemalloc's logs"
                                + " (PREFIX.PID.NUMBER.json) are",
                        "Name another folder, or the files themselves");
            }
            return files;
        }
        Path last = path.getFileName();
        if (last == null || Files.exists(path) || !isGlob(last.toString())) {
            return List.of(path);
        }
        Path parent = path.getParent();
        List<Path> files =
                parent == null ? withoutFolder(list(Path.of("."), last.toString())) : list(parent, last.toString());
        if (files.isEmpty()) {
            throw new FormatException(
                    "Nothing matches '" + argument + "'",
                    "no file in its folder has such a name",
                    "Check the pattern; * stands for any characters, ? for one, [] for one of several, {} for one of several"
                            + " words");
        }
        return files;
    }

    /** A bundle has the same dump twice: with all names in it, and as jemalloc wrote it. */
    private static List<Path> ofBundle(Path root, String argument) throws FormatException {
        for (String name : BUNDLED) {
            if (Files.exists(root.resolve(name))) {
                return List.of(root.resolve(name));
            }
        }
        throw new FormatException(
                "There is no profile in '" + argument + "'",
                "it has neither " + BUNDLED.get(0) + " nor " + BUNDLED.get(1)
                        + ", as bundles have while sampling is on",
                "Unpack it, and name the files in it");
    }

    private static List<Path> withoutFolder(List<Path> paths) {
        List<Path> names = new ArrayList<>(paths.size());
        for (Path path : paths) {
            names.add(path.normalize());
        }
        return names;
    }

    /** A folder's files by name, the names beside dumps left out. */
    private static List<Path> list(Path folder, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            for (Path entry : entries) {
                // To open a pipe that a folder has for something else would wait for its writer.
                if (!entry.toString().endsWith(ProfileFile.SYMBOLS_SUFFIX) && Files.isRegularFile(entry)) {
                    files.add(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (PatternSyntaxException e) {
            FormatException clearer = new FormatException(
                    "'" + glob + "' is not a valid pattern of file names",
                    e.getDescription(),
                    "Put a backslash before characters" + " that stand for themselves");
            clearer.initCause(e);
            throw clearer;
        }
        files.sort(null);
        return files;
    }

    private static boolean isCalledLikeAProfile(Path file) {
        String name = file.toString();
        for (String ending : ENDINGS) {
            if (name.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCalledLikeALog(Path file) {
        DumpName name = DumpFile.of(file).name();
        return name != null && name.kind() == DumpName.Kind.LOG;
    }

    private static boolean isGlob(String name) {
        for (int i = 0; i < name.length(); i++) {
            if ("*?[{".indexOf(name.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
