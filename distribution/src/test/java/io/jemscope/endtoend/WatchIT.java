package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A program that watches itself leaves bundles, and tells a command and a webhook. */
class WatchIT {

    @TempDir
    private Path folder;

    private final List<String> posted = new CopyOnWriteArrayList<>();

    @OnEachJdk
    void aBundleIsLeftByItselfAndWhenTheProgramIsTerminated(Jdk jdk) throws Exception {
        Path told = folder.resolve("told");
        Path command = Files.writeString(
                folder.resolve("command"),
                "#!/bin/sh\necho \"$JEMSCOPE_RULE $1 preload=$LD_PRELOAD\" >>" + told + "\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        HttpServer webhook = webhook();
        List<String> options = List.of(
                "-Djemscope.watch=every:2s oom exit",
                "-Djemscope.history.every=1s",
                "-Djemscope.watch.command=" + command,
                "-Djemscope.watch.webhook=http://127.0.0.1:"
                        + webhook.getAddress().getPort() + "/bundle");
        try (LiveTarget target =
                LiveTarget.start(LiveTarget.program(jdk, options, folder, List.of(), List.of()), folder)) {
            target.fine("activate", target.pid());
            await().atMost(Duration.ofSeconds(60)).until(() -> bundles().size() == 1);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !posted.isEmpty() && Files.exists(told) && Files.size(told) > 0);
            assertThat(posted.get(0))
                    .contains("\"rule\":\"every:2s\"", bundles().get(0).toString());
            assertThat(Files.readString(told))
                    .startsWith("every:2s " + bundles().get(0) + " preload=\n");

            List<Plant> plants = target.leak();
            String line = plants.get(0).site();
            Path byHand = folder.resolve("by-hand.zip");
            target.fine("bundle", target.pid(), "-o", byHand.toString());
            assertThat(target.fine("report", byHand.toString())).contains(line);
            assertThat(target.fine("why", byHand.toString())).contains("asked: requested by a caller");

            target.signal("TERM");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> posted.get(posted.size() - 1).contains("\"rule\":\"exit\""));
            Outcome why = target.jemscope(
                    "why", "--json", bundles().get(bundles().size() - 1).toString());
            assertThat(why.exitCode()).as("%s", why).isZero();
            assertThat(why.output()).contains(line.substring(0, line.indexOf('(')));
        } finally {
            webhook.stop(0);
        }
    }

    @OnEachJdk
    void aLackOfClassSpaceLeavesABundleAndTheOutputAsItWas(Jdk jdk) throws Exception {
        Path filled = folder.resolve("go-on");
        List<String> program = Image.program(
                jdk,
                List.of("-XX:MaxMetaspaceSize=24m", "-Xmx64m"),
                "programs.Steps",
                "await=" + filled,
                "fill-metaspace",
                "print=filled",
                "await=" + folder.resolve("end"),
                "fill-heap");
        TargetCommand command = new Recorder(folder).armed(program, "--watch").withVariable("JEMSCOPE_WATCH", "oom");
        try (TargetProcess process = command.start()) {
            // A bundle made by hand comes after the rehearsal, so the agent watches by then.
            Path byHand = folder.resolve("by-hand.zip");
            await().atMost(Recorder.LIMIT)
                    .until(() -> Recorder.run(Image.jemscope(
                                                    "bundle", Long.toString(process.pid()), "-o", byHand.toString())
                                            .withVariable(
                                                    "JEMSCOPE_RUNTIME_DIR",
                                                    folder.resolve("runtime").toString()))
                                    .exitCode()
                            == 0);
            Files.createFile(filled);
            process.awaitOutput(Pattern.compile("filled"), Recorder.LIMIT);
            await().atMost(Recorder.LIMIT).until(() -> bundles().size() == 2);
            assertThat(Recorder.run(Image.jemscope("why", bundles().get(1).toString()))
                            .output())
                    .contains("oom");
            Files.createFile(folder.resolve("end"));

            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.output()).isEqualTo("Metaspace\nfilled\n");
        }
    }

    private HttpServer webhook() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/bundle", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** The oldest first. */
    private List<Path> bundles() throws IOException {
        Path bundles = folder.resolve("runtime").resolve("dumps").resolve("bundles");
        if (!Files.isDirectory(bundles)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(bundles)) {
            return files.filter(file -> file.toString().endsWith(".zip")
                            && !file.getFileName().toString().startsWith("rehearsal"))
                    .sorted()
                    .toList();
        }
    }
}
