package io.jemscope.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.report.StackBuilder;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PageDataTest {

    private static final SampleRate RATE = new SampleRate(1);

    /** What stacks hold, outermost frame first, names joined: in the profile and as the page reads it. */
    private final Map<String, Long> expected = new TreeMap<>();

    @Test
    void everyStackAndItsBytesAreInTheTree() throws IOException {
        JsonObject page = page(random(1, 400));

        assertThat(stacks(page, "values")).isEqualTo(expected);
        assertThat(page.getAsJsonObject("pruned").get("stacks").getAsInt()).isZero();
    }

    @Test
    void aComparisonHasBothSidesOfEachStack() throws IOException {
        Profile base = random(2, 200);
        Map<String, Long> ofBase = new TreeMap<>(expected);
        expected.clear();
        Profile later = random(3, 200);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Report.of(ReportRequest.of(ReportFormat.PAGE, Integer.MAX_VALUE), later, base)
                .write(out);
        JsonObject page = json(out.toString(StandardCharsets.UTF_8));

        assertThat(stacks(page, "values")).isEqualTo(expected);
        assertThat(stacks(page, "base")).isEqualTo(ofBase);
        assertThat(page.getAsJsonObject("holders").get("report").getAsString()).isEqualTo("diff");
    }

    @Test
    void aSampleWithoutAStackIsShown() throws IOException {
        Profile profile = profile(List.of(new Sample(List.of(), new Amount(1, 4096), Amount.NONE, Map.of())));

        assertThat(stacks(page(profile), "values")).isEqualTo(Map.of("[no stack]", 4096L));
    }

    @Test
    void anUnknownRateIsAWarningAndTheRestAreNotes() throws IOException {
        Profile profile = new Profile(SampleRate.UNKNOWN, List.of(), List.of(), new ProfileMetadata(Map.of()));

        List<String> warnings = new ArrayList<>();
        for (JsonElement fact : page(profile).getAsJsonArray("quality")) {
            if (fact.getAsJsonObject().get("level").getAsString().equals("warning")) {
                warnings.add(fact.getAsJsonObject().get("about").getAsString());
            }
        }
        assertThat(warnings).containsExactly("rate");
    }

    @Test
    void smallStacksMergeIntoTheirCallersAndNothingIsLost() {
        PageTree whole = new PageTree(
                List.of(SampleType.LIVE_BYTES),
                (location, frame) -> new PageFrame(frame.label(), PageFrame.Kind.NATIVE, "", ""));
        whole.add(random(4, 2_000).compact(), 0);
        PageTree pruned = whole.pruned(50);

        assertThat(whole.nodes()).isGreaterThan(100);
        assertThat(pruned.nodes()).isBetween(40, 51);
        assertThat(sum(pruned)).isEqualTo(sum(whole));
        assertThat(pruned.prunedStacks()).isPositive();
        assertThat(pruned.prunedValues()[0]).isBetween(1.0, sum(whole));
    }

    @Test
    void theFileRunsItsOwnScriptsAlone() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Profile profile = random(5, 50);
        Report.of(ReportRequest.of(ReportFormat.HTML, Integer.MAX_VALUE), profile)
                .write(out);
        String html = out.toString(StandardCharsets.UTF_8);

        Matcher policy = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"")
                .matcher(html);
        assertThat(policy.find()).isTrue();
        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(html);
        int scripts = 0;
        while (script.find()) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(script.group(1).getBytes(StandardCharsets.UTF_8));
            assertThat(policy.group(1))
                    .contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
            scripts++;
        }
        assertThat(scripts).isEqualTo(2);
        assertThat(policy.group(1)).startsWith("default-src 'none'").doesNotContain("unsafe");
        Matcher data = Pattern.compile("id=\"jemscope-data\">([^<]*)<").matcher(html);
        assertThat(data.find()).isTrue();
        byte[] zipped = Base64.getDecoder().decode(data.group(1));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            assertThat(stacks(json(new String(in.readAllBytes(), StandardCharsets.UTF_8)), "values"))
                    .isEqualTo(expected);
        }
    }

    @Test
    void aTitleCannotEndTheTitle() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Profile profile = new Profile(
                RATE,
                List.of(),
                List.of(),
                new ProfileMetadata(Map.of(ProfileMetadata.MAIN, "</title><script>alert(1)</script>")));
        Report.of(ReportRequest.of(ReportFormat.HTML, Integer.MAX_VALUE), profile)
                .write(out);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .doesNotContain("<script>alert")
                .contains("&lt;/title>");
    }

    private Profile random(long seed, int samples) {
        Random random = new Random(seed);
        List<Sample> made = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            StackBuilder stack = StackBuilder.stack();
            StringBuilder name = new StringBuilder();
            for (int depth = 1 + random.nextInt(12); depth > 0; depth--) {
                String function = "f" + random.nextInt(4);
                stack.in(function);
                name.insert(0, function + ";");
            }
            long bytes = 1L + random.nextInt(1_000_000);
            made.add(stack.with(new Amount(1, bytes), Amount.NONE));
            expected.merge(name.substring(0, name.length() - 1), bytes, Long::sum);
        }
        return profile(made);
    }

    private static Profile profile(List<Sample> samples) {
        return new Profile(RATE, samples, List.of(), new ProfileMetadata(Map.of()));
    }

    private static double sum(PageTree tree) {
        double sum = 0;
        for (int sample = 0; sample < tree.samples(); sample++) {
            sum += tree.value(sample, 0, 0);
        }
        return sum;
    }

    private static JsonObject page(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Report.of(ReportRequest.of(ReportFormat.PAGE, Integer.MAX_VALUE), profile)
                .write(out);
        return json(out.toString(StandardCharsets.UTF_8));
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }

    /** The stacks with a figure, read as {@code web/README.md} describes them. */
    private static Map<String, Long> stacks(JsonObject page, String side) {
        JsonArray strings = page.getAsJsonArray("strings");
        JsonArray names = page.getAsJsonObject("frames").getAsJsonArray("name");
        JsonObject tree = page.getAsJsonObject("tree");
        List<String> paths = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (int i = 0; i < tree.getAsJsonArray("depth").size(); i++) {
            int depth = tree.getAsJsonArray("depth").get(i).getAsInt();
            open.subList(depth, open.size()).clear();
            int frame = tree.getAsJsonArray("frame").get(i).getAsInt();
            open.add(strings.get(names.get(frame).getAsInt()).getAsString());
            paths.add(String.join(";", open));
        }
        Map<String, Long> stacks = new TreeMap<>();
        JsonObject samples = page.getAsJsonObject("samples");
        int node = 0;
        int index = 0;
        for (JsonElement delta : samples.getAsJsonArray("node")) {
            node += delta.getAsInt();
            long bytes = samples.getAsJsonArray(side)
                    .get(0)
                    .getAsJsonArray()
                    .get(index++)
                    .getAsLong();
            if (bytes != 0) {
                stacks.merge(paths.get(node), bytes, Long::sum);
            }
        }
        return stacks;
    }
}
