package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.CallTree;
import io.jemscope.report.FrameKind;
import io.jemscope.report.Grouping;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Flat and cumulative figures, edges, and what is left out. */
class CallGraphTest {

    private static final GraphLimits ALL = new GraphLimits(0, 0, 0, false);
    private static final GraphLimits WHOLE_TREE = new GraphLimits(0, 0, 0, true);

    private static CallGraph graph(Profile profile, GraphLimits limits) {
        return CallGraph.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, limits);
    }

    /** Nodes as {@code name flat/cumulative}, in no order. */
    private static List<String> nodes(CallGraph graph) {
        List<String> nodes = new ArrayList<>();
        for (CallGraph.Node node : graph.nodes()) {
            nodes.add(node.name() + " " + Math.round(node.flat()) + "/" + Math.round(node.cumulative()));
        }
        return nodes;
    }

    /** Edges as {@code from->to weight}, with a tilde where they are residual. */
    private static List<String> edges(CallGraph graph) {
        List<String> edges = new ArrayList<>();
        for (CallGraph.Edge edge : graph.edges()) {
            edges.add(graph.nodes().get(edge.from() - 1).name() + "->"
                    + graph.nodes().get(edge.to() - 1).name() + " " + Math.round(edge.weight())
                    + (edge.residual() ? "~" : ""));
        }
        return edges;
    }

    @Test
    void aNodeHasItsOwnAndWhatItsCalleesAskedFor() {
        CallGraph graph = graph(
                new Profiles()
                        .stack(10, "main read")
                        .stack(5, "main write")
                        .stack(2, "main")
                        .profile(),
                ALL);

        assertThat(nodes(graph)).containsExactlyInAnyOrder("main 2/17", "read 10/10", "write 5/5");
        assertThat(edges(graph)).containsExactly("main->read 10", "main->write 5");
        assertThat(graph.total()).isEqualTo(17);
        assertThat(graph.leftOut()).isEqualTo(new CallGraph.LeftOut(0, 0, 0, 0, 0, 0));
    }

    @Test
    void recursionCountsAStackOnce() {
        CallGraph graph = graph(
                new Profiles().stack(10, "main walk walk visit walk visit leaf").profile(), ALL);

        assertThat(nodes(graph)).containsExactlyInAnyOrder("main 0/10", "walk 0/10", "visit 0/10", "leaf 10/10");
        assertThat(edges(graph))
                .containsExactlyInAnyOrder("main->walk 10", "walk->visit 10", "visit->walk 10", "visit->leaf 10");
    }

    @Test
    void aNodeLeftOutIsBridged() {
        Profile profile = new Profiles()
                .stack(1000, "main small heavy")
                .stack(4, "main small")
                .stack(2000, "main")
                .profile();
        // Left out by the count: it tells less than the two around it.
        CallGraph graph = graph(profile, new GraphLimits(0, 0, 2, false));

        assertThat(nodes(graph)).containsExactlyInAnyOrder("main 2000/3004", "heavy 1000/1000");
        assertThat(edges(graph)).containsExactly("main->heavy 1000~");
        assertThat(graph.leftOut()).isEqualTo(new CallGraph.LeftOut(0, 1, 0, 0, 0, 4));
    }

    @Test
    void aNodeKeepsItsHeaviestEdges() {
        Profile profile = new Profiles()
                .stack(8, "main one leaf")
                .stack(4, "main two leaf")
                .stack(2, "main three leaf")
                .profile();
        CallGraph graph = graph(profile, new GraphLimits(0, 0, 80, 2, false));

        // Each of the three has but this one caller, so that it stays.
        assertThat(edges(graph))
                .containsExactlyInAnyOrder("main->one 8", "one->leaf 8", "main->two 4", "two->leaf 4", "main->three 2");
        assertThat(graph.leftOut()).isEqualTo(new CallGraph.LeftOut(0, 0, 0, 0, 1, 0));
    }

    @Test
    void whatIsBelowTheLeastShareIsCountedAsLeftOut() {
        Profile profile = new Profiles()
                .stack(990, "main heavy")
                .stack(6, "main light")
                .stack(4, "main lighter heavy")
                .profile();
        CallGraph graph = graph(profile, new GraphLimits(0.005, 0.01, 80, false));

        assertThat(nodes(graph)).containsExactlyInAnyOrder("main 0/1000", "heavy 994/994", "light 6/6");
        assertThat(edges(graph)).containsExactly("main->heavy 994~");
        assertThat(graph.leftOut()).isEqualTo(new CallGraph.LeftOut(1, 0, 1, 0, 0, 0));
    }

    @Test
    void aResidualEdgeGoesWhereOthersLinkItsEnds() {
        Profile profile = new Profiles()
                .stack(1000, "main middle leaf")
                .stack(500, "middle")
                .stack(10, "main tiny leaf")
                .stack(1, "tiny")
                .profile();
        CallGraph graph = graph(profile, new GraphLimits(0.01, 0, 80, false));

        assertThat(edges(graph)).containsExactly("main->middle 1000", "middle->leaf 1000");
        assertThat(graph.leftOut().smallNodes()).isEqualTo(1);
        assertThat(graph.leftOut().redundantEdges()).isEqualTo(1);
        assertThat(graph.leftOut().value()).isEqualTo(1);
    }

    @Test
    void aTreeHasANodeForEachWay() {
        Profile profile = new Profiles()
                .stack(10, "main a malloc")
                .stack(5, "main b malloc")
                .stack(3, "main b b malloc")
                .profile();
        CallGraph tree = graph(profile, WHOLE_TREE);

        assertThat(nodes(tree))
                .containsExactlyInAnyOrder(
                        "main 0/18", "a 0/10", "malloc 10/10", "b 0/8", "malloc 5/5", "b 0/3", "malloc 3/3");
        assertThat(tree.edges()).hasSize(6).noneMatch(CallGraph.Edge::residual);
        assertThat(tree.edges()).extracting(CallGraph.Edge::to).doesNotHaveDuplicates();
    }

    @Test
    void aTreeIsBridgedToo() {
        Profile profile = new Profiles()
                .stack(1000, "main way through leaf")
                .stack(2000, "main")
                .profile();
        CallGraph tree = graph(profile, new GraphLimits(0, 0, 2, true));

        assertThat(edges(tree)).containsExactly("main->leaf 1000~");
        assertThat(tree.leftOut().furtherNodes()).isEqualTo(2);
        assertThat(tree.leftOut().value()).isZero();
    }

    @Test
    void stacksWithoutFramesAreInTheWholeAlone() {
        CallGraph graph = graph(new Profiles().stack(5, "").stack(10, "main").profile(), ALL);

        assertThat(graph.total()).isEqualTo(15);
        assertThat(nodes(graph)).containsExactly("main 10/10");
        assertThat(graph.leftOut().value()).isEqualTo(5);
    }

    @Test
    void aGraphOfNothingIsEmpty() {
        CallGraph graph = graph(new Profiles().profile(), GraphLimits.DEFAULT);

        assertThat(graph.nodes()).isEmpty();
        assertThat(graph.edges()).isEmpty();
        assertThat(graph.total()).isZero();
    }

    @Test
    void figuresOfAnotherMeasureThatNobodyCountedMakeNoNodes() {
        CallGraph graph = CallGraph.of(
                new Profiles().stack(5, "main").profile(), SampleType.ACCUMULATED_BYTES, Grouping.FUNCTION, ALL);

        assertThat(graph.nodes()).isEmpty();
    }

    @Test
    void coarseNodesOfOneNameAreOne() {
        Profile profile = new Profiles()
                .stack(
                        10,
                        List.of(
                                Profiles.method("com.example.Main", "main"),
                                Profiles.method("com.example.Main", "run"),
                                Profiles.method("com.example.Work", "go"),
                                Profiles.function("malloc")))
                .profile();

        for (boolean tree : new boolean[] {false, true}) {
            CallGraph graph =
                    CallGraph.of(profile, SampleType.LIVE_BYTES, Grouping.CLASS, new GraphLimits(0, 0, 0, tree));
            assertThat(edges(graph))
                    .containsExactlyInAnyOrder(
                            "com.example.Main->com.example.Work 10", "com.example.Work->[/usr/lib/libany.so] 10");
        }
    }

    @Test
    void nodesKnowTheirKindAndWhetherTheyAreTheAllocators() {
        CallGraph graph = graph(
                new Profiles()
                        .stack(
                                10,
                                List.of(
                                        Profiles.method("com.example.Main", "main"),
                                        Profiles.method("java.util.zip.Inflater", "init"),
                                        Profiles.function("malloc")))
                        .profile(),
                ALL);

        assertThat(graph.nodes())
                .extracting(CallGraph.Node::kind)
                .containsExactlyInAnyOrder(FrameKind.OWN_JAVA, FrameKind.JDK, FrameKind.NATIVE);
        assertThat(graph.nodes())
                .filteredOn(CallGraph.Node::allocator)
                .extracting(CallGraph.Node::name)
                .containsExactly("malloc");
    }

    @Test
    void javaThatHoldsMemoryStaysThoughItIsMerelyPassedThrough() {
        Profiles profiles = new Profiles();
        for (int i = 0; i < 6; i++) {
            // Each of these tells more than a way through, if ever so little.
            profiles.stack(10, List.of(jdk("run"), jdk("call"), Profiles.function("link" + i), jdk("leaf")));
        }
        Profile profile = profiles.stack(
                        1000,
                        List.of(
                                jdk("run"),
                                Profiles.method("com.example.Shop", "serve"),
                                Profiles.method("com.example.Cache", "put"),
                                jdk("allocateDirect"),
                                Profiles.function("malloc")))
                .stack(
                        500,
                        List.of(
                                jdk("run"),
                                Profiles.method("org.library.Pool", "grow"),
                                jdk("allocateDirect"),
                                Profiles.function("malloc")))
                .profile();

        for (boolean tree : new boolean[] {false, true}) {
            for (int most = 4; most <= 7; most++) {
                CallGraph graph = graph(profile, new GraphLimits(0, 0, most, tree));

                assertThat(nodes(graph))
                        .as(most + " of them, " + (tree ? "as a tree" : "as a graph"))
                        .contains("com.example.Cache.put 0/1000")
                        .hasSize(most);
                assertThat(nodes(graph).contains("org.library.Pool.grow 0/500")).isEqualTo(most > 4);
                assertThat(nodes(graph)).doesNotContain("com.example.Shop.serve 0/1000");
            }
        }
    }

    /** Neither the native method that a line calls, nor the lambda that the JVM spun. */
    @Test
    void aLineHoldsWhatIsAskedForBelowIt() {
        Profile profile = new Profiles()
                .stack(
                        1000,
                        List.of(
                                jdk("run"),
                                own("serve"),
                                own("open"),
                                new JavaFrame(null, "com.example.Codec", "init", null, true),
                                Profiles.function("malloc")))
                .stack(
                        500,
                        List.of(
                                jdk("run"),
                                own("serve"),
                                Profiles.method("com.example.Shop$$Lambda", "run"),
                                jdk("allocateDirect")))
                .stack(70, List.of(jdk("run"), Profiles.function("malloc")))
                .profile();

        for (boolean tree : new boolean[] {false, true}) {
            assertThat(held(profile, 0, tree))
                    .isEqualTo(Map.of("com.example.Shop.open", 1000.0, "com.example.Shop.serve", 500.0));
        }
    }

    @Test
    void whatIsTooSmallToBeShownIsHeldByItsCaller() {
        Profiles profiles = new Profiles().stack(1000, List.of(jdk("run"), own("load"), jdk("allocateDirect")));
        for (int i = 0; i < 10; i++) {
            profiles.stack(20, List.of(jdk("run"), own("load"), own("small" + i), jdk("allocateDirect")));
        }
        Profile profile = profiles.profile();

        for (boolean tree : new boolean[] {false, true}) {
            assertThat(held(profile, 50, tree)).isEqualTo(Map.of("com.example.Shop.load", 1200.0));
        }
    }

    @Test
    void aTreeHoldsWhatAGraphDoes() {
        for (int seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Profiles profiles = new Profiles();
            for (int i = 0; i < 100; i++) {
                List<Frame> stack = new ArrayList<>();
                for (int depth = random.nextInt(8); depth >= 0; depth--) {
                    String method = "m" + random.nextInt(6);
                    stack.add(random.nextBoolean() ? own(method) : jdk(method));
                }
                profiles.stack(random.nextInt(1_000), stack);
            }
            Profile profile = profiles.profile();

            assertThat(held(profile, 0, true)).as("seed %s", seed).isEqualTo(held(profile, 0, false));
        }
    }

    /** What lines hold, by their names; of a graph, or of all the ways of a tree. */
    private static Map<String, Double> held(Profile profile, double least, boolean tree) {
        GraphSource source = tree
                ? new TreeSource(CallTree.counted(
                        profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, least, OptionalDouble.of(1)))
                : new StackSource(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION);
        BitSet large = source.large(least);
        double[] held = source.held(new NameKinds(profile, source.names()).lines(), large);
        Map<String, Double> byName = new TreeMap<>();
        for (int node = 0; node < held.length; node++) {
            if (held[node] != 0) {
                byName.merge(source.names().name(source.name(node)), held[node], Double::sum);
            }
        }
        return byName;
    }

    private static Frame own(String method) {
        return Profiles.method("com.example.Shop", method);
    }

    private static Frame jdk(String method) {
        return Profiles.method("java.util.Any", method);
    }

    @Test
    void theFlatFiguresAndWhatIsLeftOutMakeTheWhole() {
        for (int seed = 1; seed <= 20; seed++) {
            for (boolean tree : new boolean[] {false, true}) {
                CallGraph graph = graph(Profiles.random(seed, 60, 200), new GraphLimits(0.01, 0.002, 25, tree));
                double flat =
                        graph.nodes().stream().mapToDouble(CallGraph.Node::flat).sum();

                assertThat(graph.nodes()).hasSizeLessThanOrEqualTo(25);
                assertThat(flat + graph.leftOut().value())
                        .as("seed " + seed)
                        .isCloseTo(graph.total(), within(1e-6 * graph.total()));
            }
        }
    }

    @Test
    void theSameProfileGivesTheSameGraph() {
        assertThat(graph(Profiles.random(5, 100, 300), GraphLimits.DEFAULT))
                .isEqualTo(graph(Profiles.random(5, 100, 300), GraphLimits.DEFAULT));
    }

    @Test
    void limitsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new GraphLimits(-0.1, 0, 80, false)).hasMessageContaining("from 0 to 1, not -0.1");
        assertThatThrownBy(() -> new GraphLimits(0, Double.NaN, 80, false))
                .hasMessageContaining("from 0 to 1, not NaN");
        assertThatThrownBy(() -> new GraphLimits(0, 0, -1, false)).hasMessageContaining("at least 0, not -1");
    }
}
