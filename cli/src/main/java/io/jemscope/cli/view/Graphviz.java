package io.jemscope.cli.view;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Graphviz's {@code dot}, for those who ask for it by name: nothing else starts a program. */
public final class Graphviz {

    private static final String MISSING_NEXT =
            "install it (the package graphviz), or leave --layout out: the picture needs no other program then";

    private static final String WITHOUT_NEXT = "leave --layout out: the picture needs no other program then";

    private final String program;

    /**
     * A layouter.
     *
     * @param program its name or its path
     */
    public Graphviz(String program) {
        this.program = program;
    }

    /**
     * Draws a graph.
     *
     * @param dot the graph in Graphviz's language, in UTF-8
     * @param out where the picture goes, as SVG; not closed
     * @throws CommandFailure where the program isn't there, or fails
     * @throws IOException where the picture can't be written
     */
    public void svg(byte[] dot, OutputStream out) throws CommandFailure, IOException {
        Path graph = temporary(".dot");
        try {
            Path errors = temporary(".txt");
            try {
                // Files, since a program that answers while it still reads would block on both pipes.
                Files.write(graph, dot);
                draw(graph, errors, out);
            } finally {
                Files.deleteIfExists(errors);
            }
        } finally {
            Files.deleteIfExists(graph);
        }
    }

    /** A file that goes also where a signal ends us. */
    private static Path temporary(String suffix) throws IOException {
        Path file = Files.createTempFile("jemscope-", suffix);
        file.toFile().deleteOnExit();
        return file;
    }

    private void draw(Path graph, Path errors, OutputStream out) throws CommandFailure, IOException {
        Process process = start(graph, errors);
        try {
            process.getOutputStream().close();
            process.getInputStream().transferTo(out);
            int code = process.waitFor();
            if (code != 0) {
                String words = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).strip();
                throw new CommandFailure(
                        ExitCode.UNPREPARED,
                        program + " can't draw the graph",
                        words.isEmpty() ? "it ended with code " + code : words,
                        WITHOUT_NEXT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while " + program + " draws the graph", e);
        } finally {
            // Nobody waits for it any more; one that has ended doesn't mind.
            process.destroyForcibly();
        }
    }

    private Process start(Path graph, Path errors) throws CommandFailure {
        try {
            return new ProcessBuilder(program, "-Tsvg", graph.toString())
                    .redirectError(errors.toFile())
                    .start();
        } catch (IOException e) {
            String words = Failures.words(e);
            boolean isAbsent = words.contains("error=2,") || words.contains("error: 2 ");
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "--layout dot asks for Graphviz, and it can't be started",
                    isAbsent ? "no program '" + program + "' is on the PATH" : words,
                    isAbsent ? MISSING_NEXT : WITHOUT_NEXT);
        }
    }
}
