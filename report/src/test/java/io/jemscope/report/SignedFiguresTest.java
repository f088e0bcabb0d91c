package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.filter.NamePattern;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.GraphLimits;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Reports of a difference of profiles: what shrank is as worth a row as what grew. */
class SignedFiguresTest {

    private static final Profile DIFFERENCE = profile(
            StackBuilder.stack().in("shrunk").in("main").with(bytes(-3_000), Amount.NONE),
            StackBuilder.stack().in("grown").in("main").with(bytes(1_000), Amount.NONE),
            StackBuilder.stack().in("crumb").in("main").with(bytes(-1), Amount.NONE));

    private static final TextOptions LAYOUT = TextOptions.WHOLE.withNodeFraction(0.01);

    @Test
    void topHasWhatShrankFirst() {
        Top top = Top.of(DIFFERENCE, SampleType.LIVE_BYTES, Top.Order.FLAT);

        assertThat(top.shown(LAYOUT)).extracting(Top.Row::name).containsExactly("shrunk", "grown", "main");
    }

    @Test
    void peekHasTheGreatestChangeFirst() {
        Peek peek = Peek.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, NamePattern.of("main"));

        assertThat(peek.functions().get(0).callees())
                .extracting(Peek.Edge::name)
                .containsExactly("shrunk", "grown", "crumb");
        assertThat(PeekText.print(peek, LAYOUT)).contains("calls shrunk", "calls grown", "… 1 more");
    }

    @Test
    void tracesAndTreesShowBoth() {
        Traces traces = Traces.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION);
        CallTree tree = CallTree.of(
                DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, TextOptions.WHOLE.withNodeFraction(0.01));

        assertThat(TracesText.print(traces, LAYOUT)).containsSubsequence("shrunk", "grown", "… and 1 more");
        assertThat(TreeText.print(tree, LAYOUT)).containsSubsequence("shrunk", "grown", "… 1 more");
    }

    @Test
    void graphsKeepWhatShrank() {
        CallGraph graph = CallGraph.of(
                DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, new GraphLimits(0.01, 0.01, 80, false));

        assertThat(graph.nodes()).extracting(CallGraph.Node::name).containsExactlyInAnyOrder("main", "shrunk", "grown");
        assertThat(graph.edges()).extracting(CallGraph.Edge::weight).containsExactly(-3_000.0, 1_000.0);
    }

    @Test
    void everyReportTakesTheSameWhole() {
        TextOptions layout = LAYOUT.withWhole(10_000);
        Top top = Top.of(DIFFERENCE, SampleType.LIVE_BYTES, Top.Order.FLAT);
        CallTree tree = CallTree.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, layout);
        Peek peek = Peek.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, NamePattern.of("shrunk"));
        Traces traces = Traces.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION);
        Listing listing = Listing.of(DIFFERENCE, SampleType.LIVE_BYTES, NamePattern.of("shrunk"));

        assertThat(List.of(
                        TopText.print(top, layout),
                        TreeText.print(tree, layout),
                        PeekText.print(peek, layout),
                        TracesText.print(traces, layout),
                        ListingText.print(listing, Sources.NONE, layout)))
                .allSatisfy(text -> assertThat(text).contains("-2.0 KiB, live bytes; shares are of 9.8 KiB", "-30.0%"));
    }

    @Test
    void aGraphTakesTheWholeForItsLimitsToo() {
        GraphLimits limits = new GraphLimits(0.2, 0.01, 80, false);
        CallGraph graph =
                CallGraph.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, limits, OptionalDouble.of(10_000));

        assertThat(graph.total()).isEqualTo(-2_001);
        assertThat(graph.whole()).isEqualTo(10_000);
        assertThat(graph.nodes()).extracting(CallGraph.Node::name).containsExactlyInAnyOrder("main", "shrunk");
    }

    @Test
    void aCallerIsChosenForTheSakeOfAGreaterCallee() {
        Profile difference = profile(
                StackBuilder.stack().in("came").in("balanced").with(bytes(5_000), Amount.NONE),
                StackBuilder.stack().in("went").in("balanced").with(bytes(-4_900), Amount.NONE),
                StackBuilder.stack().in("small").with(bytes(1_000), Amount.NONE));
        CallTree tree = CallTree.of(difference, SampleType.LIVE_BYTES, Grouping.FUNCTION, TextOptions.WHOLE);

        assertThat(TreeText.print(tree, TextOptions.rows(2)))
                .contains("balanced", "came")
                .doesNotContain("went", "small");
    }

    @Test
    void aBranchThatCancelsOutIsShownForWhatItLeadsTo() {
        Profile difference = profile(
                StackBuilder.stack().in("went").in("main").with(bytes(-800_000), Amount.NONE),
                StackBuilder.stack().in("came").in("main").with(bytes(800_000), Amount.NONE),
                StackBuilder.stack().in("crumb").with(bytes(10), Amount.NONE));
        TextOptions layout = LAYOUT.withWhole(1_000_000);
        CallTree tree = CallTree.of(difference, SampleType.LIVE_BYTES, Grouping.FUNCTION, layout);

        assertThat(tree.callees(CallTree.ROOT)).hasSize(1);
        assertThat(tree.name(tree.callees(CallTree.ROOT)[0])).isEqualTo("main");
        assertThat(TreeText.print(tree, layout)).containsSubsequence("main", "came", "went", "… 1 more");
        assertThat(TreeText.print(tree, new TextOptions(2, 0.01, ByteUnit.AUTO, false, layout.whole(), 200)))
                .containsSubsequence("main", "came", "… 1 more");
    }

    @Test
    void aFunctionWhoseCumulativeFigureCancelsOutIsListed() {
        Profile difference = profile(
                StackBuilder.stack()
                        .in("/bin/a", "grow", "a.c", 3)
                        .in("/bin/a", "fill", "a.c", 7)
                        .with(bytes(-3_000), Amount.NONE),
                StackBuilder.stack().in("/bin/a", "fill", "a.c", 7).with(bytes(3_000), Amount.NONE));
        NamePattern fill = NamePattern.of("fill");

        assertThat(Top.of(difference, SampleType.LIVE_BYTES, Top.Order.FLAT).rows())
                .extracting(Top.Row::name)
                .containsExactly("fill", "grow");
        assertThat(Peek.of(difference, SampleType.LIVE_BYTES, Grouping.FUNCTION, fill)
                        .functions())
                .containsExactly(
                        new Peek.Function("fill", 3_000, 0, List.of(), List.of(new Peek.Edge("grow", -3_000))));
        assertThat(Listing.of(difference, SampleType.LIVE_BYTES, fill).routines())
                .containsExactly(new Listing.Routine("fill", "a.c", 3_000, 0, List.of(new Listing.Line(7, 3_000, 0))));
    }

    @Test
    void whatIsTooSmallHidesNothingBehindIt() {
        NamePattern any = NamePattern.of("");
        Peek peek = Peek.of(DIFFERENCE, SampleType.LIVE_BYTES, Grouping.FUNCTION, any)
                .ordered(Top.Order.FLAT);
        Listing listing = Listing.of(DIFFERENCE, SampleType.LIVE_BYTES, any).ordered(Top.Order.FLAT);

        assertThat(peek.functions())
                .extracting(Peek.Function::name)
                .containsExactly("shrunk", "grown", "crumb", "main");
        assertThat(peek.shown(LAYOUT)).extracting(Peek.Function::name).containsExactly("shrunk", "grown", "main");
        assertThat(listing.shown(LAYOUT)).extracting(Listing.Routine::name).containsExactly("shrunk", "grown", "main");
        assertThat(PeekText.print(peek, LAYOUT)).contains("main\n", "… and 1 more that match");
        assertThat(ListingText.print(listing, Sources.NONE, LAYOUT)).contains("  main\n", "… and 1 more that match");
    }

    private static Amount bytes(double bytes) {
        return new Amount(Math.signum(bytes), bytes);
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}
