package io.jemscope.cli.doctor;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.launch.TargetProgram;
import io.jemscope.cli.recording.Rehearsal;
import io.jemscope.profile.Profile;
import io.jemscope.report.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at everything that a recording needs, and tries a small one. */
public final class Doctor {

    /** Fine enough that the rehearsal's ten megabytes give some thousand samples: 4 KiB. */
    private static final SampleDistance REHEARSAL_DISTANCE = new SampleDistance(12);

    private final List<String> command;
    private final @Nullable Path namedJemalloc;
    private final Image image;
    private final Map<String, String> environment;

    /**
     * Makes a doctor.
     *
     * @param command the program to record; empty for any
     * @param namedJemalloc the library to preload; null to look for one
     * @param image the product's files
     */
    public Doctor(List<String> command, @Nullable Path namedJemalloc, Image image, Map<String, String> environment) {
        this.command = List.copyOf(command);
        this.namedJemalloc = namedJemalloc;
        this.image = image;
        this.environment = environment;
    }

    /**
     * Looks at everything.
     *
     * @param tell takes each finding as soon as it is there
     * @return whether all is fine
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public boolean examine(Consumer<Finding> tell) throws InterruptedException {
        boolean[] fine = {true};
        Consumer<Finding> note = finding -> {
            fine[0] &= finding.fine();
            tell.accept(finding);
        };
        Machine machine = Machine.own();
        note.accept(machine.judge());
        if (!command.isEmpty()) {
            note.accept(program());
        }
        JavaOfTarget java = JavaOfTarget.find(command, environment);
        note.accept(java.finding());
        Optional<Jemalloc> jemalloc = jemalloc(note);
        note.accept(machine.sampler());
        note.accept(nativeAgent());
        note.accept(runtimeFolder());
        note.accept(temporaryFolder());
        if (fine[0] && jemalloc.isPresent() && java.launcher().isPresent()) {
            note.accept(rehearsal(java.launcher().get(), jemalloc.get()));
        }
        return fine[0];
    }

    private Finding program() {
        try {
            TargetProgram program = TargetProgram.find(command.get(0), environment);
            return Finding.fine(
                    "command",
                    program.file()
                            + (program.isJava()
                                    ? ", a JVM's launcher: the agent goes in as its first argument"
                                    : ", no JVM itself: the agent goes in by JAVA_TOOL_OPTIONS"));
        } catch (CommandFailure e) {
            return Finding.missing("command", e.what(), e.next());
        }
    }

    private Optional<Jemalloc> jemalloc(Consumer<Finding> note) throws InterruptedException {
        try {
            Jemalloc jemalloc = JemallocFinder.find(namedJemalloc, environment);
            String bundled = jemalloc.path().equals(image.jemalloc()) ? ", bundled with Jemscope" : "";
            String detail = jemalloc.path() + bundled + ", version " + jemalloc.release() + ", with profiling";
            note.accept(
                    jemalloc.hasHook()
                            ? Finding.fine("jemalloc", detail + " and the hook for Java frames")
                            : Finding.missing(
                                    "jemalloc",
                                    detail + ", without the hook for Java frames",
                                    "install jemalloc 5.3 or later, or name one with --jemalloc"));
            libunwind(jemalloc).ifPresent(note);
            return Optional.of(jemalloc);
        } catch (CommandFailure e) {
            note.accept(Finding.missing(
                    "jemalloc", e.what(), e.next() + "; or keep the program's own allocator: --jemalloc none"));
            return Optional.empty();
        }
    }

    /** async-profiler's issue 1147: one thread holds libunwind's lock and waits for the dynamic linker's, one the other way round. */
    static Optional<Finding> libunwind(Jemalloc jemalloc) {
        return jemalloc.libunwind()
                ? Optional.of(
                        Finding.warning(
                                "unwinder",
                                "this jemalloc unwinds stacks with libunwind: the JVM can hang when async-profiler before 4.0 runs in it",
                                "update async-profiler to 4.0 or later, or use a jemalloc built without --enable-prof-libunwind"))
                : Optional.empty();
    }

    private Finding nativeAgent() {
        try {
            image.check();
            return Finding.fine("native agent", image.nativeAgent().toString());
        } catch (CommandFailure e) {
            return Finding.missing("native agent", e.what(), e.next());
        }
    }

    private Finding runtimeFolder() {
        RuntimeFolder folder = RuntimeFolder.of(environment);
        try {
            folder.check();
            return Finding.fine("runtime folder", folder.path().toString());
        } catch (IOException e) {
            return Finding.missing(
                    "runtime folder",
                    String.valueOf(e.getMessage()),
                    "export JEMSCOPE_RUNTIME_DIR=$HOME/.jemscope (or another folder of your own)");
        }
    }

    private Finding temporaryFolder() {
        String named = environment.getOrDefault("TMPDIR", "");
        Path folder = Path.of(named.isEmpty() ? System.getProperty("java.io.tmpdir", "/tmp") : named);
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            return Finding.missing(
                    "dump folder", folder + " can't be written", "export TMPDIR=FOLDER with room for dumps");
        }
        long free = folder.toFile().getUsableSpace();
        return free < 64L << 20
                ? Finding.missing(
                        "dump folder",
                        folder + " has only " + Units.bytes(free) + " left",
                        "export TMPDIR=FOLDER with room for dumps")
                : Finding.fine("dump folder", folder + ", " + Units.bytes(free) + " free");
    }

    private Finding rehearsal(Path java, Jemalloc jemalloc) throws InterruptedException {
        List<String> program =
                List.of(java.toString(), "-cp", image.command().toString(), ProbeProgram.class.getName());
        String fix = "look at the lines above; run with another JDK (JAVA_HOME) to compare";
        try {
            Optional<Profile> profile = Rehearsal.run(program, REHEARSAL_DISTANCE, jemalloc, image, environment);
            if (profile.isEmpty()) {
                return Finding.missing("rehearsal", "a small recording left no dump", fix);
            }
            long samples = profile.get().metadata().count("samples").orElse(0);
            long javaSamples = profile.get().metadata().count("samples.java").orElse(0);
            String detail = Units.count(samples) + " samples, " + Units.count(javaSamples) + " with Java frames";
            return javaSamples > 0
                    ? Finding.fine("rehearsal", "a small recording works: " + detail)
                    : Finding.missing("rehearsal", "a small recording has no Java frames: " + detail, fix);
        } catch (CommandFailure e) {
            return Finding.missing("rehearsal", e.what(), e.next());
        } catch (IOException e) {
            return Finding.missing("rehearsal", "a small recording's dump can't be read: " + e.getMessage(), fix);
        }
    }
}
