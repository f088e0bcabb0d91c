package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.ExactWords;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.SampleDistance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the verbs that start a program have in common. */
final class TargetOptions {

    static final String WATCH =
            "Sample from the start, and make a bundle when the program nears its memory limit; the setting watch (JEMSCOPE_WATCH) takes "
                    + "rules of your own.";

    static final String MMAP =
            "Count memory that libraries map themselves (mmap), too: not the JVM's own, nor thread stacks.";

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--rate",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "One sample per SIZE bytes allocated, a power of two. Default: 512KiB. Smaller sizes give smaller errors "
                            + "and cost more.")
    private long rateBytes = 512 * 1024;

    @Option(
            names = "--jemalloc",
            paramLabel = "PATH",
            description =
                    "The jemalloc library to preload, or none: the program keeps its own allocator, and Jemscope takes the samples. "
                            + "Default: $JEMSCOPE_JEMALLOC, else the first that profiles with Java frames: the system's, then Jemscope's own.")
    private @Nullable Path jemalloc;

    @Option(names = "--mmap", description = MMAP + " The program keeps its own allocator, as with --jemalloc none.")
    private boolean mmap;

    @Option(
            names = "--follow-children",
            description =
                    "Profile processes that the program starts as well. Java then prints a line about JAVA_TOOL_OPTIONS.")
    private boolean followChildren;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The program and its arguments.")
    private List<String> command = new ArrayList<>();

    SampleDistance distance() throws CommandFailure {
        return SampleDistance.ofBytes(rateBytes);
    }

    /** The library that the user named, or {@link JemallocFinder#NONE}; empty to look for one. */
    Optional<Path> jemalloc() {
        if (mmap && jemalloc != null && !jemalloc.equals(JemallocFinder.NONE)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--mmap and --jemalloc " + jemalloc
                            + " exclude each other: jemalloc's samples are of its own memory alone; leave one of them out");
        }
        return mmap ? Optional.of(JemallocFinder.NONE) : Optional.ofNullable(jemalloc);
    }

    boolean mmap() {
        return mmap;
    }

    boolean followChildren() {
        return followChildren;
    }

    /** The program to start, and its arguments, each of which Java can pass on unchanged. */
    List<String> command() throws CommandFailure {
        List<String> words = commandOfLauncher();
        ExactWords.check(words);
        return words;
    }

    /** The program to start, and its arguments. The launcher script passes them on, so they may hold any bytes. */
    List<String> commandOfLauncher() throws CommandFailure {
        if (command.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the program to start is missing: " + spec.commandLine().getCommandName()
                            + " [options] -- java -jar app.jar");
        }
        return command;
    }
}
