package io.jemscope.cli.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a short command prints. It goes through a file: reading a pipe would wait for as long as the command hangs. */
final class LimitedOutput {

    private static final long LIMIT_SECONDS = 10;

    private LimitedOutput() {}

    /** Runs the command; empty where it doesn't end within ten seconds, and is then killed. */
    static Optional<String> of(ProcessBuilder command) throws IOException, InterruptedException {
        return of(command, TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
    }

    static Optional<String> of(ProcessBuilder command, long limitMillis) throws IOException, InterruptedException {
        Path output = Files.createTempFile("jemscope-", ".out");
        try {
            Process process = command.redirectOutput(output.toFile()).start();
            process.getOutputStream().close();
            if (!process.waitFor(limitMillis, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            return Optional.of(new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
        } finally {
            Files.deleteIfExists(output);
        }
    }
}
