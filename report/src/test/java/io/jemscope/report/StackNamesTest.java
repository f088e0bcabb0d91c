package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StackNamesTest {

    @ParameterizedTest
    @EnumSource
    void saysWhatTheGroupingSays(Grouping grouping) {
        for (Profile profile : List.of(Shop.profile(), Deep.profile(3, 300, 40))) {
            StackNames names = new StackNames(grouping);
            for (Sample sample : profile.samples()) {
                List<String> read = new ArrayList<>();
                int depth = names.read(sample);
                for (int i = 0; i < depth; i++) {
                    read.add(names.name(names.at(i)));
                }

                assertThat(read).isEqualTo(grouping.names(sample));
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

        assertThat(new StackNames(grouping).read(deep.with(Amount.NONE, Amount.NONE)))
                .isEqualTo(grouping == Grouping.FUNCTION ? 1_000 : 1);
    }
}
