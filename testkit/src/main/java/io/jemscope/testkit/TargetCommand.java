package io.jemscope.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A command that a test starts, with its environment and folder. Immutable.
 *
 * @param arguments the program and its arguments
 * @param environment variables added to the test's own
 * @param directory the working directory; null for the test's own
 */
public record TargetCommand(
        List<String> arguments,
        Map<String, String> environment,
        @Nullable Path directory) {

    /** Variables that would change each JVM and allocator that a test starts. They are removed unless a test sets them. */
    private static final List<String> NOT_INHERITED =
            List.of("LD_PRELOAD", "MALLOC_CONF", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Copies the collections. */
    public TargetCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /**
     * Creates a command with the test's own environment, without variables that change JVMs and allocators.
     *
     * @param arguments the program and its arguments
     */
    public static TargetCommand of(String... arguments) {
        return of(List.of(arguments));
    }

    /** Creates a command from a list. */
    public static TargetCommand of(List<String> arguments) {
        return new TargetCommand(arguments, Map.of(), null);
    }

    /** Returns a command with more arguments at the end. */
    public TargetCommand with(String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return new TargetCommand(all, environment, directory);
    }

    /**
     * Returns a command that another program starts by replacing itself.
     *
     * @param words the other program and its arguments
     */
    public TargetCommand by(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(arguments);
        return new TargetCommand(all, environment, directory);
    }

    /** Returns a command with one more environment variable. */
    public TargetCommand withVariable(String name, String value) {
        Map<String, String> all = new TreeMap<>(environment);
        all.put(name, value);
        return new TargetCommand(arguments, all, directory);
    }

    /** Returns a command with another working directory, which must exist. */
    public TargetCommand in(Path folder) {
        return new TargetCommand(arguments, environment, folder);
    }

    /**
     * Starts it. Its output goes to files, not pipes, so that a grandchild that outlives it can't block the test; its input is empty.
     * Signals have their default actions: in the background of a script SIGINT and SIGQUIT are ignored, and children inherit that.
     *
     * @throws IOException if it can't be started
     */
    public TargetProcess start() throws IOException {
        Path folder = Files.createTempDirectory("jemscope-target");
        ProcessBuilder builder = new ProcessBuilder(by("env", "--default-signal").arguments);
        NOT_INHERITED.forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        return TargetProcess.start(builder, folder);
    }
}
