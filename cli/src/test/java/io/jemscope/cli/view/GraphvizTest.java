package io.jemscope.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jemscope.cli.exit.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of Graphviz's kind, played by a shell script. */
class GraphvizTest {

    private static final byte[] GRAPH = "digraph {}".getBytes(StandardCharsets.UTF_8);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void whatTheProgramDrawsIsPassedOn() throws Exception {
        new Graphviz(script("echo \"$1\"; cat \"$2\"")).svg(GRAPH, out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("-Tsvg\ndigraph {}");
    }

    @Test
    void whatItComplainsOfIsTold() {
        assertThatThrownBy(() -> new Graphviz(script("echo bad graph >&2; exit 3")).svg(GRAPH, out))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("can't draw the graph", "bad graph", "leave --layout out");
    }

    @Test
    void whereItIsNotInstalledTheReaderIsToldWhatToDo() {
        assertThatThrownBy(() -> new Graphviz(folder + "/none").svg(GRAPH, out))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("can't be started", "install it", "leave --layout out");
    }

    @Test
    void whyItCannotBeStartedIsTold() throws Exception {
        String script = script("true");
        Files.setPosixFilePermissions(Path.of(script), PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(() -> new Graphviz(script).svg(GRAPH, out))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("can't be started", "ermission denied", "leave --layout out")
                .hasMessageNotContaining("install it");
    }

    @Test
    void anInterruptEndsTheProgram() throws Exception {
        Path pid = folder.resolve("pid");
        Graphviz graphviz = new Graphviz(script("echo $$ >" + pid + "; exec >&-; exec sleep 60"));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread drawing = new Thread(() -> {
            try {
                graphviz.svg(GRAPH, out);
            } catch (CommandFailure | IOException e) {
                thrown.set(e);
            }
        });
        drawing.start();
        await().until(() -> Files.exists(pid) && Files.size(pid) > 0);
        drawing.interrupt();
        drawing.join();

        assertThat(thrown.get()).isInstanceOf(IOException.class).hasMessageContaining("Interrupted");
        Optional<ProcessHandle> program =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        if (program.isPresent()) {
            program.get().onExit().get(10, TimeUnit.SECONDS);
        }
    }

    private String script(String lines) throws Exception {
        Path script = Files.writeString(folder.resolve("dot"), "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script.toString();
    }
}
