package io.jemscope.report.page;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.json.JsonStream;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.FrameKinds;
import io.jemscope.report.Listing;
import io.jemscope.report.ProfileQuality;
import io.jemscope.report.ProfileQualityText;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.Sources;
import io.jemscope.report.TextOptions;
import io.jemscope.report.comparison.Comparison;
import io.jemscope.report.json.AllocationSitesJson;
import io.jemscope.report.json.ComparisonJson;
import io.jemscope.report.json.ListingJson;
import io.jemscope.report.json.TrendJson;
import io.jemscope.report.trend.Trend;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows of a profile: one JSON object with the call tree, the table of allocation sites and what the profile does
 * not know. {@code web/README.md} describes its fields.
 */
public final class PageData {

    /** More boxes than any screen has pixels to tell apart; a file of so many nodes has about 3 MB. */
    private static final int MOST_NODES = 200_000;

    private static final List<PageFrame.Kind> KINDS = List.of(PageFrame.Kind.values());

    private final Profile profile;
    private final Profile source;
    private final @Nullable Profile base;
    private final String baseTitle;
    private final SampleType shown;
    private final List<SampleType> types;
    private final Part table;
    private final Part trend;
    private final Part sources;
    private final PageTree tree;

    /** The texts of the object by number, the empty one first. */
    private final Map<String, Integer> strings;

    /** A report that is a value of the object. */
    @FunctionalInterface
    private interface Part {
        void write(JsonWriter json) throws IOException;
    }

    /**
     * Collects what the page shows of a profile.
     *
     * @param profile the profile, with its frames known
     * @param source the same without frames that were labels: what it knows and does not is taken from it
     */
    public static PageData of(
            Profile profile, Profile source, AllocationSites sites, FrameKinds kinds, AllocatorFunctions allocator) {
        Part table = json -> AllocationSitesJson.write(sites, TextOptions.WHOLE, json);
        return new PageData(profile, source, null, sites.measure(), kinds, allocator, table);
    }

    /**
     * Collects what the page shows of a profile and the one that it is compared with.
     *
     * @param comparison of the two
     */
    public static PageData of(
            Profile profile,
            Profile source,
            Profile base,
            Comparison comparison,
            FrameKinds kinds,
            AllocatorFunctions allocator) {
        Part table = json -> ComparisonJson.write(comparison, json);
        return new PageData(profile, source, base, comparison.sampleType(), kinds, allocator, table);
    }

    private PageData(
            Profile profile,
            Profile source,
            @Nullable Profile base,
            SampleType shown,
            FrameKinds kinds,
            AllocatorFunctions allocator,
            Part table) {
        this.profile = profile;
        this.source = source;
        this.base = base;
        this.baseTitle = "the earlier profile";
        this.shown = shown;
        this.table = table;
        this.trend = JsonWriter::nullValue;
        this.sources = JsonWriter::nullValue;
        this.strings = new LinkedHashMap<>();
        this.types = types(profile, base);
        PageTree whole = new PageTree(types, (location, frame) -> frame(location, frame, kinds, allocator));
        whole.add(profile.compact(), 0);
        if (base != null) {
            whole.add(base.compact(), 1);
        }
        this.tree = whole.pruned(MOST_NODES);
        number("");
        for (PageFrame frame : tree.frames()) {
            number(frame.name());
            number(frame.source());
            number(frame.group());
        }
        tree.threads().forEach(this::number);
    }

    private PageData(PageData other, String baseTitle, Part trend, Part sources) {
        this.profile = other.profile;
        this.source = other.source;
        this.base = other.base;
        this.baseTitle = baseTitle;
        this.shown = other.shown;
        this.types = other.types;
        this.table = other.table;
        this.trend = trend;
        this.sources = sources;
        this.tree = other.tree;
        this.strings = other.strings;
    }

    /**
     * The same with the trends of all dumps of which these two are the first and the last.
     *
     * @param sites what a row is
     */
    public PageData withTrends(List<Trend> trends, SiteGrouping sites) {
        Part trend = json -> TrendJson.write(trends, shown, sites, json);
        return new PageData(this, "the first dump of the series", trend, sources);
    }

