package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFilesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aProgramIsNamedByItsMainClassOrJar() {
        assertThat(RecordingFiles.program(profile("com.example.shop.Main"))).isEqualTo("Main");
        assertThat(RecordingFiles.program(profile("/opt/app/shop-1.2.jar"))).isEqualTo("shop-1.2");
        assertThat(RecordingFiles.program(profile("shop.app/com.example.Main"))).isEqualTo("Main");
        assertThat(RecordingFiles.program(profile("a b;c"))).isEqualTo("a_b_c");
        assertThat(RecordingFiles.program(profile("x".repeat(100)))).hasSize(40);
        assertThat(RecordingFiles.program(
                        new Profile(SampleRate.EVERY_ALLOCATION, List.of(), List.of(), ProfileMetadata.UNKNOWN)))
                .isEqualTo("program");
    }

    @Test
    void aRawDumpAndItsNamesReplaceNothing() throws IOException {
        Path heap = Files.writeString(folder.resolve("7.final.heap"), "dump");
        Files.writeString(DumpFile.symbols(heap), "names");
        Path others = Files.writeString(folder.resolve("shop.heap.symbols"), "mine");
        Recording recording =
                new Recording(new DumpFile(heap, 7, DumpFile.FINAL, Instant.EPOCH), profile("com.example.Main"));

        Path kept = RecordingFiles.keepRaw(folder.resolve("shop.pb.gz"), recording);

        assertThat(kept).isEqualTo(folder.resolve("shop-2.heap")).hasContent("dump");
        assertThat(DumpFile.symbols(kept)).hasContent("names");
        assertThat(others).hasContent("mine");
    }

    @Test
    void aJarsManifestNamesTheMainClass() throws IOException {
        assertThat(MainClass.inJar(jar("plain.jar", Map.of("Main-Class", "com.example.Main"))))
                .contains("com.example.Main");
        assertThat(MainClass.inJar(
                        jar("boot.jar", Map.of("Main-Class", "org.boot.Launcher", "Start-Class", "com.example.Shop"))))
                .contains("com.example.Shop");
        assertThat(MainClass.inJar(jar("none.jar", Map.of()))).isEmpty();
        assertThat(MainClass.inJar(folder + "/absent.jar")).isEmpty();
        assertThat(MainClass.inJar("com.example.Main")).isEmpty();
    }

    private String jar(String name, Map<String, String> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        entries.forEach((key, value) -> manifest.getMainAttributes().putValue(key, value));
        Path jar = folder.resolve(name);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar.toString();
    }

    private static Profile profile(String main) {
        return new Profile(
                SampleRate.EVERY_ALLOCATION, List.of(), List.of(), new ProfileMetadata(Map.of("main", main)));
    }
}
