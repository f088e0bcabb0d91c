package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {

    @Test
    void areTheSamplesTheyWereMadeOf() {
        for (int seed = 0; seed < 20; seed++) {
            List<Sample> samples = Fixtures.random(seed, 500).samples();

            Samples compact = Samples.copyOf(samples);

            assertThat(compact).isEqualTo(samples);
            assertThat(Samples.copyOf(compact)).isSameAs(compact);
            assertThat(compact.live().bytes())
                    .isCloseTo(
                            samples.stream().mapToDouble(s -> s.live().bytes()).sum(), within(1e-3));
        }
    }

    @Test
    void holdStacksOfEveryDepthAndNone() {
        List<Location> locations = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        for (int depth = 0; depth < 300; depth++) {
            samples.add(new Sample(locations, new Amount(1, depth + 1), Amount.NONE, Map.of()));
            locations.add(0, new Location(depth, null, List.of()));
        }

        Samples compact = Samples.copyOf(samples);

        assertThat(compact).isEqualTo(samples);
        assertThat(compact.get(0).stack()).isEmpty();
        assertThat(compact.get(299).stack().get(298).address()).isEqualTo(0);
        assertThat(compact.locations()).hasSize(299);
        assertThat(compact.live()).isEqualTo(new Amount(300, 45_150));
        assertThat(compact.accumulated()).isEqualTo(Amount.NONE);
    }

    @Test
    void keepMoreSamplesThanABlockHas() {
        List<Sample> some = Fixtures.random(1, 50_000).samples();

        assertThat(Samples.copyOf(some)).isEqualTo(some);
    }

    @Test
    void takeOtherLocationsInTheirPlaces() {
        Samples samples = Samples.copyOf(Fixtures.everyKindOfFrame().samples());
        Location replaced = samples.locations().get(0);
        Location replacement = new Location(1, null, List.of());
        List<Location> replacements = new ArrayList<>(samples.locations());
        replacements.set(0, replacement);

        Samples changed = samples.withLocations(replacements);

        assertThat(changed.get(0).stack().get(0)).isSameAs(replacement);
        assertThat(changed.get(0).stack().subList(1, 5))
                .isEqualTo(samples.get(0).stack().subList(1, 5));
        assertThat(samples.get(0).stack().get(0)).isSameAs(replaced);
        assertThat(changed.get(0).labels()).isEqualTo(samples.get(0).labels());
    }

    @Test
    void takeNoOtherNumberOfLocations() {
        Samples samples = Samples.copyOf(Fixtures.everyKindOfFrame().samples());

        assertThatIllegalArgumentException().isThrownBy(() -> samples.withLocations(List.of()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void leaveNeedlessFramesOut(long seed) {
        List<Sample> whole = stacksOfFewLocations(new Random(seed));
        Samples samples = Samples.copyOf(whole);
        Samples changed = samples.without(byNumber(samples));

        for (int i = 0; i < whole.size(); i++) {
            assertThat(changed.get(i).stack())
                    .as("stack %d", i)
                    .isEqualTo(plainly(whole.get(i).stack()));
            assertThat(changed.get(i).live()).isEqualTo(whole.get(i).live());
            assertThat(samples.get(i).stack()).isEqualTo(whole.get(i).stack());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void uniteTheTraitsOfAStack(long seed) {
        Random random = new Random(seed);
        Samples whole = Samples.copyOf(stacksOfFewLocations(random));
        Samples samples = whole.without(byNumber(whole));
        byte[] traits = new byte[samples.locations().size()];
        for (int i = 0; i < traits.length; i++) {
            traits[i] = (byte) (1 << random.nextInt(7));
        }
        StackCursor cursor = samples.stacks();
        cursor.lookFor(traits, 0b111);
        for (int i = 0; i < samples.size(); i++) {
            int expected = 0;
            List<Location> kept = new ArrayList<>();
            for (Location location : samples.get(i).stack()) {
                int trait = traits[samples.locations().indexOf(location)];
                expected |= trait;
                if ((trait & 0b111) != 0) {
                    kept.add(location);
                }
            }
            if (cursor.moveTo(i)) {
                // Whatever was read of the stack before, and what is read of it behind.
                cursor.has(random.nextInt(4) - 1);
                assertThat(cursor.unite()).as("stack %d", i).isEqualTo(expected);
                assertThat(located(samples, cursor.kept(), cursor.keptCount())).isEqualTo(kept);
                assertThat(located(samples, cursor.numbers(), cursor.depth()))
                        .isEqualTo(samples.get(i).stack());
                assertThat(cursor.has(0)).isEqualTo(!samples.get(i).stack().isEmpty());
                Location innermost = samples.get(i).stack().isEmpty()
                        ? null
                        : samples.get(i).stack().get(0);
                assertThat(
                                cursor.innermost() == StackCursor.NONE
                                        ? null
                                        : samples.locations().get(cursor.innermost()))
                        .isSameAs(innermost);
            }
        }
    }

    @Test
    void uniteTheTraitsOfLocationsWithWideNumbers() {
        List<Location> locations = new ArrayList<>();
        NumberedSamples numbered = new NumberedSamples();
        int count = 0x1_0100;
        for (int i = 0; i < count; i++) {
            locations.add(new Location(i, null, List.of()));
        }
        int wide = 0xe001;
        int wider = 0x1_0002;
        // The second one is left out below a wide one.
        numbered.add(numbered.stack(new int[] {7, 8, wide, 5}, 4), new Amount(1, 1), Amount.NONE, 0);
        numbered.add(numbered.stack(new int[] {wider, 8, 5, wider}, 4), new Amount(1, 1), Amount.NONE, 0);
        Samples samples = numbered.samples(locations, List.of(Map.of())).without(new FrameFilter() {
            @Override
            public boolean isNeedlessInnermost(int location) {
                return location == 7;
            }

            @Override
            public boolean isNeedlessBelowSome(int location) {
                return location == 8;
            }

            @Override
            public boolean isNeedlessBelow(int location, int caller) {
                return caller == wide;
            }
        });
        byte[] traits = new byte[count];
        traits[7] = 1;
        traits[8] = 2;
        traits[wide] = 4;
        traits[wider] = 8;
        traits[5] = 16;

        StackCursor cursor = samples.stacks();
        cursor.lookFor(traits, 4 | 8);
        cursor.moveTo(0);
        assertThat(cursor.unite()).isEqualTo(4 | 16);
        assertThat(cursor.innermost()).isEqualTo(wide);
        assertThat(Arrays.copyOf(cursor.kept(), cursor.keptCount())).containsExactly(wide);
        cursor.moveTo(1);
        assertThat(cursor.unite()).isEqualTo(2 | 8 | 16);
        assertThat(Arrays.copyOf(cursor.kept(), cursor.keptCount())).containsExactly(wider, wider);

        assertThatIllegalArgumentException().isThrownBy(() -> cursor.lookFor(new byte[count - 1], 1));
    }

    private static List<Location> located(Samples samples, int[] numbers, int count) {
        List<Location> located = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            located.add(samples.locations().get(numbers[i]));
        }
        return located;
    }

    @Test
    void leaveCallersOutWithWhatTheyCalled() {
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            locations.add(new Location(i, null, List.of()));
        }
        NumberedSamples numbered = new NumberedSamples();
        for (int[] stack : List.of(
                new int[] {1, 1, 2, 3},
                new int[] {0, 1, 2, 0, 3},
                new int[] {2, 1, 3},
                new int[] {1, 2},
                new int[] {1},
                new int[] {1, 2, 1, 2, 3})) {
            numbered.add(numbered.stack(stack, stack.length), new Amount(1, 1), Amount.NONE, 0);
        }
        Samples samples = numbered.samples(locations, List.of(Map.of())).without(new FrameFilter() {
            @Override
            public boolean isNeedlessInnermost(int location) {
                return location == 0;
            }

            @Override
            public boolean isNeedlessWithCaller(int location) {
                return location == 1;
            }

            @Override
            public boolean isNeedlessBelowSome(int location) {
                return false;
            }

            @Override
            public boolean isNeedlessBelow(int location, int caller) {
                return false;
            }
        });

        assertThat(samples)
                .extracting(
                        sample -> sample.stack().stream().map(Location::address).toList())
                .containsExactly(
                        List.of(3L), List.of(3L), List.of(2L, 1L, 3L), List.of(1L, 2L), List.of(1L), List.of(3L));
    }

    @Test
    void leaveFramesOutOfWhatIsLeft() {
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            locations.add(new Location(i, null, List.of()));
        }
        Samples samples = Samples.copyOf(List.of(new Sample(locations, new Amount(1, 1), Amount.NONE, Map.of())));
        Samples once = samples.without(byNumber(samples));
        // Number 3 is gone where 4 called it, so numbers aren't what they were.
        Samples twice = once.without(new FrameFilter() {
            @Override
            public boolean isNeedlessInnermost(int location) {
                return location == 3 || location == 4;
            }

            @Override
            public boolean isNeedlessBelowSome(int location) {
                return false;
            }

            @Override
            public boolean isNeedlessBelow(int location, int caller) {
                return false;
            }
        });

        assertThat(once.get(0).stack()).containsExactly(locations.get(4), locations.get(5));
        assertThat(twice.get(0).stack()).containsExactly(locations.get(5));
    }

    @Test
    void cantBeChangedOrLeft() {
        Samples samples = Samples.copyOf(Fixtures.everyKindOfFrame().samples());

        assertThatThrownBy(() -> samples.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> samples.locations().remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> samples.get(0).stack().remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Few locations, so that stacks share callers, and what is needless stands in the midst of stacks, too. */
    private static List<Sample> stacksOfFewLocations(Random random) {
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            locations.add(new Location(i, null, List.of()));
        }
        List<Sample> whole = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            List<Location> stack = new ArrayList<>();
            for (int depth = random.nextInt(11); depth > 0; depth--) {
                stack.add(locations.get(random.nextInt(random.nextInt(locations.size()) + 1)));
            }
            whole.add(new Sample(stack, new Amount(i, i), Amount.NONE, Map.of()));
        }
        return whole;
    }

    /** Addresses 0 to 2 are needless where innermost, 3 where an even one called it. */
    private static FrameFilter byNumber(Samples samples) {
        return new FrameFilter() {
            @Override
            public boolean isNeedlessInnermost(int location) {
                return address(location) < 3;
            }

            @Override
            public boolean isNeedlessBelowSome(int location) {
                return address(location) == 3;
            }

            @Override
            public boolean isNeedlessBelow(int location, int caller) {
                return address(caller) % 2 == 0;
            }

            private long address(int location) {
                return samples.locations().get(location).address();
            }
        };
    }

    private static List<Location> plainly(List<Location> stack) {
        int first = 0;
        while (first < stack.size() && stack.get(first).address() < 3) {
            first++;
        }
        if (first == stack.size()) {
            return stack;
        }
        List<Location> kept = new ArrayList<>();
        for (int i = first; i < stack.size(); i++) {
            boolean below = stack.get(i).address() == 3
                    && i + 1 < stack.size()
                    && stack.get(i + 1).address() % 2 == 0;
            if (!below) {
                kept.add(stack.get(i));
            }
        }
        return kept;
    }
}
