package io.jemscope.agent.web.compat.prometheus;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.List;

/** Makes metrics; all names begin with {@code jemscope_}. */
final class Family {

    private static final String PREFIX = "jemscope_";

    private Family() {}

    /** Figures beyond 2^53 lose their last digits, for the format's numbers are doubles. */
    static GaugeSnapshot gauge(String name, String help, long value) {
        return gauge(name, help, (double) value);
    }

    static GaugeSnapshot gauge(String name, String help, double value) {
        return gauge(
                name,
                help,
                List.of(GaugeDataPointSnapshot.builder().value(value).build()));
    }

    /** A gauge with several values, each with its label. */
    static GaugeSnapshot gauge(String name, String help, List<GaugeDataPointSnapshot> values) {
        return new GaugeSnapshot(new MetricMetadata(PREFIX + name, help), values);
    }

    static GaugeDataPointSnapshot gaugePoint(String label, String of, double value) {
        return GaugeDataPointSnapshot.builder()
                .labels(Labels.of(label, of))
                .value(value)
                .build();
    }

    static CounterSnapshot counter(String name, String help, double value) {
        return CounterSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
                .build();
    }

    /** A counter with a value for each of a label's values, which must be few and fixed. */
    static CounterSnapshot.Builder counters(String name, String help) {
        return CounterSnapshot.builder().name(PREFIX + name).help(help);
    }

    static CounterDataPointSnapshot point(String label, String of, long value) {
        return CounterDataPointSnapshot.builder()
                .labels(Labels.of(label, of))
                .value((double) value)
                .build();
    }

    static InfoSnapshot info(String name, String help, String label, String value) {
        return InfoSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(InfoDataPointSnapshot.builder()
                        .labels(Labels.of(label, value))
                        .build())
                .build();
    }
}
