package io.jemscope.cli.recording;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.profile.Profile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Where recordings are written, and under which names. */
final class RecordingFiles {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final String ENDING = ".pb.gz";
    private static final int NAME_LENGTH = 40;

    private RecordingFiles() {}

    /** Says before the program is started whether its recording can be written. */
    static void check(RecordRequest request) throws CommandFailure {
        if (request.output().isPresent()) {
            OutputFile.check(request.output().get(), request.force());
        } else {
            OutputFile.check(Path.of("jemscope-" + System.nanoTime() + ENDING), false);
        }
        Optional<Path> page = request.page()
                .or(() -> request.output()
                        .filter(file -> !OutputFile.isStream(file))
                        .map(RecordingFiles::page));
        if (request.html() && page.isPresent()) {
            OutputFile.check(page.get(), request.force());
        }
    }

    /** Where a recording goes: the requested file for the first process; for others with the process's number. */
    static Path place(RecordRequest request, Recording recording, boolean isFirst) {
        Path named = request.output().orElse(null);
        if (named == null || (!isFirst && OutputFile.isStream(named))) {
            return unnamed(recording);
        }
        return isFirst
                ? named
                : OutputFile.withSuffix(named, "-" + recording.dump().pid());
    }

    /** Where a recording's page goes: beside it; if a file is requested, there, for others than the first with the process's number. */
    static Path page(RecordRequest request, Path recordingFile, Recording recording, boolean isFirst) {
        Path named = request.page().orElse(null);
        if (named == null) {
            return page(OutputFile.isStream(recordingFile) ? unnamed(recording) : recordingFile);
        }
        return isFirst
                ? named
                : OutputFile.withSuffix(named, "-" + recording.dump().pid());
    }

    private static Path page(Path recordingFile) {
        return recordingFile.resolveSibling(stem(recordingFile) + ".html");
    }

    private static String stem(Path recordingFile) {
        String name = String.valueOf(recordingFile.getFileName());
        return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    }

    /** A name that tells the recordings of a folder apart, in the current folder. */
    private static Path unnamed(Recording recording) {
        return Path.of("jemscope-" + program(recording.profile()) + "-"
                + recording.dump().pid() + "-"
                + TIME.format(recording.dump().time().atZone(ZoneId.systemDefault())) + ENDING);
    }

    /** Writes a file; where the name was taken meanwhile, under one that is free. */
    static Path write(Path place, boolean force, OutputFile.Content content) throws IOException {
        if (force || OutputFile.isStream(place)) {
            OutputFile.write(place, force, content);
            return place;
        }
        Path file = OutputFile.free(place);
        while (true) {
            try {
                OutputFile.write(file, false, content);
                return file;
            } catch (FileAlreadyExistsException e) {
                // Taken since it was looked for.
                file = OutputFile.free(place);
            }
        }
    }

    /** Copies the raw dump and its names beside the recording, under names that are free for both. */
    static Path keepRaw(Path recordingFile, Recording recording) throws IOException {
        Path base = OutputFile.isStream(recordingFile) ? unnamed(recording) : recordingFile;
        Path first = base.resolveSibling(stem(base) + DumpFile.SUFFIX);
        Path heap = first;
        for (int number = 2; isTaken(heap) || isTaken(DumpFile.symbols(heap)); number++) {
            heap = OutputFile.withSuffix(first, "-" + number);
        }
        Path names = DumpFile.symbols(recording.dump().heap());
        if (Files.exists(names)) {
            OutputFile.write(DumpFile.symbols(heap), false, out -> Files.copy(names, out));
        }
        OutputFile.write(heap, false, out -> Files.copy(recording.dump().heap(), out));
        return heap;
    }

    private static boolean isTaken(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** The program's name in a file's name: the main class's or jar's own, with nothing a shell would trip over. */
    static String program(Profile profile) {
        String main = profile.metadata().get("main").orElse("program");
        String name = main.substring(main.lastIndexOf('/') + 1);
        if (name.endsWith(".jar") || name.endsWith(".war")) {
            name = name.substring(0, name.length() - 4);
        } else {
            name = name.substring(name.lastIndexOf('.') + 1);
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < name.length() && plain.length() < NAME_LENGTH; i++) {
            char c = name.charAt(i);
            plain.append(Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.' ? c : '_');
        }
        return plain.isEmpty() ? "program" : plain.toString();
    }
}
