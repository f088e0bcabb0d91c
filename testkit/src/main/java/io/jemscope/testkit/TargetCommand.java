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
 * A command that a test starts, with its environment and folder. Immutable: each {@code with} gives a new one.
 *
 * @param arguments the program and its arguments
 * @param environment variables beside the test's own
 * @param directory where it runs; null for the test's own folder
 */
public record TargetCommand(
        List<String> arguments,
        Map<String, String> environment,
        @Nullable Path directory) {

    /**
     * Variables of whoever runs the tests that would reach into every JVM and allocator that a test starts; a test that
     * wants one says so.
     */
    private static final List<String> NOT_INHERITED =
            List.of("LD_PRELOAD", "MALLOC_CONF", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /**
     * Makes the lists unchangeable.
     *
     * @param arguments the program and its arguments; copied
     * @param environment variables beside the test's own; copied
     * @param directory where it runs
     */
    public TargetCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /**
     * A command with the test's own environment, less what would change JVMs and allocators behind the test's back.
     *
     * @param arguments the program and its arguments
     */
    public static TargetCommand of(String... arguments) {
        return of(List.of(arguments));
    }

    /**
     * The same for a list.
     *
     * @param arguments the program and its arguments
     */
    public static TargetCommand of(List<String> arguments) {
        return new TargetCommand(arguments, Map.of(), null);
    }

    /**
     * Adds arguments behind those it has.
     *
     * @param more the arguments
     * @return a new command
     */
    public TargetCommand with(String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return new TargetCommand(all, environment, directory);
    }

    /**
     * Has the command run by another, which ends by becoming it.
     *
     * @param words the other program and its arguments
     * @return a new command
     */
    public TargetCommand by(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(arguments);
        return new TargetCommand(all, environment, directory);
    }

    /**
     * Sets an environment variable.
     *
     * @return a new command
     */
    public TargetCommand withVariable(String name, String value) {
        Map<String, String> all = new TreeMap<>(environment);
        all.put(name, value);
        return new TargetCommand(arguments, all, directory);
    }

    /**
     * Sets the folder it runs in.
     *
     * @param folder an existing folder
     * @return a new command
     */
    public TargetCommand in(Path folder) {
        return new TargetCommand(arguments, environment, folder);
    }

    /**
     * Starts it. Its output goes to files, not pipes, so that a grandchild which outlives it can't hold up the test; its
     * input is empty. Signals do what they do by default: a test that runs in the background of a script, where SIGINT and
     * SIGQUIT are ignored, would otherwise hand that on.
     *
     * @throws IOException where it can't be started
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
