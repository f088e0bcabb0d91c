package io.jemscope.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The demonstration's service where it stays open. */
class LeakyServiceTest {

    @Test
    void aLineOfInputClosesTheShopAndItHoldsWhatItPlanned() throws Exception {
        List<Plant> ofFullLoad = run("1").plants;

        Run closedEarly = run("600", "open", "enter");

        assertThat(closedEarly.exitCode).isZero();
        assertThat(closedEarly.plants).hasSize(4).isEqualTo(ofFullLoad);
    }

    private record Run(int exitCode, List<Plant> plants) {}

    private static Run run(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.jemscope.testkit.demo.LeakyService");
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return new Run(process.exitValue(), Plant.parseAll(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