    /**
     * The same with source code, which is never in it otherwise.
     *
     * @param listing all functions
     */
    public PageData withSources(Listing listing, Sources found) {
        return new PageData(this, baseTitle, trend, json -> ListingJson.writeSource(listing, found, json));
    }

    private static List<SampleType> types(Profile profile, @Nullable Profile base) {
        List<SampleType> types = new ArrayList<>(List.of(SampleType.LIVE_BYTES, SampleType.LIVE_OBJECTS));
        if (profile.compact().hasAccumulated()
                || (base != null && base.compact().hasAccumulated())) {
            types.add(SampleType.ACCUMULATED_BYTES);
            types.add(SampleType.ACCUMULATED_OBJECTS);
        }
        return types;
    }

    private static PageFrame frame(Location location, Frame frame, FrameKinds kinds, AllocatorFunctions allocator) {
        String source = frame.source() == null ? "" : frame.source().toString();
        if (frame instanceof JavaFrame java) {
            return new PageFrame(java.label(), kind(java, kinds), fileName(source), java.packageName());
        }
        boolean allocates =
                frame instanceof NativeFrame function && allocator.contains(function.name(), function.library());
        String library = frame.library();
        if (library == null && location.mapping() != null) {
            library = location.mapping().file();
        }
        return new PageFrame(
                frame.label(),
                allocates ? PageFrame.Kind.ALLOCATOR : kind(frame, kinds),
                fileName(source),
                library == null ? "" : fileName(library));
    }

