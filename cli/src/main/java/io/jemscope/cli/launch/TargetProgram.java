package io.jemscope.cli.launch;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The program that a command names, found as a shell finds it.
 *
 * @param file the file, links followed
 * @param isJava whether it is a JVM's own launcher: a binary named {@code java}, and no script of that name
 */
public record TargetProgram(Path file, boolean isJava) {

    /**
     * Finds the program.
     *
     * @param name the command's first word
     * @param environment the environment, for its {@code PATH}
     * @throws CommandFailure where there is none, or it can't be executed
     */
    public static TargetProgram find(String name, Map<String, String> environment) throws CommandFailure {
        if (name.indexOf('/') >= 0) {
            return check(name, Path.of(name));
        }
        Path forbidden = null;
        for (String folder : environment.getOrDefault("PATH", "/usr/bin:/bin").split(File.pathSeparator, -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
            if (Files.isRegularFile(candidate)) {
                if (Files.isExecutable(candidate)) {
                    return check(name, candidate);
                }
                forbidden = candidate;
            }
        }
        if (forbidden != null) {
            return check(name, forbidden);
        }
        throw new CommandFailure(
                ExitCode.NOT_FOUND,
                "there is no program '" + name + "'",
                "no folder of PATH has a file of that name",
                "write the program's path, or put its folder on PATH");
    }

    private static TargetProgram check(String name, Path path) throws CommandFailure {
        if (!Files.exists(path)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "there is no program '" + name + "'",
                    "no such file",
                    "look at the path's spelling");
        }
        if (Files.isDirectory(path) || !Files.isExecutable(path)) {
            throw new CommandFailure(
                    ExitCode.CANNOT_RUN,
                    "'" + name + "' can't be run",
                    Files.isDirectory(path) ? "it is a folder" : "it isn't executable for this user",
                    Files.isDirectory(path) ? "name a program in it" : "chmod +x " + path);
        }
        try {
            Path file = path.toRealPath();
            Path last = file.getFileName();
            return new TargetProgram(file, last != null && last.toString().equals("java") && isElf(file));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.CANNOT_RUN, "'" + name + "' can't be run", e.toString(), "look at the file");
        }
    }

    private static boolean isElf(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] magic = in.readNBytes(4);
            return magic.length == 4 && magic[0] == 0x7F && magic[1] == 'E' && magic[2] == 'L' && magic[3] == 'F';
        }
    }
}
