package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples read by numbers equal the samples themselves. */
class SamplesByNumbersTest {

    private final Random random = new Random(4711);
    private final Samples samples = Samples.copyOf(samples(500));

    @Test
    void aCursorReadsEachStack() {
        StackCursor cursor = samples.stacks();
        for (int i = 0; i < samples.size(); i++) {
            List<Location> before = i == 0 ? null : samples.get(i - 1).stack();
            assertThat(cursor.moveTo(i)).isEqualTo(!samples.get(i).stack().equals(before));
            assertThat(stack(cursor)).isEqualTo(samples.get(i).stack());
            assertThat(cursor.depth()).isEqualTo(samples.get(i).stack().size());
        }
    }

    @Test
    void nodesLeadFromTheOutermostLocationToTheInnermost() {
        StackNodes nodes = samples.nodes();
        int[] locations = new int[StackNodes.WIDTH];
        for (int i = 0; i < samples.size(); i++) {
            List<Location> stack = new ArrayList<>();
            for (int node = nodes.node(i); node != StackNodes.NONE; node = nodes.caller(node)) {
                assertThat(nodes.caller(node)).isLessThan(node);
                for (int at = nodes.locations(node, locations) - 1; at >= 0; at--) {
                    stack.add(samples.locations().get(locations[at]));
                }
            }
            assertThat(stack).isEqualTo(samples.get(i).stack());
        }
    }

    @Test
    void figuresAndLabelsAreThoseOfTheSample() {
        for (int i = 0; i < samples.size(); i++) {
            for (SampleType measure : SampleType.values()) {
                assertThat(measure.of(samples, i)).isEqualTo(measure.of(samples.get(i)));
            }
            assertThat(samples.labels(i)).isEqualTo(samples.get(i).labels());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 500, 501, 16_384, Integer.MAX_VALUE})
    void thereIsNoOtherSample(int index) {
        List<ThrowingCallable> asked = List.of(
                () -> samples.get(index),
                () -> samples.liveBytes(index),
                () -> samples.liveObjects(index),
                () -> samples.accumulatedBytes(index),
                () -> samples.accumulatedObjects(index),
                () -> samples.labels(index),
                () -> samples.stacks().moveTo(index),
                () -> samples.nodes().node(index));
        for (ThrowingCallable ask : asked) {
            assertThatThrownBy(ask)
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("Index " + index + " out of bounds for length 500");
        }
    }

    @Test
    void errorsAreThoseOfTheRate() {
        for (SampleRate rate : List.of(
                new SampleRate(512 << 10), SampleRate.EVERY_ALLOCATION, SampleRate.UNKNOWN, new SampleRate(512))) {
            SampleErrors errors = new SampleErrors(rate);
            for (Sample sample : samples) {
                for (Amount amount : List.of(sample.live(), sample.accumulated())) {
                    // As objects, since the error may be no number.
                    assertThat(Double.valueOf(errors.variancePerByte(amount.blockBytes())))
                            .isEqualTo(Double.valueOf(rate.variancePerByte(amount.blockBytes())));
                }
            }
        }
    }

    private List<Location> stack(StackCursor cursor) {
        List<Location> stack = new ArrayList<>();
        for (int i = 0; cursor.has(i); i++) {
            stack.add(samples.locations().get(cursor.at(i)));
        }
        return stack;
    }

    private List<Sample> samples(int count) {
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            locations.add(new Location(0x1000L + i, null, List.of()));
        }
        List<Sample> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i > 0 && random.nextInt(4) == 0) {
                made.add(sample(made.get(i - 1).stack()));
                continue;
            }
            // Some without any frame, some deeper than what a cursor begins with.
            int depth = random.nextInt(20) == 0 ? random.nextInt(700) : random.nextInt(12);
            List<Location> stack = new ArrayList<>();
            for (int at = 0; at < depth; at++) {
                stack.add(locations.get(random.nextInt(at < depth - 3 ? locations.size() : 2)));
            }
            made.add(sample(stack));
        }
        return made;
    }

    private Sample sample(List<Location> stack) {
        SampleRate rate = new SampleRate(4096);
        Amount live = rate.scale(random.nextInt(9), 16L << random.nextInt(12));
        Amount ever = random.nextBoolean() ? Amount.NONE : rate.scale(random.nextInt(9), random.nextInt(99_999));
        return new Sample(stack, live, ever, Map.of(Sample.THREAD, "worker-" + random.nextInt(3)));
    }
}
