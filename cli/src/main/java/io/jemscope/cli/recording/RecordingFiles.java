package io.jemscope.cli.recording;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

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

    /** A name that tells the recordings of a folder apart, in the current folder. */
    private static Path unnamed(Recording recording) {
        return Path.of("jemscope-" + program(recording.profile()) + "-"
                + recording.dump().pid() + "-"
                + TIME.format(recording.dump().time().atZone(ZoneId.systemDefault())) + ENDING);
    }

    /** Writes the recording; where the name was taken meanwhile, under one that is free. */
    static Path write(Path place, boolean force, Recording recording) throws IOException {
        if (force || OutputFile.isStream(place)) {
            OutputFile.write(place, force, out -> PprofWriter.write(recording.profile(), out));
            return place;
        }
        Path file = OutputFile.free(place);
        while (true) {
            try {
                OutputFile.write(file, false, out -> PprofWriter.write(recording.profile(), out));
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
        String name = String.valueOf(base.getFileName());
        String stem = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
        Path first = base.resolveSibling(stem + DumpFile.SUFFIX);
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
