package io.jemscope.cli.launch;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds a jemalloc that can profile: the one that was named ({@code --jemalloc}, then {@value #VARIABLE}), else the first
 * that also has the hook for Java frames, else the first. The system's come before the one that Jemscope brings along: the
 * usual places, or what the dynamic linker knows of.
 */
public final class JemallocFinder {

    /** The environment variable that names the library. */
    public static final String VARIABLE = "JEMSCOPE_JEMALLOC";

    /** In a library's place: the program keeps its own allocator. */
    public static final Path NONE = Path.of("none");

    private JemallocFinder() {}

    /**
     * Finds the library to preload as {@link #find}, unless {@link #NONE} is named.
     *
     * @return the library; empty if the program is to keep its own allocator
     */
    public static Optional<Jemalloc> findToPreload(@Nullable Path named, Map<String, String> environment)
            throws CommandFailure, InterruptedException {
        String name = named == null ? environment.getOrDefault(VARIABLE, "") : named.toString();
        return name.equals(NONE.toString()) ? Optional.empty() : Optional.of(find(named, environment));
    }

    /**
     * Finds the library to preload.
     *
     * @param named the file that was named on the command line; null for none
     * @return a library that can profile
     * @throws CommandFailure where there is none
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static Jemalloc find(@Nullable Path named, Map<String, String> environment)
            throws CommandFailure, InterruptedException {
        String variable = environment.getOrDefault(VARIABLE, "");
        if (named != null || !variable.isEmpty()) {
            return check(named != null ? named : Path.of(variable), named != null ? "--jemalloc" : VARIABLE);
        }
        List<Path> candidates = candidates(System.getProperty("os.arch", ""));
        candidates.add(Image.own().jemalloc());
        return best(candidates);
    }

    static Jemalloc best(List<Path> candidates) throws CommandFailure, InterruptedException {
        Jemalloc best = null;
        for (Path candidate : candidates) {
            Jemalloc found = ask(candidate).orElse(null);
            if (found != null && found.profiling() && found.hasHook()) {
                return found;
            }
            best = best == null || (found != null && found.profiling() && !best.profiling()) ? found : best;
        }
        if (best == null) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "no jemalloc was found on this machine",
                    "it isn't in the usual places, the dynamic linker knows of none, and Jemscope's own can't be loaded: "
                            + "that needs glibc 2.34, libstdc++, and a path without blanks and colons",
                    PackageManager.ofThisMachine().installJemalloc() + ", or name its file with --jemalloc");
        }
        if (!best.profiling()) {
            throw withoutProfiling(best);
        }
        return best;
    }

    private static Jemalloc check(Path library, String source) throws CommandFailure, InterruptedException {
        Path file = library.toAbsolutePath();
        if (!Files.isReadable(file)) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "the jemalloc that " + source + " names can't be read: " + file,
                    "there is no such file, or its permissions forbid it",
                    "name the library's file, such as /usr/lib/x86_64-linux-gnu/libjemalloc.so.2");
        }
        if (file.toString().indexOf(' ') >= 0 || file.toString().indexOf(':') >= 0) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "the jemalloc at " + file + " can't be preloaded",
                    "the dynamic linker takes blanks and colons in LD_PRELOAD for the ends of names",
                    "put the library, or a link to it, where the path has neither");
        }
        Jemalloc found = ask(file).orElse(null);
        if (found == null) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    file + " is not a jemalloc that works here",
                    "preloaded into another program it didn't answer: another library, processor or C library perhaps",
                    PackageManager.ofThisMachine().installJemalloc());
        }
        if (!found.profiling()) {
            throw withoutProfiling(found);
        }
        return found;
    }

    private static CommandFailure withoutProfiling(Jemalloc jemalloc) {
        return new CommandFailure(
                ExitCode.UNPREPARED,
                "the jemalloc at " + jemalloc.path() + " can't profile",
                "it was built without --enable-prof",
                PackageManager.ofThisMachine().installJemalloc()
                        + ", or build jemalloc with --enable-prof and name it with --jemalloc");
    }

    private static Optional<Jemalloc> ask(Path library) throws InterruptedException {
        try {
            return JemallocProbe.ask(library);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static List<Path> candidates(String architecture) throws InterruptedException {
        List<Path> there = new ArrayList<>();
        for (Path place : usualPlaces(architecture)) {
            if (Files.isReadable(place)) {
                there.add(place);
            }
        }
        if (there.isEmpty()) {
            there.addAll(knownToLinker());
        }
        return there;
    }

    /** Where distributions put the library, by the processor's name as Java has it. */
    static List<Path> usualPlaces(String architecture) {
        String triplet = architecture.equals("aarch64") ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
        return List.of(
                Path.of("/usr/lib/" + triplet + "/libjemalloc.so.2"),
                Path.of("/usr/lib64/libjemalloc.so.2"),
                Path.of("/usr/lib/libjemalloc.so.2"),
                Path.of("/usr/local/lib/libjemalloc.so.2"),
                Path.of("/usr/local/lib64/libjemalloc.so.2"));
    }

    private static List<Path> knownToLinker() throws InterruptedException {
        for (String ldconfig : List.of("/sbin/ldconfig", "/usr/sbin/ldconfig")) {
            if (Files.isExecutable(Path.of(ldconfig))) {
                try {
                    ProcessBuilder list =
                            new ProcessBuilder(ldconfig, "-p").redirectError(ProcessBuilder.Redirect.DISCARD);
                    return inCache(LimitedOutput.of(list).orElse(""));
                } catch (IOException e) {
                    // Then it knows of none.
                    return List.of();
                }
            }
        }
        return List.of();
    }

    /** The jemalloc libraries in what {@code ldconfig -p} prints: lines such as {@code name (kind) => path}. */
    static List<Path> inCache(String cache) {
        List<Path> paths = new ArrayList<>();
        for (String line : cache.split("\n", -1)) {
            int arrow = line.indexOf(" => ");
            if (arrow > 0 && line.trim().toLowerCase(Locale.ROOT).startsWith("libjemalloc.so")) {
                paths.add(Path.of(line.substring(arrow + 4).trim()));
            }
        }
        return paths;
    }
}
