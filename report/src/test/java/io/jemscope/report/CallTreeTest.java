package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallTreeTest {

    @ParameterizedTest
    @EnumSource
    void everyPathHasWhatItsStacksHave(Grouping grouping) {
        Profile profile = Deep.profile(5, 400, 30);
        Map<String, Double> values = new HashMap<>();
        Map<String, Double> flat = new HashMap<>();
        for (Sample sample : profile.samples()) {
            String path = "all";
            List<String> names = grouping.names(sample);
            values.merge(path, sample.live().bytes(), Double::sum);
            for (int i = names.size() - 1; i >= 0; i--) {
                path += " > " + names.get(i);
                values.merge(path, sample.live().bytes(), Double::sum);
            }
            flat.merge(path, sample.live().bytes(), Double::sum);
        }
        values.values().removeIf(bytes -> bytes == 0);

        CallTree tree = CallTree.of(profile, SampleType.LIVE_BYTES, grouping, TextOptions.WHOLE);
        Map<String, Integer> nodes = nodesByPath(tree);

        assertThat(nodes.keySet()).isEqualTo(values.keySet());
        assertThat(nodes).allSatisfy((path, node) -> {
            assertThat(tree.value(node)).isCloseTo(values.get(path), within(1e-6));
            assertThat(tree.flat(node)).isCloseTo(flat.getOrDefault(path, 0.0), within(1e-6));
            assertThat(tree.leftOut(node)).isZero();
        });
    }

    @Test
    void whatIsLeftOutIsSummedUp() {
        Profile profile = Deep.profile(7, 400, 30);
        TextOptions onePercent = TextOptions.WHOLE.withNodeFraction(0.01);
        CallTree whole = CallTree.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, TextOptions.WHOLE);
        CallTree tree = CallTree.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, onePercent);

        Map<String, Integer> kept = nodesByPath(tree);
        Map<String, Integer> all = nodesByPath(whole);

        all.values().removeIf(node -> whole.value(node) < 0.01 * whole.value(CallTree.ROOT));
        assertThat(kept.keySet()).isEqualTo(all.keySet());
        assertThat(kept.values())
                .allSatisfy(node -> assertThat(tree.flat(node)
                                + tree.leftOutValue(node)
                                + Arrays.stream(tree.callees(node))
                                        .mapToDouble(tree::value)
                                        .sum())
                        .isCloseTo(tree.value(node), within(1e-6)));
        assertThat(TreeText.print(tree, TextOptions.WHOLE)).isEqualTo(TreeText.print(whole, onePercent));
    }

    @Test
    void aFunctionThatCallsItselfStandsOnceForEachCall() {
        Sample sample = StackBuilder.stack().in("visit").in("visit").in("main").with(new Amount(1, 1024), Amount.NONE);

        CallTree tree = tree(sample);

        int main = tree.callees(CallTree.ROOT)[0];
        int outer = tree.callees(main)[0];
        assertThat(tree.name(outer)).isEqualTo("visit");
        assertThat(names(tree, tree.callees(outer))).containsExactly("visit");
    }

    @Test
    void ofLimitedRowsTheGreatestBranchesAreShownFromTheRootOn() {
        CallTree tree = CallTree.of(Shop.profile(), SampleType.LIVE_BYTES, Grouping.FUNCTION, TextOptions.WHOLE);

        assertThat(TreeText.print(tree, TextOptions.rows(4)).lines().skip(2))
                .containsExactly(
                        "  94.9 MiB  100.0%  all",
                        "  93.8 MiB   98.9%  java.lang.Thread.run",
                        "  93.8 MiB   98.9%  com.example.shop.Server.handle",
                        "  61.8 MiB   65.1%  com.example.shop.Thumbnails.render",
                        "  42.0 MiB   44.3%  java.util.zip.Inflater.inflateBytesBytes",
                        "  42.0 MiB   44.3%  … 1 more",
                        "  19.8 MiB   20.9%  … 1 more",
                        "  32.0 MiB   33.7%  … 1 more",
                        "   1.1 MiB    1.1%  … 3 more");
    }

    @Test
    void aDeepStackIsNoTroubleForThisThreadsOwn() {
        StackBuilder deep = StackBuilder.stack();
        for (int i = 0; i < 20_000; i++) {
            deep.in("visit");
        }

        CallTree tree = tree(deep.with(new Amount(1, 1024), Amount.NONE));

        assertThat(TreeText.print(tree, TextOptions.WHOLE).lines().count()).isEqualTo(20_003);
    }

    @Test
    void aCalleeWhoseStacksCancelOutHalfwayStandsOnce() {
        CallTree tree = tree(
                StackBuilder.stack().in("a").in("f").with(new Amount(1, 1024), Amount.NONE),
                StackBuilder.stack().in("b").in("f").with(new Amount(-1, -1024), Amount.NONE),
                StackBuilder.stack().in("c").in("f").with(new Amount(1, 512), Amount.NONE),
                StackBuilder.stack().in("d").in("f").with(new Amount(-1, -512), Amount.NONE));

        assertThat(tree.callees(CallTree.ROOT)).hasSize(1);
        int f = tree.callees(CallTree.ROOT)[0];
        assertThat(tree.value(f)).isZero();
        assertThat(names(tree, tree.callees(f))).containsExactly("a", "b", "c", "d");
        assertThat(Arrays.stream(tree.callees(f)).mapToDouble(tree::value))
                .containsExactly(1024.0, -1024.0, 512.0, -512.0);
    }

    @Test
    void aCountedTreeCountsWhatItLeavesOut() {
        for (Grouping grouping : Grouping.values()) {
            Profile profile = Deep.profile(7, 400, 30);
            CallTree whole = CallTree.of(profile, SampleType.LIVE_BYTES, grouping, TextOptions.WHOLE);
            CallTree counted = CallTree.counted(profile, SampleType.LIVE_BYTES, grouping, 0.01, OptionalDouble.empty());

            assertThat(counted.size() + counted.cutNodes()).as("%s", grouping).isEqualTo(whole.size());
        }
    }

    private static CallTree tree(Sample... samples) {
        return CallTree.of(
                new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN),
                SampleType.LIVE_BYTES,
                Grouping.FUNCTION,
                TextOptions.WHOLE);
    }

    private static List<String> names(CallTree tree, int[] nodes) {
        return Arrays.stream(nodes).mapToObj(tree::name).toList();
    }

    private static Map<String, Integer> nodesByPath(CallTree tree) {
        Map<String, Integer> nodes = new HashMap<>();
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) {
            String above = node == CallTree.ROOT ? "" : paths.get(tree.caller(node)) + " > ";
            paths.add(above + tree.name(node));
            nodes.put(paths.get(node), node);
        }
        return nodes;
    }
}
