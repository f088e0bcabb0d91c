package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreeTest {

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

        Map<String, Tree.Node> nodes = new HashMap<>();
        collect(Tree.of(profile, SampleType.LIVE_BYTES, grouping, 0).root(), "", nodes);

        assertThat(nodes.keySet()).isEqualTo(values.keySet());
        assertThat(nodes).allSatisfy((path, node) -> {
            assertThat(node.value()).isCloseTo(values.get(path), within(1e-6));
            assertThat(node.flat()).isCloseTo(flat.getOrDefault(path, 0.0), within(1e-6));
            assertThat(node.leftOut()).isZero();
        });
    }

    @Test
    void whatIsLeftOutIsSummedUp() {
        Profile profile = Deep.profile(7, 400, 30);
        Tree whole = Tree.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, 0);
        Tree tree = Tree.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, 0.01);

        Map<String, Tree.Node> kept = new HashMap<>();
        collect(tree.root(), "", kept);
        Map<String, Tree.Node> all = new HashMap<>();
        collect(whole.root(), "", all);

        all.values().removeIf(node -> node.value() < 0.01 * whole.root().value());
        assertThat(kept.keySet()).isEqualTo(all.keySet());
        assertThat(kept.values())
                .allSatisfy(node -> assertThat(node.flat()
                                + node.leftOutValue()
                                + node.callees().stream()
                                        .mapToDouble(Tree.Node::value)
                                        .sum())
                        .isCloseTo(node.value(), within(1e-6)));
        assertThat(TreeText.print(tree, TextOptions.WHOLE)).isEqualTo(TreeText.print(whole, 0.01));
    }

    @Test
    void aFunctionThatCallsItselfStandsOnceForEachCall() {
        Sample sample = StackBuilder.stack().in("visit").in("visit").in("main").with(new Amount(1, 1024), Amount.NONE);

        Tree tree = tree(sample);

        Tree.Node main = tree.root().callees().get(0);
        Tree.Node outer = main.callees().get(0);
        assertThat(outer.name()).isEqualTo("visit");
        assertThat(outer.callees()).extracting(Tree.Node::name).containsExactly("visit");
    }

    @Test
    void ofLimitedRowsTheGreatestBranchesAreShownFromTheRootOn() {
        Tree tree = Tree.of(Shop.profile(), SampleType.LIVE_BYTES);

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

        Tree tree = tree(deep.with(new Amount(1, 1024), Amount.NONE));

        assertThat(TreeText.print(tree, TextOptions.WHOLE).lines().count()).isEqualTo(20_003);
    }

    @Test
    void aCalleeWhoseStacksCancelOutHalfwayStandsOnce() {
        Tree tree = tree(
                StackBuilder.stack().in("a").in("f").with(new Amount(1, 1024), Amount.NONE),
                StackBuilder.stack().in("b").in("f").with(new Amount(-1, -1024), Amount.NONE),
                StackBuilder.stack().in("c").in("f").with(new Amount(1, 512), Amount.NONE),
                StackBuilder.stack().in("d").in("f").with(new Amount(-1, -512), Amount.NONE));

        assertThat(tree.root().callees()).hasSize(1);
        Tree.Node f = tree.root().callees().get(0);
        assertThat(f.value()).isZero();
        assertThat(f.callees()).extracting(Tree.Node::name).containsExactly("a", "b", "c", "d");
        assertThat(f.callees()).extracting(Tree.Node::value).containsExactly(1024.0, -1024.0, 512.0, -512.0);
    }

    private static Tree tree(Sample... samples) {
        return Tree.of(
                new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN),
                SampleType.LIVE_BYTES);
    }

    private static void collect(Tree.Node node, String above, Map<String, Tree.Node> nodes) {
        String path = above.isEmpty() ? node.name() : above + " > " + node.name();
        nodes.put(path, node);
        for (Tree.Node callee : node.callees()) {
            collect(callee, path, nodes);
        }
    }
}
