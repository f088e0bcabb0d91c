package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    @Test
    void threadsAddUpToTheWhole() {
        Profile profile = Deep.profile(29, 500, 20);

        Threads threads = Threads.of(profile, SampleType.LIVE_OBJECTS);

        assertThat(threads.rows())
                .extracting(Threads.Row::name)
                .containsExactlyInAnyOrder("worker 0", "worker 1", "worker 2", "unknown thread");
        assertThat(threads.rows().stream()
                        .mapToDouble(row -> row.live().bytes())
                        .sum())
                .isCloseTo(profile.live().bytes(), within(1e-3));
        assertThat(threads.accumulated().bytes())
                .isCloseTo(profile.accumulated().bytes(), within(1e-3));
        assertThat(threads.rows())
                .isSortedAccordingTo((one, other) ->
                        Double.compare(other.live().objects(), one.live().objects()));
    }

    @Test
    void errorsAddByTheirSquares() {
        Profile shop = Shop.withThreads();
        List<Sample> samples = shop.samples();

        Threads.Row row = Threads.of(shop, SampleType.LIVE_BYTES).rows().stream()
                .filter(thread -> thread.name().equals("http-2"))
                .findFirst()
                .orElseThrow();

        assertThat(row.liveBytes().standardError())
                .isCloseTo(
                        shop.rate()
                                .estimateBytes(samples.get(1).live())
                                .plus(shop.rate().estimateBytes(samples.get(2).live()))
                                .standardError(),
                        within(1e-3));
    }

    @Test
    void printsARowAThread() {
        Golden.check(
                "threads.txt",
                ThreadsText.print(Threads.of(Shop.withThreads(), SampleType.LIVE_BYTES), TextOptions.WHOLE));
        Golden.check(
                "threads-limited.txt",
                ThreadsText.print(
                        Threads.of(Shop.withThreads(), SampleType.LIVE_OBJECTS),
                        TextOptions.rows(2).withUnit(ByteUnit.MIB)));
    }
}
