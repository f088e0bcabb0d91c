package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The canary in a JVM on a real jemalloc. */
@Timeout(60)
class RealCanaryTest {

    @TempDir
    private Path folder;

    @Test
    void singsWhileSamplingIsOnAndNotWhileItIsOff() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CanaryProgram.class.getName(),
                        System.getProperty("jemscope.native"),
                        folder.resolve("dumps").toString())
                .redirectError(folder.resolve("stderr").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_TOOL_OPTIONS"));
        builder.environment().put("LD_PRELOAD", System.getProperty("jemscope.jemalloc"));
        builder.environment().put("MALLOC_CONF", "prof:true,prof_active:false,lg_prof_sample:19");

        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("stderr")).content().isEmpty();
        assertThat(said).isEqualTo("SAMPLED NOT_SAMPLED SAMPLED and 0 dumps left\n");
    }
}
