package io.jemscope.cli.recording;

import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.report.AppPackages;
import io.jemscope.report.ProfileQuality;
import io.jemscope.report.Units;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The end of a recording: dumps become recordings, which are written, and the first of them is reported. */
final class RecordingReport {

    private final RecordRequest request;
    private final String agentOption;
    private final PrintStream err;
    private final DumpFolder folder;
    private final Set<Path> damaged = new HashSet<>();

    RecordingReport(RecordRequest request, String agentOption, Console console, DumpFolder folder) {
        this.request = request;
        this.agentOption = agentOption;
        this.err = console.err();
        this.folder = folder;
    }

    /** The best dump of each JVM that left one; none where the folder can't be read. */
    Collection<DumpFile> dumps() {
        try {
            return folder.bestOfEach((file, why) -> {
                if (damaged.add(file)) {
                    err.println("jemscope: the dump " + file.getFileName() + " can't be read: " + Failures.words(why));
                    err.println("  next: it is kept in " + folder.path());
                }
                folder.keep();
            });
        } catch (IOException e) {
            err.println("jemscope: the dumps in " + folder.path() + " can't be read: " + Failures.words(e));
            folder.keep();
            return List.of();
        }
    }

    /**
     * Writes the recordings and reports the one that holds most.
     *
     * @param dumps what to report
     * @param watch the JVMs, for their files
     * @param ended when the program ended; empty where it runs on
     * @return the recordings, the one that holds most first
     */
    List<Recording> print(Collection<DumpFile> dumps, Watch watch, Optional<Instant> ended) {
        List<Recording> recordings = new ArrayList<>();
        for (DumpFile dump : dumps) {
            read(dump, watch).ifPresent(recordings::add);
        }
        troubles(watch, recordings);
        if (recordings.isEmpty()) {
            nothing(watch);
            return recordings;
        }
        recordings.sort(Comparator.comparingDouble(
                recording -> -recording.profile().live().bytes()));
        Recording first = recordings.get(0);
        show(first, watch, ended);
        files(recordings);
        daemon(recordings).ifPresent(err::println);
        return recordings;
    }

    private Optional<String> daemon(List<Recording> recordings) {
        return BuildDaemon.advice(
                request.command(),
                request.followChildren(),
                recordings.stream().map(Recording::profile).toList());
    }

    private Optional<Recording> read(DumpFile dump, Watch watch) {
        try {
            Binaries binaries =
                    watch.jvm(dump.pid()).<Binaries>map(WatchedJvm::binaries).orElseGet(FileSystemBinaries::new);
            Profile profile = new Symbolizer(binaries).symbolize(ProfileFile.readWithBirths(dump.heap()));
            return Optional.of(new Recording(dump, withFacts(profile)));
        } catch (IOException e) {
            err.println("jemscope: the dump of " + process(dump) + " can't be read: " + Failures.words(e));
            err.println("  next: it is kept at " + dump.heap());
            folder.keep();
            return Optional.empty();
        }
    }

    private Profile withFacts(Profile profile) {
        ProfileMetadata facts = profile.metadata()
                .with(
                        ProfileQuality.RATE_AT_START,
                        Long.toString(request.distance().bytes()));
        Optional<String> command = facts.get("command");
        if (command.isPresent()) {
            // The program as its owner knows it: our own option, with its temporary folder, tells nobody anything.
            facts = facts.with("command", command.get().replace(" " + agentOption, ""));
        }
        Optional<String> mainClass = facts.get("main").flatMap(MainClass::inJar);
        if (mainClass.isPresent()) {
            facts = facts.with(AppPackages.MAIN_CLASS, mainClass.get());
        }
        return new Profile(profile.rate(), profile.samples(), profile.mappings(), facts);
    }

    private void show(Recording recording, Watch watch, Optional<Instant> ended) {
        err.println();
        if (ended.isPresent()) {
            boolean runs =
                    watch.jvm(recording.dump().pid()).map(WatchedJvm::isAlive).orElse(false);
            how(recording.dump(), ended.get(), runs);
        }
        try {
            if (request.report().format() != ReportFormat.PPROF) {
                Report.of(request.report(), recording.profile().withoutBirths()).write(err);
            }
        } catch (IOException e) {
            err.println("jemscope: the report can't be printed: " + Failures.words(e));
        }
    }

    /** Where the dump isn't the program's last word, says whose word it is. */
    private void how(DumpFile dump, Instant ended, boolean runs) {
        String age = Units.span(Duration.between(dump.time(), ended)) + " before.";
        switch (dump.kind()) {
            case DumpFile.FINAL -> {}
            case DumpFile.ASKED -> {
                err.println("The command has ended, but process " + dump.pid()
                        + " that it started ran on; this is what it held then.");
                err.println();
            }
            default -> {
                err.println(
                        runs
                                ? "The command has ended, but process " + dump.pid()
                                        + " that it started ran on and couldn't dump; this is what it held " + age
                                : "The program ended without its last dump, as a killed one does; this is what it held "
                                        + age);
                err.println();
            }
        }
    }

