package io.jemscope.report.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import io.jemscope.report.Top;
import io.jemscope.report.pipeline.ReportOptions.Given;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "'', ",
        "live, LIVE_BYTES",
        "inuse_space, LIVE_BYTES",
        "accumulated, ACCUMULATED_BYTES",
        "objects, LIVE_OBJECTS",
        "live objects, LIVE_OBJECTS",
        "accumulated objects, ACCUMULATED_OBJECTS",
        "objects inuse_objects, LIVE_OBJECTS",
        "alloc_objects, ACCUMULATED_OBJECTS",
        "sample-index=alloc_space, ACCUMULATED_BYTES",
        "accumulated sample_index=alloc_space, ACCUMULATED_BYTES",
        "live=false, "
    })
    void severalWordsMaySayOneMeasure(String words, @Nullable SampleType measure) {
        assertThat(options(words).sampleType()).isEqualTo(Optional.ofNullable(measure));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "live accumulated",
                "live alloc_objects",
                "inuse_objects alloc_objects",
                "objects sample-index=inuse_space"
            })
    void orTwo(String words) {
        assertThatThrownBy(() -> options(words).sampleType())
                .asInstanceOf(InstanceOfAssertFactories.type(ReportOptionException.class))
                .satisfies(failure -> {
                    assertThat(failure.options()).hasSize(2);
                    assertThat(failure.why()).isEqualTo("sample types");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "rows=-1, must be 0 (all) or a positive number",
        "rows=many, must be 0 (all) or a positive number",
        "nodefraction=1.5, must be a number from 0 to 1",
        "nodefraction=NaN, must be a number from 0 to 1",
        "unit=apples, 'must be one of auto, B, KiB, MiB, GiB, TiB, or another name of these'",
        "sort=up, 'must be one of flat, cumulative'",
        "mean=yes, must be true or false"
    })
    void whatCannotBeReadIsNamedAsItWasWritten(String word, String why) {
        String name = word.substring(0, word.indexOf('='));

        assertThatThrownBy(() -> options(word).request(ReportFormat.TOP, 20))
                .asInstanceOf(InstanceOfAssertFactories.type(ReportOptionException.class))
                .satisfies(failure -> {
                    assertThat(failure.options()).extracting(Given::name).containsExactly(name);
                    assertThat(failure.why()).isEqualTo(why);
                });
    }

    @Test
    void makeARequest() {
        ReportRequest request = options("by=line rows=0 drop_negative cum call_tree maxdegree=3 tagroot=a,b")
                .request(ReportFormat.SVG, 20);

        assertThat(request.selection().grouping()).isEqualTo(Grouping.LINE);
        assertThat(request.selection().order()).isEqualTo(Top.Order.CUMULATIVE);
        assertThat(request.presentation().text().rows()).isEqualTo(Integer.MAX_VALUE);
        assertThat(request.presentation().graph().nodeCount()).isEqualTo(Integer.MAX_VALUE);
        assertThat(request.presentation().graph().maxDegree()).isEqualTo(3);
        assertThat(request.presentation().graph().callTree()).isTrue();
        assertThat(request.selection().transform().labels().roots()).containsExactly("a", "b");
        assertThat(request.base().negatives()).isEqualTo(BaseOptions.Negatives.DROPPED);
    }

    @Test
    void noTwoHaveOneName() {
        Set<String> names = new HashSet<>();
        for (ReportOption option : ReportOption.values()) {
            for (String name : option.names()) {
                assertThat(names.add(name)).as(name).isTrue();
                assertThat(ReportOption.named(name)).isEqualTo(option);
            }
        }
    }

    private static ReportOptions options(String words) {
        Map<ReportOption, Given> given = new EnumMap<>(ReportOption.class);
        for (String word : words.isEmpty() ? new String[0] : words.split(" ")) {
            int value = word.indexOf('=');
            String name = value < 0 ? word : word.substring(0, value);
            ReportOption option = ReportOption.named(name);
            assertThat(option).as(name).isNotNull();
            given.put(option, new Given(name, value < 0 ? "true" : word.substring(value + 1), name));
        }
        return new ReportOptions(given, ReportOptions.Limits.NONE);
    }
}
