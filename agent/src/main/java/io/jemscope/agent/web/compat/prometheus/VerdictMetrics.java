package io.jemscope.agent.web.compat.prometheus;

import io.jemscope.report.verdict.Finding;
import io.jemscope.report.verdict.ProcessVerdict;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;

/** The last verdict: a series for each kind of finding, never one for each site. */
record VerdictMetrics(ProcessVerdict verdict) {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double SECONDS_PER_HOUR = 3600;

    void addTo(MetricSnapshots.Builder metrics) {
        metrics.metricSnapshot(Family.gauge(
                "verdict_timestamp_seconds",
                "When the process was judged, in seconds since 1970.",
                verdict.now().time().toEpochMilli() / MILLIS_PER_SECOND));
        metrics.metricSnapshot(
                Family.gauge("verdict_leaking_sites", "Sites that leak native memory.", verdict.leaks()));
        ProcessVerdict.UntilLimit until = verdict.untilLimit();
        if (until != null) {
            metrics.metricSnapshot(Family.gauge(
                    "verdict_until_limit_seconds",
                    "When the container's limit is reached, at the pace of what grows.",
                    until.expected().toSeconds()));
        }
        List<GaugeDataPointSnapshot> bytes = new ArrayList<>();
        List<GaugeDataPointSnapshot> growth = new ArrayList<>();
        for (Finding finding : verdict.byKind()) {
            String kind = finding.kind().word();
            bytes.add(Family.gaugePoint("kind", kind, Math.rint(finding.bytes())));
            if (!Double.isNaN(finding.perHour())) {
                growth.add(Family.gaugePoint("kind", kind, finding.perHour() / SECONDS_PER_HOUR));
            }
        }
        add(metrics, "verdict_bytes", "What grows or is large, by the kind of the finding.", bytes);
        add(metrics, "verdict_growth_bytes_per_second", "How fast it grows.", growth);
    }

    private static void add(
            MetricSnapshots.Builder metrics, String name, String help, List<GaugeDataPointSnapshot> points) {
        if (!points.isEmpty()) {
            metrics.metricSnapshot(Family.gauge(name, help, points));
        }
    }
}
