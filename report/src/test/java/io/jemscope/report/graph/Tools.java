package io.jemscope.report.graph;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that results are held against, where they are installed. */
final class Tools {

    private Tools() {}

    static boolean isInstalled(String name) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(folder, name))) {
                return true;
            }
        }
        return false;
    }

    /** Runs a program in a folder, which has to end well within three minutes, and returns what it prints. */
    static byte[] run(Path folder, String... command) throws IOException, InterruptedException {
        return run(folder, true, command);
    }

    /** Runs a program as {@link #run} does, and fails where it prints anything to its standard error. */
    static byte[] runSilent(Path folder, String... command) throws IOException, InterruptedException {
        return run(folder, false, command);
    }

    private static byte[] run(Path folder, boolean mayComplain, String... command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PPROF_TMPDIR", folder.toString());
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " didn't end within three minutes");
        }
        if (process.exitValue() != 0 || (!mayComplain && Files.size(errors) > 0)) {
            throw new AssertionError(String.join(" ", command) + " failed: " + Files.readString(errors));
        }
        return Files.readAllBytes(output);
    }
}
