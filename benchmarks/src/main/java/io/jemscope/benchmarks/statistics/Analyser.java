package io.jemscope.benchmarks.statistics;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.jemalloc.HeapReader;
import io.jemscope.profile.jemalloc.SymbolSection;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.json.AllocationSitesJson;
import io.jemscope.report.json.ComparisonJson;
import io.jemscope.report.json.TrendJson;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.trend.TrendCollector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Turns dumps into reports as JSON, by the code that the command runs. */
final class Analyser {

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    private Analyser() {}

    /** Writes a report. */
    private interface Writer {
        void write(OutputStream out) throws IOException;
    }

    /** What {@code jemscope report --json DUMP} prints. */
    static JsonObject report(byte[] dump) {
        Profile profile = read(dump);
        AllocationSites sites =
                AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);
        return json(out -> AllocationSitesJson.write(sites, TextOptions.WHOLE, out));
    }

    /** What {@code jemscope diff --json BEFORE AFTER} prints. */
    static JsonObject diff(byte[] before, byte[] after) {
        Comparison comparison = Comparison.of(read(before), read(after), SampleType.LIVE_BYTES, SITES, false);
        return json(out -> ComparisonJson.write(comparison, out));
    }

    /** What {@code jemscope trend --json DUMPS} prints. */
    static JsonObject trend(List<byte[]> dumps) {
        TrendCollector collector = new TrendCollector(SampleType.LIVE_BYTES, SITES);
        for (int i = 0; i < dumps.size(); i++) {
            collector.add(TimedProfile.of(read(dumps.get(i)), Instant.EPOCH).at(i));
        }
        return json(out -> TrendJson.write(collector.trends(), SampleType.LIVE_BYTES, SITES, out));
    }

    private static Profile read(byte[] dump) {
        try {
            return HeapReader.read(new ByteArrayInputStream(dump), SymbolSection.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonObject json(Writer report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 14);
        try {
            report.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
    }
}
