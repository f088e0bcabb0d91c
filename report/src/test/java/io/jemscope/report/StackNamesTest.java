package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StackNamesTest {

    @ParameterizedTest
    @EnumSource
    void saysWhatTheGroupingSays(Grouping grouping) {
        for (Profile profile : List.of(Shop.profile(), Deep.profile(3, 300, 40))) {
            StackNames stacks = new StackNames(profile.compact(), grouping);
            for (int sample = 0; sample < profile.samples().size(); sample++) {
                List<String> read = new ArrayList<>();
                int depth = stacks.read(sample);
                for (int i = 0; i < depth; i++) {
                    read.add(stacks.names().name(stacks.at(i)));
                }

                assertThat(read).isEqualTo(grouping.names(profile.samples().get(sample)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FUNCTION", "LIBRARY"})
    void aStackOfAnyDepthIsRead(Grouping grouping) {
        StackBuilder deep = StackBuilder.stack();
        for (int i = 0; i < 1_000; i++) {
            deep.in("f" + i);
        }

        Samples samples = Samples.copyOf(List.of(deep.with(Amount.NONE, Amount.NONE)));

        assertThat(new StackNames(samples, grouping).read(0)).isEqualTo(grouping == Grouping.FUNCTION ? 1_000 : 1);
    }
}
