package io.jemscope.cli;

import io.jemscope.profile.FormatException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the files of a series: files, folders of dumps and recordings, and globs in a path's last part. */
final class SeriesFiles {

    private SeriesFiles() {}

    static List<Path> find(List<String> arguments) throws IOException {
        Set<Path> found = new LinkedHashSet<>();
        for (String argument : arguments) {
            Path path = Path.of(argument);
            if (Files.isDirectory(path)) {
                found.addAll(list(argument, path, "*{.heap,.heap.gz,.pb.gz,.pb,.pprof}"));
            } else if (Files.exists(path) || argument.chars().noneMatch(c -> "*?[{".indexOf(c) >= 0)) {
                found.add(path);
            } else {
                Path folder = path.getParent();
                found.addAll(list(argument, folder == null ? Path.of("") : folder, String.valueOf(path.getFileName())));
            }
        }
        return List.copyOf(found);
    }

    private static List<Path> list(String argument, Path folder, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(entry -> {
                if (!entry.toString().endsWith(".symbols")) {
                    files.add(entry);
                }
            });
        }
        if (files.isEmpty()) {
            throw new FormatException(
                    "there is no recording and no dump in " + argument,
                    "nothing there is called as they are",
                    "name the files themselves");
        }
        files.sort(null);
        return files;
    }
}
