package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.merge.Merge;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.StackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final String CACHE = "com.example.Cache.put:9";

    @Test
    void aNewSiteOfOneOrTwoSamplesIsHeldBack() {
        for (int samples = 1; samples <= 2; samples++) {
            Comparison comparison = compare(List.of(), List.of(Shops.line(CACHE, samples)));

            assertThat(comparison.grown()).isEmpty();
            assertThat(comparison.heldBack()).singleElement().satisfies(row -> {
                assertThat(row.kind()).isEqualTo(Comparison.Kind.NEW);
                assertThat(row.chance()).isGreaterThan(0.2);
            });
        }
    }

    @Test
    void aNewSiteOfManySamplesIsNew() {
        Comparison comparison = compare(List.of(), List.of(Shops.line(CACHE, 30)));

        assertThat(comparison.grown()).singleElement().satisfies(row -> {
            assertThat(row.kind()).isEqualTo(Comparison.Kind.NEW);
            assertThat(row.before().value()).isZero();
            assertThat(row.change().value()).isEqualTo(row.after().value());
            // √30 samples, and one and a half for what may have been there unseen.
            assertThat(row.change().standardError() / row.change().value())
                    .isCloseTo(Math.sqrt(30 + 2.25) / 30, within(0.01));
        });
    }

    @Test
    void aSideWithoutASampleMayHoldThreeSamplesUnseen() {
        List<Sample> held = List.of(Shops.line(CACHE, 30));
        double sample = Shops.RATE.estimateBytes(held.get(0).live()).weight();

        for (Estimate unseen : List.of(
                compare(List.of(), held).rows().get(0).before(),
                compare(held, List.of()).rows().get(0).after(),
                compare(List.of(), held).total().before())) {
            assertThat(unseen.value()).isZero();
            assertThat(unseen.low()).isZero();
            assertThat(unseen.high()).isCloseTo(3 * sample, within(1.0));
            assertThat(unseen.standardError()).isCloseTo(1.5 * sample, within(1.0));
        }
    }

    @Test
    void aSideWithoutASampleIsUnknownWhereTheRateIs() {
        Comparison comparison = Comparison.of(
                Shops.profile(SampleRate.UNKNOWN, List.of()),
                Shops.profile(SampleRate.UNKNOWN, List.of(Shops.line(CACHE, 30))),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);

        Estimate before = comparison.rows().get(0).before();
        assertThat(before.value()).isZero();
        assertThat(before.high()).isNaN();
        assertThat(before.standardError()).isNaN();
    }

    @Test
    void theErrorsOfBothSidesCount() {
        Comparison comparison = compare(List.of(Shops.line(CACHE, 40)), List.of(Shops.line(CACHE, 60)));

        Comparison.Row row = comparison.rows().get(0);
        assertThat(row.change().standardError())
                .isCloseTo(Math.hypot(row.before().standardError(), row.after().standardError()), within(1.0));
    }

    @Test
    void inAThousandSitesMoreIsAskedForThanInOne() {
        List<Sample> before = new ArrayList<>();
        List<Sample> after = new ArrayList<>();
        before.add(Shops.line(CACHE, 10));
        after.add(Shops.line(CACHE, 31));
        assertThat(compare(before, after).grown()).hasSize(1);

        for (int i = 0; i < 1_000; i++) {
            before.add(Shops.line("com.example.Site" + i + ".get:1", 20));
            after.add(Shops.line("com.example.Site" + i + ".get:1", 20));
        }
        assertThat(compare(before, after).grown()).isEmpty();
    }

    @Test
    void builtAtOtherAddressesAndSampledAtOtherRatesTheSameIsTheSame() {
        SampleRate dense = new SampleRate(4 * 1024);
        Sample before = Shops.line(CACHE, 160);
        Sample after = StackBuilder.stack()
                .in("zcalloc")
                .in("malloc")
                .at("plugin @1f", CACHE)
                .live(dense, 1_650, 1_650 * 4_096L);
        double factor =
                dense.scale(1, 4_096).objects() / Shops.RATE.scale(1, 4_096).objects();
        assertThat(factor).isLessThan(0.11);

        Comparison comparison = Comparison.of(
                Shops.profile(Shops.RATE, List.of(before)),
                Shops.profile(dense, List.of(after)),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);

        assertThat(comparison.rows()).singleElement().satisfies(row -> {
            assertThat(row.site()).isEqualTo("com.example.Cache.put(Cache.java:9)");
            assertThat(row.isSignificant()).isFalse();
        });
    }

    @Test
    void whatOneProcessCountedAsLivingOnIsNoNoise() {
        // Of 10,000 samples 40 more: nothing beside a noise of 140, unless no others came in between.
        Profile before = counted(1, Shops.counted(CACHE, 10_000, 10_000));
        Profile after = counted(2, Shops.counted(CACHE, 10_040, 10_040));
        Profile churned = counted(2, Shops.counted(CACHE, 10_040, 90_000));
        Profile elsewhere = new Profile(
                after.rate(), after.samples(), List.of(), after.metadata().with(ProfileMetadata.PID, "99"));

        Comparison grown = Comparison.of(before, after, SampleType.LIVE_BYTES, Shops.SITES, false);
        assertThat(grown.isOneProcess()).isTrue();
        assertThat(grown.grown()).hasSize(1);
        assertThat(Comparison.of(before, churned, SampleType.LIVE_BYTES, Shops.SITES, false)
                        .grown())
                .isEmpty();
        assertThat(Comparison.of(before, elsewhere, SampleType.LIVE_BYTES, Shops.SITES, false)
                        .grown())
                .isEmpty();
    }

    @Test
    void whatLivesOnBetweenSumsIsNotKnown() {
        // Only the time of a sum's last dump is known, so that its dumps may overlap those of the other one.
        Profile before = counted(1, Shops.counted(CACHE, 10_000, 10_000));
        Profile after = counted(2, Shops.counted(CACHE, 10_040, 10_040));

        Comparison sums = Comparison.of(
                Merge.of(List.of(before, before)),
                Merge.of(List.of(after, after)),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);

        assertThat(sums.isOneProcess()).isFalse();
        assertThat(sums.grown()).isEmpty();
    }

    @Test
    void aSmallBlockBesideALargeOneIsNotAsSureAsThat() {
        // Both of one stack, of which a dump tells but the mean size. A block of the rate's size is missed in a third
        // of all
        // cases.
        Sample before = StackBuilder.stack().in("malloc").at(CACHE).live(Shops.RATE, 1, 10 << 20);
        Sample after = StackBuilder.stack()
                .in("malloc")
                .at(CACHE)
                .with(before.live().plus(Shops.RATE.scale(1, 64 * 1024)), before.accumulated());

        assertThat(compare(List.of(before), List.of(after)).grown()).isEmpty();
    }

    @Test
    void sharesAreComparedWhereTotalsAreBroughtTogether() {
        List<Sample> before = List.of(Shops.line(CACHE, 100), Shops.line("com.example.Other.get:1", 100));
        List<Sample> after = List.of(Shops.line(CACHE, 1_000), Shops.line("com.example.Other.get:1", 1_000));

        Comparison shares = Comparison.of(
                Shops.profile(Shops.RATE, before),
                Shops.profile(Shops.RATE, after),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                true);

        assertThat(shares.factor()).isCloseTo(0.1, within(1e-9));
        assertThat(shares.rows()).allMatch(row -> row.kind() == Comparison.Kind.SAME);
    }

    @Test
    void everyAllocationKnownEveryChangeCounts() {
        Sample one = StackBuilder.stack().at(CACHE).live(SampleRate.EVERY_ALLOCATION, 10, 1_000);
        Sample other = StackBuilder.stack().at(CACHE).live(SampleRate.EVERY_ALLOCATION, 11, 1_001);
        Comparison comparison = Comparison.of(
                Shops.profile(SampleRate.EVERY_ALLOCATION, List.of(one)),
                Shops.profile(SampleRate.EVERY_ALLOCATION, List.of(other)),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);

        assertThat(comparison.grown()).singleElement().satisfies(row -> {
            assertThat(row.change().value()).isEqualTo(1);
            assertThat(row.change().standardError()).isZero();
        });
        Comparison isNew = Comparison.of(
                Shops.profile(SampleRate.EVERY_ALLOCATION, List.of()),
                Shops.profile(SampleRate.EVERY_ALLOCATION, List.of(one)),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);
        assertThat(isNew.rows()).singleElement().satisfies(row -> {
            assertThat(row.before().high()).isZero();
        });
    }

    @Test
    void aLibrarysRowNamesTheApplicationsLineThatGrewMost() {
        Comparison comparison = compareInShop(
                List.of(
                        Shops.throughLibrary("com.example.shop.Pictures.load:7", 400),
                        Shops.throughLibrary("com.example.shop.Feeds.open:12", 10)),
                List.of(
                        Shops.throughLibrary("com.example.shop.Pictures.load:7", 400),
                        Shops.throughLibrary("com.example.shop.Feeds.open:12", 300)));

        assertThat(comparison.grown()).singleElement().satisfies(row -> {
            assertThat(row.site()).isEqualTo("org.buffers.Unpooled.allocateDirect(Unpooled.java:118)");
            assertThat(row.callers())
                    .containsExactly(
                            "com.example.shop.Feeds.open(Feeds.java:12)",
                            "com.example.shop.Pictures.load(Pictures.java:7)");
        });
        assertThat(ComparisonText.print(comparison, 20, 0.01, false))
                .contains("called from com.example.shop.Feeds.open(Feeds.java:12) and 1 more");
    }

    @Test
    void aLibrarysRowWithinNoiseNamesTheApplicationsLineThatHoldsMost() {
        Comparison comparison = compareInShop(
                List.of(Shops.throughLibrary("com.example.shop.Feeds.open:12", 10)),
                List.of(
                        Shops.throughLibrary("com.example.shop.Pictures.load:7", 2),
                        Shops.throughLibrary("com.example.shop.Feeds.open:12", 10)));

        assertThat(comparison.heldBack())
                .singleElement()
                .satisfies(row -> assertThat(row.callers())
                        .containsExactly(
                                "com.example.shop.Feeds.open(Feeds.java:12)",
                                "com.example.shop.Pictures.load(Pictures.java:7)"));
    }

    @Test
    void aLibrarysRowThatShrankNamesTheApplicationsLineThatShrankMost() {
        Comparison comparison = compareInShop(
                List.of(
                        Shops.throughLibrary("com.example.shop.Pictures.load:7", 400),
                        Shops.throughLibrary("com.example.shop.Feeds.open:12", 300)),
                List.of(Shops.throughLibrary("com.example.shop.Pictures.load:7", 400)));

        assertThat(comparison.shrunk())
                .singleElement()
                .satisfies(row -> assertThat(row.callers()).startsWith("com.example.shop.Feeds.open(Feeds.java:12)"));
    }

    @Test
    void theApplicationsPackagesCanBeNamed() {
        Sample sample = Shops.throughLibrary("com.example.shop.Feeds.open:12", 100);
        Comparison comparison = Comparison.of(
                Shops.profile(Shops.RATE, List.of()),
                Shops.profile(Shops.RATE, List.of(sample)),
                SampleType.LIVE_BYTES,
                SiteGrouping.byLine(AllocatorFunctions.KNOWN, List.of("org.buffers.Pool")),
                false);

        assertThat(comparison.grown())
                .singleElement()
                .satisfies(row -> assertThat(row.callers()).containsExactly("org.buffers.Pool.get(Pool.java:40)"));
    }

    /** The main method on the stacks says which packages are the application's. */
    private static Comparison compareInShop(List<Sample> before, List<Sample> after) {
        return Comparison.of(
                Shops.profile(Shops.RATE, before),
                Shops.profile(Shops.RATE, after),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);
    }

    private static Comparison compare(List<Sample> before, List<Sample> after) {
        return Comparison.of(
                Shops.profile(Shops.RATE, before),
                Shops.profile(Shops.RATE, after),
                SampleType.LIVE_BYTES,
                Shops.SITES,
                false);
    }

    private static Profile counted(int minute, Sample sample) {
        ProfileMetadata facts = new ProfileMetadata(Map.of(
                ProfileMetadata.PID, "4711",
                ProfileMetadata.PROGRAM_START, "1000",
                ProfileMetadata.TIME, Integer.toString(60_000 * minute)));
        return new Profile(Shops.RATE, List.of(sample), List.of(), facts);
    }
}
