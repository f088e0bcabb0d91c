package io.jemscope.cli.view;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Graphviz's {@code dot}, for those who ask for it by name: nothing else starts a program. */
public final class Graphviz {

    private static final String MISSING_NEXT =
            "install it (the package graphviz), or leave --layout out: the picture needs no other program then";

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
        Path graph = Files.createTempFile("jemscope-", ".dot");
        Path errors = Files.createTempFile("jemscope-", ".txt");
        try {
            // Files, since a program that answers while it still reads would block on both pipes.
            Files.write(graph, dot);
            Process process = start(graph, errors);
            process.getInputStream().transferTo(out);
            int code = process.waitFor();
            if (code != 0) {
                String words = Files.readString(errors, StandardCharsets.UTF_8).strip();
                throw new CommandFailure(
                        ExitCode.UNPREPARED,
                        program + " can't draw the graph",
                        words.isEmpty() ? "it ended with code " + code : words,
                        "leave --layout out: the picture needs no other program then");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while " + program + " draws the graph", e);
        } finally {
            Files.deleteIfExists(graph);
            Files.deleteIfExists(errors);
        }
    }

    private Process start(Path graph, Path errors) throws CommandFailure {
        try {
            Process process = new ProcessBuilder(program, "-Tsvg", graph.toString())
                    .redirectError(errors.toFile())
                    .start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "--layout dot asks for Graphviz, and it can't be started",
                    "no program '" + program + "' is on the PATH",
                    MISSING_NEXT);
        }
    }
}
