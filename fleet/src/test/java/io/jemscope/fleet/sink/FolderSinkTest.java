package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderSinkTest {

    private static final Instant TIME = Instant.parse("2026-01-31T23:59:58.123Z");

    @TempDir
    private Path folder;

    private Sink sink(Instant now) {
        return new FolderSink(folder.resolve("profiles"), Duration.ofDays(30), Clock.fixed(now, ZoneOffset.UTC));
    }

    private static Delivery delivery(byte[] pprof, String service) {
        return new Delivery(
                Agent.of(URI.create("https://web1:9443"), "", Map.of(Agent.SERVICE, service, Agent.VERSION, "2.3.1")),
                TIME,
                pprof,
                MemoryFigures.UNKNOWN);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void profilesAreFilesByDateServiceVersionAndInstance() throws Exception {
        byte[] pprof = MadeUpProfile.pprof(10, 0);
        Delivery damaged = delivery("no profile".getBytes(StandardCharsets.UTF_8), "shop");

        assertThat(sink(TIME).write(List.of(delivery(pprof, "shop"), damaged, delivery(pprof, "shop"))))
                .extracting(Sink.Refused::delivery)
                .containsExactly(damaged);
        sink(TIME).write(List.of(delivery(pprof, "../../etc/x")));

        String end = "/2.3.1/web1-7@1764097200123/235958.123-"
                + ProfileReading.id(pprof).substring(0, 16) + ".pb.gz";
        assertThat(files()).containsExactly("profiles/2026-01-31/--..-etc-x" + end, "profiles/2026-01-31/shop" + end);
        assertThat(Files.readAllBytes(folder.resolve("profiles/2026-01-31/shop" + end)))
                .isEqualTo(pprof);
    }

    @Test
    void oldDaysAreRemovedAndNothingElse() throws Exception {
        Path old = folder.resolve("profiles").resolve("2025-12-31").resolve("shop");
        Files.createDirectories(old);
        Path instance = Files.createDirectories(old.resolve("2.3").resolve("web1"));
        Files.writeString(instance.resolve("235958.123-0123456789abcdef.pb.gz"), "x");
        Path others = Files.createDirectories(
                folder.resolve("profiles").resolve("2025-12-30").resolve("backup"));
        Files.writeString(others.resolve("database.tar"), "x");
        Files.createDirectories(folder.resolve("profiles").resolve("2026-01-02"));
        Files.writeString(folder.resolve("profiles").resolve("2025-notes.txt"), "mine");

        sink(Instant.parse("2026-01-31T23:59:59Z")).write(List.of(delivery(MadeUpProfile.pprof(1, 0), "shop")));

        assertThat(old.getParent()).doesNotExist();
        assertThat(others.resolve("database.tar")).exists();
        assertThat(folder.resolve("profiles").resolve("2026-01-02")).exists();
        assertThat(folder.resolve("profiles").resolve("2025-notes.txt")).exists();
    }
}
