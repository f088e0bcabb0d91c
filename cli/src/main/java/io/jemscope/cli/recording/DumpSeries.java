package io.jemscope.cli.recording;

import io.jemscope.cli.control.OwnerOnly;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A private folder of the dumps that a recording took again and again, for {@code jemscope trend}. It is bounded: where
 * there are too many, every second one goes of the program that has most, and from then on only every second one of its
 * dumps comes, so that what is left of each program spans its whole time evenly.
 */
final class DumpSeries {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /** Dumps are tens to hundreds of KiB: a folder of some hundred MiB at most. */
    static final int MOST_DUMPS = 1_000;

    private final Path folder;
    private final PrintStream err;
    private final int most;
    private final Map<Long, OfProgram> byPid = new LinkedHashMap<>();
    private boolean isTroubled;
    private boolean isFull;

    /** The dumps of one program. */
    private static final class OfProgram {
        private final long pid;
        private final List<DumpFile> kept = new ArrayList<>();
        private long seen;
        private long stride = 1;

        OfProgram(long pid) {
            this.pid = pid;
        }
    }

    DumpSeries(Path folder, int most, PrintStream err) {
        this.folder = folder;
        this.most = most;
        this.err = err;
    }

    /** Makes a new folder in the current one. */
    static DumpSeries create(PrintStream err) throws CommandFailure {
        Path folder =
                OutputFile.free(Path.of("jemscope-dumps-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()))));
        try {
            return new DumpSeries(Files.createDirectory(folder, OwnerOnly.FOLDER), MOST_DUMPS, err);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    "no folder for the dumps can be made: " + folder,
                    Failures.words(e),
                    "run this in a folder that can be written, or leave --every out");
        }
    }

    /** Moves a dump into the folder, unless there are enough of its time already. */
    void keep(DumpFile dump) {
        try {
            OfProgram program = program(dump);
            if (program.seen++ % program.stride != 0) {
                dump.delete();
                return;
            }
            if (program.kept.isEmpty() && size() >= most && largest().kept.size() == 1) {
                dump.delete();
                tellFull();
                return;
            }
            program.kept.add(move(dump));
            if (size() > most) {
                thin();
            }
        } catch (IOException e) {
            trouble(e);
        }
    }

    /** Takes in what is left in a recording's folder, the last dumps among it, and says where all of it is. */
    void close(DumpFolder recording) {
        try {
            for (DumpFile dump : recording.all()) {
                if (!isTroubled) {
                    // The last word of a program is never one too many.
                    program(dump).kept.add(copy(dump));
                }
            }
        } catch (IOException e) {
            trouble(e);
        }
        if (size() == 0) {
            return;
        }
        err.println("dumps:     " + folder + " (" + size() + thinned() + ")");
        err.println("look at their course: jemscope trend " + folder);
    }

    /** Takes the folder away where no dump came into it. */
    void deleteIfEmpty() {
        if (size() == 0) {
            try {
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                // Something else was put there, which is not ours.
                return;
            }
        }
    }

    private OfProgram program(DumpFile dump) {
        return byPid.computeIfAbsent(dump.pid(), OfProgram::new);
    }

    private int size() {
        int size = 0;
        for (OfProgram program : byPid.values()) {
            size += program.kept.size();
        }
        return size;
    }

    private String thinned() {
        long stride = 1;
        for (OfProgram program : byPid.values()) {
            stride = Math.max(stride, program.stride);
        }
        if (stride == 1) {
            return "";
        }
        return byPid.size() == 1 ? ", one of every " + stride : ", of some programs one of every " + stride;
    }

    /** Leaves every second one of the program that has most, from the first on. */
    private void thin() throws IOException {
        OfProgram largest = largest();
        List<DumpFile> rest = new ArrayList<>();
        for (int i = 0; i < largest.kept.size(); i++) {
            if (i % 2 == 0) {
                rest.add(largest.kept.get(i));
            } else {
                largest.kept.get(i).delete();
            }
        }
        largest.kept.clear();
        largest.kept.addAll(rest);
        largest.stride *= 2;
        err.println("jemscope: there were more than " + most + " dumps; of every " + largest.stride + " of process "
                + largest.pid + " one is kept");
    }

    /** The first of the programs that have most. */
    private OfProgram largest() {
        OfProgram largest = new OfProgram(0);
        for (OfProgram program : byPid.values()) {
            if (program.kept.size() > largest.kept.size()) {
                largest = program;
            }
        }
        return largest;
    }

    /** There is a dump each of so many programs: one more would take another one's only one. */
    private void tellFull() {
        if (!isFull) {
            isFull = true;
            err.println("jemscope: there are dumps of " + most + " programs; no more programs' dumps are kept");
        }
    }

    private DumpFile move(DumpFile dump) throws IOException {
        DumpFile copy = copy(dump);
        dump.delete();
        return copy;
    }

    /** The names first: a dump that is there is whole. */
    private DumpFile copy(DumpFile dump) throws IOException {
        Path heap = folder.resolve(dump.heap().getFileName().toString());
        Path symbols = DumpFile.symbols(dump.heap());
        if (Files.exists(symbols)) {
            OutputFile.write(DumpFile.symbols(heap), false, out -> Files.copy(symbols, out));
        }
        OutputFile.write(heap, false, out -> Files.copy(dump.heap(), out));
        return new DumpFile(heap, dump.pid(), dump.kind(), dump.time());
    }

    /** The program and its recording go on without the series. */
    private void trouble(IOException why) {
        if (!isTroubled) {
            isTroubled = true;
            err.println("jemscope: a dump can't be kept in " + folder + ": " + Failures.words(why));
            err.println("  next: make room there; the recording itself goes on");
        }
    }
}
