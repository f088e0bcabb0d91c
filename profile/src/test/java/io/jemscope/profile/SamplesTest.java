package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
        Map<Location, Location> replacements = new HashMap<>(Map.of(replaced, replacement));

        Samples changed = samples.withLocations(replacements);

        assertThat(changed.get(0).stack().get(0)).isSameAs(replacement);
        assertThat(changed.get(0).stack().subList(1, 5))
                .isEqualTo(samples.get(0).stack().subList(1, 5));
        assertThat(samples.get(0).stack().get(0)).isSameAs(replaced);
        assertThat(changed.get(0).labels()).isEqualTo(samples.get(0).labels());
    }

    @Test
    void takeOtherStacks() {
        Samples samples = Samples.copyOf(Fixtures.random(2, 1_000).samples());

        Samples changed = samples.withStacks((numbers, depth) -> depth / 2);

        for (int i = 0; i < samples.size(); i++) {
            List<Location> whole = samples.get(i).stack();
            assertThat(changed.get(i).stack()).isEqualTo(whole.subList(0, whole.size() / 2));
            assertThat(changed.get(i).live()).isEqualTo(samples.get(i).live());
        }
    }

    @Test
    void cantBeChangedOrLeft() {
        Samples samples = Samples.copyOf(Fixtures.everyKindOfFrame().samples());

        assertThatThrownBy(() -> samples.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> samples.locations().remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> samples.get(0).stack().remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }
}