    private static PageFrame.Kind kind(Frame frame, FrameKinds kinds) {
        return switch (kinds.of(frame)) {
            case OWN_JAVA -> PageFrame.Kind.OWN;
            case OTHER_JAVA -> PageFrame.Kind.JAVA;
            case JDK -> PageFrame.Kind.JDK;
            case JVM -> PageFrame.Kind.JVM;
            case NATIVE -> PageFrame.Kind.NATIVE;
            case UNKNOWN -> PageFrame.Kind.UNKNOWN;
        };
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private int number(String text) {
        Integer known = strings.putIfAbsent(text, strings.size());
        return known == null ? strings.size() - 1 : known;
    }

    /** The name of the program, as far as the profile knows it. */
    String title() {
        ProfileMetadata facts = profile.metadata();
        return facts.get(ProfileMetadata.MAIN_CLASS)
                .or(() -> facts.get(ProfileMetadata.MAIN))
                .or(() -> facts.get(ProfileMetadata.BINARY).map(PageData::fileName))
                .orElse("A profile");
    }

    /**
     * Writes the object.
     *
     * @param out where to, as UTF-8; not closed
     */
    public void write(OutputStream out) throws IOException {
        JsonWriter json = JsonStream.to(out);
        json.setFormattingStyle(FormattingStyle.COMPACT);
        ProfileMetadata facts = profile.metadata();
        json.beginObject();
        json.name("format").value("jemscope-page");
        json.name("version").value(1);
        json.name("title").value(title());
        json.name("program").value(facts.get(ProfileMetadata.MAIN).orElse(null));
        json.name("pid")
                .value(
                        facts.count(ProfileMetadata.PID).isPresent()
                                ? facts.count(ProfileMetadata.PID).getAsLong()
                                : null);
        json.name("host").value(facts.get(ProfileMetadata.HOST).orElse(null));
        json.name("taken").value(taken(profile));
        json.name("base");
        if (base == null) {
            json.nullValue();
        } else {
            json.beginObject();
            json.name("title").value(baseTitle);
            json.name("taken").value(taken(base));
            json.endObject();
        }
        types(json);
        json.name("strings").beginArray();
        for (String text : strings.keySet()) {
            json.value(text);
        }
        json.endArray();
        kinds(json);
        frames(json);
        tree(json);
        json.name("holders");
        table.write(json);
        json.name("trend");
        trend.write(json);
        json.name("sources");
        sources.write(json);
        json.name("quality").beginArray();
        for (ProfileQualityText.Fact fact : ProfileQualityText.facts(ProfileQuality.of(source))) {
            json.beginObject();
            json.name("level").value(fact.warning() ? "warning" : "note");
            json.name("about").value(fact.about());
            json.name("text").value(fact.text());
            json.endObject();
        }
        json.endArray();
        json.name("pruned").beginObject();
        json.name("stacks").value(tree.prunedStacks());
        json.name("values").beginArray();
        for (double value : tree.prunedValues()) {
            json.value(Math.round(value));
        }
        json.endArray();
        json.endObject();
        json.endObject();
        JsonStream.end(json, out);
    }

    private static @Nullable String taken(Profile of) {
        return of.metadata().instant(ProfileMetadata.TIME).map(Object::toString).orElse(null);
    }

    private void types(JsonWriter json) throws IOException {
        json.name("types").beginArray();
        for (SampleType type : types) {
            json.beginObject();
            json.name("id")
                    .value(
                            switch (type) {
                                case LIVE_BYTES -> "liveBytes";
                                case LIVE_OBJECTS -> "liveObjects";
                                case ACCUMULATED_BYTES -> "accumulatedBytes";
                                case ACCUMULATED_OBJECTS -> "accumulatedObjects";
                            });
            json.name("unit").value(type.unit());
            json.name("text")
                    .value(
                            switch (type) {
                                case LIVE_BYTES -> "live bytes";
                                case LIVE_OBJECTS -> "live objects";
                                case ACCUMULATED_BYTES -> "bytes allocated in total";
                                case ACCUMULATED_OBJECTS -> "objects allocated in total";
                            });
            json.endObject();
        }
        json.endArray();
        json.name("type").value(Math.max(0, types.indexOf(shown)));
    }

    private static void kinds(JsonWriter json) throws IOException {
        json.name("kinds").beginArray();
        for (PageFrame.Kind kind : KINDS) {
            json.beginObject();
            json.name("id").value(kind.name().toLowerCase(Locale.ROOT));
            json.name("text").value(kind.text());
            json.endObject();
        }
        json.endArray();
    }

    private void frames(JsonWriter json) throws IOException {
        List<PageFrame> frames = tree.frames();
        json.name("frames").beginObject();
        numbers(json, "name", frames.size(), i -> number(frames.get(i).name()));
        numbers(json, "kind", frames.size(), i -> KINDS.indexOf(frames.get(i).kind()));
        numbers(json, "source", frames.size(), i -> number(frames.get(i).source()));
        numbers(json, "group", frames.size(), i -> number(frames.get(i).group()));
        json.endObject();
    }

    private void tree(JsonWriter json) throws IOException {
        int[] order = tree.depthFirst();
        int[] position = new int[order.length];
        int[] depth = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
            int caller = tree.caller(order[i]);
            depth[i] = caller == PageTree.ROOT ? 0 : depth[position[caller]] + 1;
        }
        json.name("tree").beginObject();
        numbers(json, "depth", order.length, i -> depth[i]);
        numbers(json, "frame", order.length, i -> tree.frame(order[i]));
        json.endObject();
        List<Integer> samples = new ArrayList<>();
        for (int sample = 0; sample < tree.samples(); sample++) {
            samples.add(sample);
        }
        samples.sort((one, other) -> Integer.compare(position[tree.node(one)], position[tree.node(other)]));
        json.name("samples").beginObject();
        numbers(
                json,
                "node",
                samples.size(),
                i -> position[tree.node(samples.get(i))] - (i == 0 ? 0 : position[tree.node(samples.get(i - 1))]));
        if (tree.hasThreads()) {
            numbers(json, "thread", samples.size(), i -> number(tree.threads().get(tree.thread(samples.get(i)))));
        } else {
            json.name("thread").nullValue();
        }
        values(json, "values", samples, 0);
        if (base == null) {
            json.name("base").nullValue();
        } else {
            values(json, "base", samples, 1);
        }
        json.endObject();
    }

    private void values(JsonWriter json, String name, List<Integer> samples, int side) throws IOException {
        json.name(name).beginArray();
        for (int type = 0; type < types.size(); type++) {
            json.beginArray();
            for (int sample : samples) {
                json.value(Math.round(tree.value(sample, side, type)));
            }
            json.endArray();
        }
        json.endArray();
    }

    private static void numbers(JsonWriter json, String name, int count, IntUnaryOperator numbers) throws IOException {
        json.name(name).beginArray();
        for (int i = 0; i < count; i++) {
            json.value(numbers.applyAsInt(i));
        }
        json.endArray();
    }
}
