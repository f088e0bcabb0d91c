package io.jemscope.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.target.Target;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Grouping;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.comparison.Comparison;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopViewTest {

    /** Rendering the table once for each of so many sites would take hours. */
    private static final int MANY = 20_000;

    @Test
    void aTerminalIsFilledHoweverManySitesThereAre() {
        String screen = view(MANY, "{}").screen(TopView.Order.HELD, MANY, 24, 80);

        assertThat(screen.lines()).hasSizeBetween(20, 24);
        assertThat(screen).contains("site0\n", "more\n").endsWith("q: quit\n");
        assertThat(view(MANY, "{}").screen(TopView.Order.HELD, MANY, 0, 80)).contains("and 19999 more");
    }

    @Test
    void sizesThatTheAgentDoesNotSayAreLeftOut() {
        assertThat(heading("{}")).contains("not sampling").doesNotContain("RSS", "malloc", "0 B");
        assertThat(heading("{rssBytes: 5000000}")).contains("RSS 4.8 MiB; not").doesNotContain("malloc");
        assertThat(heading("{memory: {residentBytes: 5000000}}"))
                .contains("malloc's at most 4.8 MiB; not")
                .doesNotContain("RSS");
    }

    private static String heading(String state) {
        return view(1, state).text(TopView.Order.HELD, 1, 80).split("\n\n", 2)[0];
    }

    private static TopView view(int sites, String state) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            String name = "site" + i;
            Location location = new Location(0, null, List.of(new NativeFrame(name, name, null, null)));
            samples.add(new Sample(List.of(location), new Amount(1, 1_000_000 - i), Amount.NONE, Map.of()));
        }
        Profile profile = new Profile(new SampleRate(1), samples, List.of(), ProfileMetadata.UNKNOWN);
        Comparison comparison = Comparison.of(
                profile,
                profile,
                SampleType.LIVE_BYTES,
                SiteGrouping.by(Grouping.FUNCTION, AllocatorFunctions.KNOWN),
                false);
        JsonObject json = JsonParser.parseString(state).getAsJsonObject();
        return new TopView(
                new Target("4711 Shop", "4711", Optional.empty(), Optional.empty()),
                Instant.EPOCH,
                Duration.ZERO,
                new Answer(json),
                comparison);
    }
}
