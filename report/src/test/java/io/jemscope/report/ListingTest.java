package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.report.json.ListingJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListingTest {

    private static final Amount KIBIBYTE = new Amount(1, 1024);

    private static final Sources SOURCES = path -> switch (path) {
        case Program.FEED ->
            List.of(
                    "#include <vector>",
                    "",
                    "void Feed::read(std::istream& in) {",
                    "\titems.reserve(8192);  // <room> & \"more\"",
                    "\twhile (in) {",
                    "\t\titems.emplace_back(in);",
                    "\t}",
                    "}");
        case "/src/shop/main.cc" -> List.of("int main() {", "}");
        default -> null;
    };

    @Test
    void aLineCountsOnceAStackAndSoDoesTheFunction() {
        Sample sample = StackBuilder.stack()
                .in("/bin/walk", "visit", "walk.c", 7)
                .in("/bin/walk", "visit", "walk.c", 9)
                .in("/bin/walk", "visit", "walk.c", 9)
                .in("/bin/walk", "main", "walk.c", 20)
                .with(KIBIBYTE, Amount.NONE);

        Listing listing = listing(profile(sample), "visit");

        assertThat(listing.routines())
                .containsExactly(new Listing.Routine(
                        "visit",
                        "walk.c",
                        1024,
                        1024,
                        List.of(new Listing.Line(7, 1024, 1024), new Listing.Line(9, 0, 1024))));
    }

    @Test
    void whatIsInlinedIsARoutineOfItsOwn() {
        Location location = new Location(
                16,
                null,
                List.of(
                        new NativeFrame("grow", "grow", "/bin/a", new SourceLine("grow.h", 3)),
                        new NativeFrame("fill", "fill", "/bin/a", new SourceLine("fill.c", 30))));
        Sample sample = StackBuilder.stack().address(location).with(KIBIBYTE, Amount.NONE);

        Listing listing = listing(profile(sample), "fill|grow");

        assertThat(listing.routines()).extracting(Listing.Routine::name).containsExactly("fill", "grow");
        assertThat(listing.routines().get(0).lines()).containsExactly(new Listing.Line(30, 0, 1024));
        assertThat(listing.routines().get(1).lines()).containsExactly(new Listing.Line(3, 1024, 1024));
    }

    @Test
    void javaIsLookedForBelowItsPackage() {
        List<String> asked = new ArrayList<>();
        Listing listing = listing(Shop.profile(), "Thumbnails");

        String text = ListingText.print(
                listing,
                path -> {
                    asked.add(path);
                    return null;
                },
                TextOptions.WHOLE);

        assertThat(asked).containsExactly("com/example/shop/Thumbnails.java");
        assertThat(text).isEqualTo("""
                List of 'Thumbnails': 94.9 MiB, live bytes

                  com.example.shop.Thumbnails.render
                    0 B flat, 61.8 MiB (65.1%) cumulative, in com/example/shop/Thumbnails.java
                    no source at hand
                    flat       cum  line
                       .  61.8 MiB    61
                """);
    }

    @Test
    void printsTheSourceAroundTheLines() {
        Listing listing = listing(Program.profile(), "read|main|strdup|xmlNew");

        Golden.check("listing.txt", ListingText.print(listing, SOURCES, TextOptions.WHOLE));
        Golden.check(
                "listing-limited.txt",
                ListingText.print(listing, SOURCES, TextOptions.rows(1).withUnit(ByteUnit.MIB)));
    }

    @Test
    void leavesOutWhatIsFarFromTheLines() {
        List<String> text = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            text.add("line " + i);
        }
        Profile profile = profile(
                StackBuilder.stack().in("/bin/a", "f", "a.c", 3).with(KIBIBYTE, Amount.NONE),
                StackBuilder.stack().in("/bin/a", "f", "a.c", 12).with(KIBIBYTE, Amount.NONE),
                StackBuilder.stack().in("/bin/a", "f", "a.c", 50).with(KIBIBYTE, Amount.NONE));

        List<Excerpt.Row> rows = Excerpt.of(listing(profile, "f").routines().get(0), path -> text)
                .rows();

        assertThat(rows)
                .extracting(Excerpt.Row::number)
                .startsWith(1, 2, 3, 4)
                .contains(17, 45, 55)
                .doesNotContain(18, 44, 56);
        assertThat(rows).filteredOn(Excerpt.Row::isGap).hasSize(1);
        assertThat(rows).extracting(Excerpt.Row::text).contains("line 12").doesNotContain("line 30");
    }

    @Test
    void writesAPageThatNothingOfTheSourceCanBreakOutOf() throws IOException {
        Listing listing = listing(Program.profile(), "read|main|strdup|xmlNew");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        WeblistHtml.write(listing, SOURCES, TextOptions.WHOLE, out);

        String page = out.toString(StandardCharsets.UTF_8);
        Golden.check("weblist.html", page);
        assertThat(page)
                .contains("// &lt;room&gt; &amp; &quot;more&quot;")
                .doesNotContain("<room>", "<script", "http://", "https://", "src=");
    }

    @Test
    void saysWhereNothingMatches() {
        assertThat(ListingText.print(listing(Shop.profile(), "nowhere"), SOURCES, TextOptions.WHOLE))
                .endsWith("\n\n  nothing: no function of this profile has that in its name\n");
    }

    @Test
    void sourceBeyondAMegabyteIsLeftOutOfJson() throws IOException {
        Listing listing = listing(
                profile(
                        StackBuilder.stack()
                                .in("/bin/walk", "large", "src/large.c", 1)
                                .with(new Amount(1, 4096), Amount.NONE),
                        StackBuilder.stack()
                                .in("/bin/walk", "small", "src/small.c", 1)
                                .with(KIBIBYTE, Amount.NONE),
                        StackBuilder.stack()
                                .in("/bin/walk", "lost", "src/lost.c", 1)
                                .with(KIBIBYTE, Amount.NONE)),
                "");
        Sources sources = path -> switch (path) {
            case "src/large.c" -> List.of("x".repeat((1 << 20) + 1));
            case "src/small.c" -> List.of("a line");
            default -> null;
        };
        StringWriter json = new StringWriter();

        ListingJson.writeSource(listing, sources, new JsonWriter(json));

        assertThat(json.toString())
                .contains("\"text\":\"a line\"", "\"withoutSource\":1", "\"leftOut\":1")
                .doesNotContain("large", "lost", "xx");
    }

    private static Listing listing(Profile profile, String pattern) {
        return Listing.of(profile, SampleType.LIVE_BYTES, NamePattern.of(pattern));
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}
