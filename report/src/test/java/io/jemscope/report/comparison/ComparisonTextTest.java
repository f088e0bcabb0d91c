package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.merge.Merge;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Golden;
import io.jemscope.report.Grouping;
import io.jemscope.report.SiteGrouping;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Comparisons of the same two profiles, against files that a person has read. */
class ComparisonTextTest {

    private final Profile morning = Shops.morning();
    private final Profile evening = Shops.evening();

    @Test
    void grownShrunkNewAndGone() {
        Golden.check("comparison.txt", ComparisonText.print(compare(Shops.SITES), 20, 0.01, false));
    }

    @Test
    void whatIsHeldBackCanBeListed() {
        Golden.check("comparison-all.txt", ComparisonText.print(compare(Shops.SITES), 20, 0.01, true));
    }

    @Test
    void whatWasNeverSampledIsBoundedByTheSparserSide() {
        Profile sparse = Shops.profile(new SampleRate(512 * 1024), List.of());

        for (Comparison comparison : List.of(
                Comparison.of(sparse, evening, SampleType.LIVE_BYTES, Shops.SITES, false),
                Comparison.of(evening, sparse, SampleType.LIVE_OBJECTS, Shops.SITES, false))) {
            assertThat(ComparisonText.print(comparison, 20, 0, true))
                    .endsWith(
                            "Not listed: rows without a sample on either side; each changed by at most 1.5 MiB (95 %).\n");
        }
        Profile sum = Merge.of(List.of(evening, evening));
        assertThat(Comparison.of(morning, sum, SampleType.LIVE_BYTES, Shops.SITES, false)
                        .mostUnseenBytes())
                .isEqualTo(2 * Shops.RATE.mostUnseenBytes());
        Profile exact = Shops.profile(SampleRate.EVERY_ALLOCATION, List.of());
        assertThat(ComparisonText.print(
                        Comparison.of(exact, exact, SampleType.LIVE_BYTES, Shops.SITES, false), 20, 0, true))
                .doesNotContain("Not listed");
    }

    @Test
    void whatIsLeftOutIsSummedUp() {
        Golden.check("comparison-rows-1.txt", ComparisonText.print(compare(Shops.SITES), 1, 0.2, false));
    }

    @Test
    void byFunction() {
        SiteGrouping functions = SiteGrouping.by(Grouping.FUNCTION, AllocatorFunctions.KNOWN);

        Golden.check("comparison-function.txt", ComparisonText.print(compare(functions), 20, 0.01, false));
    }

    @Test
    void cumulatively() {
        SiteGrouping classes = SiteGrouping.cumulative(Grouping.CLASS);

        Golden.check("comparison-cumulative.txt", ComparisonText.print(compare(classes), 20, 0.01, false));
    }

    @Test
    void objectsBroughtToTheSameTotal() {
        Comparison shares = Comparison.of(morning, evening, SampleType.LIVE_OBJECTS, Shops.SITES, true);

        Golden.check("comparison-normalized.txt", ComparisonText.print(shares, 20, 0.01, false));
    }

    @Test
    void ofAProfileWithItself() {
        Comparison same = Comparison.of(morning, morning, SampleType.LIVE_BYTES, Shops.SITES, false);

        Golden.check("comparison-same.txt", ComparisonText.print(same, 20, 0.01, false));
    }

    @Test
    void ofAnUnknownRateNothingIsClaimed() {
        Profile unknown = Shops.profile(SampleRate.UNKNOWN, List.copyOf(evening.samples()));
        Comparison comparison = Comparison.of(morning, unknown, SampleType.LIVE_BYTES, Shops.SITES, false);

        Golden.check("comparison-rate-unknown.txt", ComparisonText.print(comparison, 3, 0.01, false));
    }

    private Comparison compare(SiteGrouping sites) {
        return Comparison.of(morning, evening, SampleType.LIVE_BYTES, sites, false);
    }
}
