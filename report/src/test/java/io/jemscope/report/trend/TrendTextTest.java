package io.jemscope.report.trend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.report.Golden;
import io.jemscope.report.TextOptions;
import io.jemscope.report.comparison.Shops;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Trends of the same series, against files that a person has read. */
class TrendTextTest {

    private static final List<TimedProfile> DAY = new Days(25)
            .line("com.example.shop.Feeds.open:12", hour -> 20 + 10 * hour)
            .line("com.example.shop.Prices.load:33", hour -> hour < 6 ? 5 : 90)
            .line("com.example.shop.Imports.read:61", hour -> 120 - 4 * hour)
            .line("com.example.shop.Pages.render:24", hour -> 60 + 40 * (hour % 4))
            .line("com.example.shop.Rare.get:5", hour -> hour % 3)
            .line("com.example.shop.Main.main:3", hour -> 10)
            .profiles("4711");

    @Test
    void risingFallingAndTheRest() {
        Golden.check("trend.txt", print(DAY, 20, false, Sparkline.BLOCKS));
    }

    @Test
    void allInAscii() {
        Golden.check("trend-all-ascii.txt", print(DAY, 20, true, Sparkline.ASCII));
    }

    @Test
    void whatIsLeftOutIsSummedUp() {
        Golden.check("trend-rows-1.txt", print(DAY, 1, false, Sparkline.BLOCKS));
    }

    @Test
    void restartsAndTimesOfFiles() {
        List<TimedProfile> two = new ArrayList<>(DAY.subList(0, 8));
        two.addAll(
                new Days(1).line("com.example.shop.Feeds.open:12", hour -> 20).profiles("4712"));
        for (int hour = 0; hour < 3; hour++) {
            Profile bare = new Profile(
                    SampleRate.UNKNOWN,
                    List.of(Shops.line("com.example.shop.Feeds.open:12", 50 + 10 * hour)),
                    List.of(),
                    ProfileMetadata.UNKNOWN);
            two.add(TimedProfile.of(bare, Instant.ofEpochSecond(1_767_312_000 + 3600L * hour)));
        }

        Golden.check("trend-restarts.txt", print(two, 20, false, Sparkline.BLOCKS));
    }

    /** A terminal would break them within a word. */
    @Test
    void sentencesFitANarrowTerminal() {
        String text = TrendText.print(
                Trend.of(DAY, SampleType.LIVE_BYTES, Shops.SITES),
                TextOptions.rows(20).withColumns(80),
                false,
                Sparkline.BLOCKS);

        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(text).contains("that line, not\n  a forecast)\n");
    }

    @Test
    void aProgramsNameDoesNotSteerTheTerminal() {
        Profile hostile = new Profile(
                SampleRate.UNKNOWN,
                List.of(Shops.line("com.example.shop.Feeds.open:12", 50)),
                List.of(),
                ProfileMetadata.UNKNOWN
                        .with(ProfileMetadata.PID, "1")
                        .with(ProfileMetadata.MAIN, "com.example.Main\u001b[31m"));

        assertThat(print(List.of(TimedProfile.of(hostile, Instant.EPOCH)), 20, false, Sparkline.BLOCKS))
                .contains("com.example.Main?[31m")
                .doesNotContain("\u001b");
    }

    private static String print(List<TimedProfile> profiles, int rows, boolean all, Sparkline sparkline) {
        return TrendText.print(Trend.of(profiles, SampleType.LIVE_BYTES, Shops.SITES), rows, 0.01, all, sparkline);
    }
}
