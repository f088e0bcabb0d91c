package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.comparison.Shops;
import io.jemscope.report.json.AllocationSitesJson;
import io.jemscope.report.json.ComparisonJson;
import io.jemscope.report.json.ListingJson;
import io.jemscope.report.json.PeekJson;
import io.jemscope.report.json.TagsJson;
import io.jemscope.report.json.ThreadsJson;
import io.jemscope.report.json.TopJson;
import io.jemscope.report.json.TracesJson;
import io.jemscope.report.json.TreeJson;
import io.jemscope.report.json.TrendJson;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.trend.Trend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts rely on the names: each report's whole form is kept as a file. */
class ReportJsonTest {

    private final Profile shop = Shop.withThreads();

    /** Something that writes JSON. */
    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    @Test
    void sites() throws IOException {
        AllocationSites sites =
                AllocationSites.of(shop, AppPackages.of(shop), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);

        JsonObject json = check("holders.json", out -> AllocationSitesJson.write(sites, TextOptions.rows(3), out));

        assertThat(json.get("holders").getAsJsonArray()).hasSize(3);
        assertThat(json.get("leftOut").getAsInt()).isEqualTo(2);
        assertThat(json.get("liveBytes").getAsLong())
                .isEqualTo(Math.round(shop.live().bytes()));
    }

    @Test
    void anErrorThatIsNotKnownIsNull() throws IOException {
        Profile unknown = new Profile(SampleRate.UNKNOWN, shop.samples(), List.of(), ProfileMetadata.UNKNOWN);
        AllocationSites sites =
                AllocationSites.of(unknown, AppPackages.UNKNOWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);

        JsonObject json = read(out -> AllocationSitesJson.write(sites, TextOptions.WHOLE, out));

        assertThat(json.get("liveBytesStandardError").isJsonNull()).isTrue();
    }

    @Test
    void top() throws IOException {
        Top top = Top.of(shop, SampleType.LIVE_OBJECTS, Grouping.PACKAGE, Top.Order.CUMULATIVE);

        check("top.json", out -> TopJson.write(top, TextOptions.WHOLE.withNodeFraction(0.5), out));
    }

    @Test
    void treeNodesNameTheirCallers() throws IOException {
        CallTree tree =
                CallTree.of(shop, SampleType.LIVE_BYTES, Grouping.CLASS, TextOptions.WHOLE.withNodeFraction(0.01));

        JsonArray nodes = check("tree.json", out -> TreeJson.write(tree, TextOptions.WHOLE, out))
                .get("nodes")
                .getAsJsonArray();

        for (int i = 1; i < nodes.size(); i++) {
            JsonObject node = nodes.get(i).getAsJsonObject();
            int parent = node.get("parent").getAsInt();
            assertThat(parent).isLessThan(i);
            assertThat(node.get("value").getAsLong())
                    .isLessThanOrEqualTo(
                            nodes.get(parent).getAsJsonObject().get("value").getAsLong());
        }
    }

    @Test
    void aDeepTreeIsNoTroubleForReaders() throws IOException {
        StackBuilder deep = StackBuilder.stack();
        for (int i = 0; i < 20_000; i++) {
            deep.in("visit");
        }
        Profile profile = new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(deep.with(new Amount(1, 1024), Amount.NONE)),
                List.of(),
                ProfileMetadata.UNKNOWN);

        JsonObject json = read(out -> TreeJson.write(
                CallTree.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, TextOptions.WHOLE),
                TextOptions.WHOLE,
                out));

        assertThat(json.get("nodes").getAsJsonArray()).hasSize(20_001);
    }

    @Test
    void peek() throws IOException {
        Peek peek = Peek.of(shop, SampleType.LIVE_BYTES, Grouping.FUNCTION, NamePattern.of("render$"));

        check("peek.json", out -> PeekJson.write(peek, TextOptions.WHOLE, out));
    }

    @Test
    void traces() throws IOException {
        Traces traces = Traces.of(shop, SampleType.LIVE_BYTES, Grouping.FUNCTION);

        check("traces.json", out -> TracesJson.write(traces, TextOptions.rows(2), out));
    }

    @Test
    void tagsAndThreads() throws IOException {
        check("tags.json", out -> TagsJson.write(Tags.of(shop, SampleType.LIVE_BYTES), out));
        check(
                "threads.json",
                out -> ThreadsJson.write(Threads.of(shop, SampleType.LIVE_BYTES), TextOptions.rows(4), out));
    }

    @Test
    void listing() throws IOException {
        Listing listing = Listing.of(Program.profile(), SampleType.LIVE_BYTES, NamePattern.of("read|xmlNew"));

        JsonElement lines = check("list.json", out -> ListingJson.write(listing, TextOptions.WHOLE, out))
                .get("functions");

        assertThat(lines.getAsJsonArray()).hasSize(2);
    }

    @Test
    void changes() throws IOException {
        Comparison comparison =
                Comparison.of(Shops.morning(), Shops.evening(), SampleType.LIVE_BYTES, Shops.SITES, false);

        JsonObject json = check("diff.json", out -> ComparisonJson.write(comparison, out));

        assertThat(json.get("rows").getAsJsonArray()).hasSize(comparison.rows().size());
    }

    @ParameterizedTest
    @EnumSource(Grouping.class)
    void changesSayWhatRowsStandFor(Grouping grouping) throws IOException {
        SiteGrouping sites = SiteGrouping.by(grouping, AllocatorFunctions.KNOWN);
        Comparison comparison = Comparison.of(Shops.morning(), Shops.evening(), SampleType.LIVE_BYTES, sites, false);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        ComparisonJson.write(comparison, out);

        JsonObject json =
                JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
        assertThat(json.get("groupedBy").getAsString())
                .isEqualTo(grouping.name().toLowerCase(Locale.ROOT));
    }

    @Test
    void trends() throws IOException {
        List<TimedProfile> profiles = List.of(
                new TimedProfile(Shops.morning(), Instant.parse("2026-01-01T06:00:00Z"), true),
                new TimedProfile(Shops.evening(), Instant.parse("2026-01-01T18:00:00Z"), true));
        List<Trend> trends = Trend.of(profiles, SampleType.LIVE_BYTES, Shops.SITES);

        JsonArray runs = check("trend.json", out -> TrendJson.write(trends, SampleType.LIVE_BYTES, Shops.SITES, out))
                .get("runs")
                .getAsJsonArray();

        assertThat(runs).hasSize(1);
    }

    private static JsonObject check(String golden, Writing writing) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writing.to(out);
        Golden.check(golden, out.toString(StandardCharsets.UTF_8));
        return read(writing);
    }

    private static JsonObject read(Writing writing) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writing.to(out);
        return JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
    }
}
