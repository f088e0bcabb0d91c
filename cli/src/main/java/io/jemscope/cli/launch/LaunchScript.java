package io.jemscope.cli.launch;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The shell commands by which the script {@code jemscope} prepares itself before it replaces itself with the program. They
 * set only the variables that differ and insert only the agent's option: the script has all other variables and arguments,
 * so their bytes never pass through Java.
 */
public final class LaunchScript {

    /** Set by the script {@code jemscope}: the file that takes the commands. */
    private static final String FILE = "jemscope.launch";

    private LaunchScript() {}

    /**
     * The file that takes the commands.
     *
     * @return the file; empty where the script {@code jemscope} doesn't wait for them
     */
    public static Optional<Path> file() {
        return Optional.ofNullable(System.getProperty(FILE)).map(Path::of);
    }

    /**
     * Writes the commands.
     *
     * @param file the file that takes them
     * @param launch what to start
     * @param command the program and its arguments as the user wrote them
     * @param environment the user's environment
     * @throws CommandFailure where a value can't be written exactly, or the file can't be written
     */
    public static void write(Path file, Launch launch, List<String> command, Map<String, String> environment)
            throws CommandFailure {
        String commands = of(launch, command, environment);
        try {
            Files.write(file, commands.getBytes(ExactWords.ofLocale()));
        } catch (IOException e) {
            CommandFailure failure = new CommandFailure(
                    ExitCode.UNPREPARED,
                    "cannot start the program",
                    "writing to the launcher script failed: " + e.getMessage(),
                    "run the command again");
            failure.initCause(e);
            throw failure;
        }
    }

    static String of(Launch launch, List<String> command, Map<String, String> environment) throws CommandFailure {
        StringBuilder script = new StringBuilder();
        for (String name : environment.keySet()) {
            if (!launch.environment().containsKey(name)) {
                script.append("unset ").append(name).append('\n');
            }
        }
        for (Map.Entry<String, String> variable : new TreeMap<>(launch.environment()).entrySet()) {
            String name = variable.getKey();
            String value = variable.getValue();
            if (!value.equals(environment.get(name))) {
                ExactWords.check(name, value);
                script.append("export ")
                        .append(name)
                        .append('=')
                        .append(quote(value))
                        .append('\n');
            }
        }
        // The script's own arguments end with the command.
        script.append("shift $(($# - ").append(command.size()).append("))\n");
        if (launch.command().size() > command.size()) {
            int added = launch.command().size() - command.size();
            script.append("jemscope_program=$1\nshift\nset -- \"$jemscope_program\"");
            for (String option : launch.command().subList(1, 1 + added)) {
                script.append(' ').append(quote(option));
            }
            script.append(" \"$@\"\n");
        }
        return script.toString();
    }

    /** A shell takes everything within single quotes as it stands, except a single quote. */
    private static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
