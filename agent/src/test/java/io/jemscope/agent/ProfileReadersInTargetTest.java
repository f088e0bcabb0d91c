package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The readers that people have, each as its own documentation has it used, on a live JVM. */
@Tag("one-jdk")
class ProfileReadersInTargetTest {

    /** The program's own line, which nothing but Java frames can tell. */
    private static final String CALLER = "io.jemscope.agent.AttachedProgram.main";

    @TempDir
    private Path folder;

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void jeprofPrintsJavaNames(Path jdk) throws Exception {
        assumeThat(isInstalled("jeprof")).isTrue();
        try (TargetJvm target = startAllocating(jdk)) {
            String report = run("jeprof", "--text", url(target) + "/pprof/heap");

            assertThat(report).contains(CALLER).contains("os::malloc");
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(leftovers()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void goPrintsJavaNames(Path jdk) throws Exception {
        assumeThat(isInstalled("go")).isTrue();
        try (TargetJvm target = startAllocating(jdk)) {
            String live = run("go", "tool", "pprof", "-top", "-cum", url(target) + "/debug/pprof/heap");
            String ever = run("go", "tool", "pprof", "-top", "-cum", url(target) + "/debug/pprof/allocs");

            assertThat(live).contains("Type: inuse_space").contains(CALLER).contains("os::malloc");
            assertThat(ever).contains("Type: alloc_space").contains(CALLER);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(leftovers()).isEmpty();
        }
    }

    private TargetJvm startAllocating(Path jdk) throws IOException, InterruptedException {
        Map<String, String> sampling =
                Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12,prof_accum:true");
        TargetJvm target = TargetJvm.start(jdk, folder, sampling);
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(target.descriptorFile()));
        for (int i = 0; i < 5; i++) {
            target.allocate();
        }
        return target;
    }

    private static String url(TargetJvm target) throws IOException {
        JsonObject descriptor = target.descriptor();
        return descriptor
                .get("address")
                .getAsString()
                .replace("http://", "http://x:" + descriptor.get("token").getAsString() + "@");
    }

    /** Of the dumps that were made for the answers nothing is kept. */
    private List<String> leftovers() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("dumps"))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve(command[0] + ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JEPROF_TMPDIR", folder.resolve("jeprof").toString());
        builder.environment().put("PPROF_TMPDIR", folder.resolve("pprof").toString());
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
