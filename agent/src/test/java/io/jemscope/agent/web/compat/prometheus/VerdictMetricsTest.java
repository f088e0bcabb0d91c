package io.jemscope.agent.web.compat.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.report.verdict.Finding;
import io.jemscope.report.verdict.MemoryLook;
import io.jemscope.report.verdict.ProcessVerdict;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictMetricsTest {

    @Test
    void eachKindHasOneSeries() throws IOException {
        MemoryLook now = new MemoryLook(
                Instant.ofEpochSecond(1_000),
                Map.of(MemoryLook.RESIDENT, 900L, MemoryLook.USED, 900L, MemoryLook.LIMIT, 10_800L));
        ProcessVerdict verdict = new ProcessVerdict(
                now,
                null,
                null,
                List.of(
                        new Finding(Finding.Kind.NATIVE_LEAK, 500, 3600, "one line"),
                        new Finding(Finding.Kind.NATIVE_LEAK, 100, 7200, "another"),
                        new Finding(Finding.Kind.DIRTY_PAGES, 300, 0, "pages")));

        assertThat(text(verdict))
                .containsExactly(
                        "jemscope_verdict_bytes{kind=\"dirty-pages\"} 300.0",
                        "jemscope_verdict_bytes{kind=\"native-leak\"} 600.0",
                        "jemscope_verdict_growth_bytes_per_second{kind=\"dirty-pages\"} 0.0",
                        "jemscope_verdict_growth_bytes_per_second{kind=\"native-leak\"} 3.0",
                        "jemscope_verdict_leaking_sites 0.0",
                        "jemscope_verdict_timestamp_seconds 1000.0",
                        "jemscope_verdict_until_limit_seconds 3300.0");
    }

    @Test
    void whatIsNotKnownIsAbsent() throws IOException {
        MemoryLook now = new MemoryLook(Instant.ofEpochSecond(1_000), Map.of());

        assertThat(text(new ProcessVerdict(now, null, null, List.of())))
                .containsExactly("jemscope_verdict_leaking_sites 0.0", "jemscope_verdict_timestamp_seconds 1000.0");
    }

    private static List<String> text(ProcessVerdict verdict) throws IOException {
        MetricSnapshots.Builder metrics = MetricSnapshots.builder();
        new VerdictMetrics(verdict).addTo(metrics);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ExpositionFormats.init(PrometheusProperties.builder().build())
                .getPrometheusTextFormatWriter()
                .write(text, metrics.build());
        return text.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }
}