    private void files(List<Recording> recordings) {
        err.println();
        boolean isFirst = true;
        for (Recording recording : recordings) {
            Path place = RecordingFiles.place(request, recording, isFirst);
            try {
                Path file = RecordingFiles.write(
                        place,
                        request.force() && request.output().isPresent() && isFirst,
                        out -> PprofWriter.write(recording.profile(), out));
                String whose = isFirst ? "recording: " : "also recorded, " + process(recording.dump()) + ": ";
                err.println(whose + file + " (" + Units.bytes(Files.size(file)) + ")");
                page(file, recording, isFirst);
                keepRaw(file, recording);
                if (isFirst && !OutputFile.isStream(file)) {
                    err.println("look closer:");
                    err.println("  jemscope report --tree " + file);
                    err.println("  go tool pprof " + file);
                }
            } catch (IOException e) {
                folder.keep();
                err.println("jemscope: the recording can't be written to " + place);
                err.println("  why:  " + Failures.words(e));
                err.println("  next: the raw dump is kept at "
                        + recording.dump().heap() + "; once there is room, jemscope report FILE --format pprof -o "
                        + place.getFileName());
            }
            isFirst = false;
        }
    }

    private void page(Path recordingFile, Recording recording, boolean isFirst) {
        if (!request.html()) {
            return;
        }
        Path place = RecordingFiles.page(request, recordingFile, recording, isFirst);
        ReportRequest page = ReportRequest.of(ReportFormat.HTML, Integer.MAX_VALUE)
                .withCode(request.report().code());
        try {
            Path file = RecordingFiles.write(
                    place,
                    request.force() && isFirst,
                    out -> Report.of(page, recording.profile().withoutBirths()).write(out));
            err.println("page:      " + file + " (" + Units.bytes(Files.size(file)) + ")");
        } catch (IOException e) {
            err.println("jemscope: the page can't be written to " + place);
            err.println("  why:  " + Failures.words(e));
            err.println("  next: once there is room, jemscope report --html -o " + place.getFileName() + " "
                    + recordingFile);
        }
    }

    private void keepRaw(Path file, Recording recording) {
        if (!request.keepRaw()) {
            return;
        }
        try {
            err.println("raw dump:  " + RecordingFiles.keepRaw(file, recording));
        } catch (IOException e) {
            folder.keep();
            err.println("jemscope: the raw dump can't be kept beside the recording");
            err.println("  why:  " + Failures.words(e));
            err.println("  next: it is at " + recording.dump().heap());
        }
    }

    private static String process(DumpFile dump) {
        return dump.pid() == 0 ? "a process that isn't named" : "process " + dump.pid();
    }

    /** Says which JVMs couldn't dump, and so are reported from an older dump or not at all. */
    void troubles(Watch watch, List<Recording> recordings) {
        for (WatchedJvm jvm : watch.jvms()) {
            boolean hasLast = recordings.stream()
                    .anyMatch(recording -> recording.dump().pid() == jvm.pid()
                            && recording.dump().kind().equals(DumpFile.FINAL));
            if (!hasLast && jvm.trouble().isPresent()) {
                err.println("jemscope: process " + jvm.pid() + " couldn't dump: "
                        + jvm.trouble().get());
            }
        }
    }

    private void nothing(Watch watch) {
        err.println("jemscope: there is nothing to report");
        Optional<String> daemon = daemon(List.of());
        if (daemon.isPresent() && watch.jvms().stream().noneMatch(WatchedJvm::hasAgent)) {
            err.println(daemon.get());
            return;
        }
        if (watch.jvms().stream().anyMatch(jvm -> jvm.trouble().isPresent())) {
            err.println("  why:  the JVM couldn't write its dumps, see above");
            err.println("  next: set TMPDIR to a folder with room, and record again");
        } else if (watch.jvms().stream().anyMatch(WatchedJvm::hasAgent)) {
            err.println("  why:  the JVM was killed before it could leave a dump");
            err.println("  next: record again; snapshots are taken from the first second on");
        } else {
            err.println(
                    "  why:  the program started no JVM, or one that couldn't take jemscope's agent (it says so itself)");
            err.println("  next: jemscope doctor -- " + String.join(" ", request.command())
                    + "; or, for a program that isn't a JVM, start it with LD_PRELOAD=/path/to/libjemscope.so: jemscope list"
                    + " shows it then");
        }
    }
}
