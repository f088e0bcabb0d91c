package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around the agent, in a JVM of its own: the program goes on, and so does the agent where it can. */
@Timeout(180)
@Tag("one-jdk")
class FaultsInTargetTest {

    private final Path jdk = TargetJvm.jdks().get(0);

    @TempDir
    private Path folder;

    @Test
    void outOfDescriptorsItWaitsWithoutTurningAndGoesOn() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "util-linux has prlimit");
        try (TargetJvm target = TargetJvm.start(jdk, folder, Map.of())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(target.descriptorFile()));
            int port =
                    URI.create(target.descriptor().get("address").getAsString()).getPort();
            String token = target.descriptor().get("token").getAsString();
            ProcessHandle process = ProcessHandle.of(target.pid()).orElseThrow();
            assertThat(ask(port, token)).startsWith("HTTP/1.1 404 ");

            List<Socket> waiting = new ArrayList<>();
            try {
                limitDescriptors(target.pid(), nextDescriptor(target.pid()));
                for (int i = 0; i < 5; i++) {
                    waiting.add(send(port, token));
                }
                Duration before = process.info().totalCpuDuration().orElseThrow();
                assertThat(isSilent(waiting.get(4), Duration.ofSeconds(3))).isTrue();
                Duration used = process.info().totalCpuDuration().orElseThrow().minus(before);
                assertThat(used).isLessThan(Duration.ofMillis(600));

                limitDescriptors(target.pid(), 1024);
                for (Socket socket : waiting) {
                    socket.setSoTimeout(60_000);
                    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                            .startsWith("HTTP/1.1 404 ");
                }
            } finally {
                for (Socket socket : waiting) {
                    socket.close();
                }
            }
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void aRuntimeFolderThatCantBeMadeIsToldAndTheProgramRunsOn() throws Exception {
        try (TargetJvm target = TargetJvm.start(jdk, folder, Map.of("JEMSCOPE_RUNTIME_DIR", "/proc/nowhere"))) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(target.standardError())
                            .startsWith("jemscope: this program can't be controlled over HTTP: ")
                            .hasLineCount(1));
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    /** The number that the next descriptor would have: with that as the limit there is none. */
    private static long nextDescriptor(long pid) {
        long next = 0;
        while (Files.exists(
                Path.of("/proc", Long.toString(pid), "fd", Long.toString(next)), LinkOption.NOFOLLOW_LINKS)) {
            next++;
        }
        return next;
    }

    private static void limitDescriptors(long pid, long most) throws Exception {
        Process prlimit = new ProcessBuilder("/usr/bin/prlimit", "--pid", Long.toString(pid), "--nofile=" + most + ":")
                .redirectErrorStream(true)
                .start();
        String said = new String(prlimit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(prlimit.waitFor()).as(said).isZero();
    }

    private static boolean isSilent(Socket socket, Duration time) throws IOException {
        socket.setSoTimeout((int) time.toMillis());
        try {
            socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    /** Asks for what is nowhere: its answer needs no descriptor but the connection's own. */
    private static Socket send(int port, String token) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream()
                .write(("GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String ask(int port, String token) throws IOException {
        try (Socket socket = send(port, token)) {
            socket.setSoTimeout(60_000);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
