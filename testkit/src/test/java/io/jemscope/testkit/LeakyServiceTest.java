package io.jemscope.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The demonstration's service where it stays open, and as one of several versions. */
class LeakyServiceTest {

    @Test
    void aLineOfInputClosesTheShopAndItHoldsWhatItPlanned() throws Exception {
        List<Plant> ofFullLoad = run("1").plants;

        Run closedEarly = run("600", "open", "enter");

        assertThat(closedEarly.exitCode).isZero();
        assertThat(closedEarly.plants).hasSize(4).isEqualTo(ofFullLoad);
    }

    @Test
    void aVersionLeaksAtItsOwnLinesAndEndsWithItsInput() throws Exception {
        List<Plant> first = run("1", "version", "1.0", "1").plants;
        List<Plant> second = run("1", "version", "1.1", "1").plants;
        Run third = run("1", "version", "1.2", "1");

        assertThat(first).extracting(Plant::site).singleElement().asString().contains("UploadSessions.inflater(");
        assertThat(second)
                .extracting(Plant::site)
                .hasSize(2)
                .containsAll(first.stream().map(Plant::site).toList())
                .anyMatch(site -> site.contains("FeedCompressors.open("));
        assertThat(third.plants)
                .extracting(Plant::site)
                .hasSize(2)
                .noneMatch(site -> site.contains("UploadSessions"))
                .anyMatch(site -> site.contains("ThumbnailCache.render("))
                .anyMatch(site -> site.contains("FeedCompressors.open("));
        assertThat(third.exitCode).isZero();
    }

    @Test
    void instancesOfAVersionHaveNotTheSameTraffic() throws Exception {
        long bytes = run("1", "version", "1.0", "1").plants.get(0).bytes();
        long others = run("1", "version", "1.0", "2").plants.get(0).bytes();

        assertThat(others).isNotEqualTo(bytes).isCloseTo(bytes, Percentage.withPercentage(12));
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
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return new Run(process.exitValue(), Plant.parseAll(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
