package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.GraphLimits;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Reports of a difference of profiles: what shrank is as worth a row as what grew. */
class SignedFiguresTest {

    private static final Profile DIFFERENCE = profile(
            StackBuilder.stack().in("shrunk").in("main").with(bytes(-3_000), Amount.NONE),
            StackBuilder.stack().in("grown").in("main").with(bytes(1_000), Amount.NONE),
            StackBuilder.stack().in("crumb").in("main").with(bytes(-1), Amount.NONE));

    private static final Layout LAYOUT = Layout.WHOLE.withNodeFraction(0.01);

    @Test
    void topHasWhatShrankFirst() {
        Top top = Top.of(DIFFERENCE, Measure.LIVE_BYTES, Top.Order.FLAT);

        assertThat(top.shown(LAYOUT)).extracting(Top.Row::name).containsExactly("shrunk", "grown", "main");
    }

    @Test
    void peekHasTheGreatestChangeFirst() {
        Peek peek = Peek.of(DIFFERENCE, Measure.LIVE_BYTES, Grouping.FUNCTION, Pattern.compile("main"));

        assertThat(peek.functions().get(0).callees())
                .extracting(Peek.Edge::name)
                .containsExactly("shrunk", "grown", "crumb");
        assertThat(PeekText.print(peek, LAYOUT)).contains("calls shrunk", "calls grown", "… 1 more");
    }

    @Test
    void tracesAndTreesShowBoth() {
        Traces traces = Traces.of(DIFFERENCE, Measure.LIVE_BYTES, Grouping.FUNCTION);
        Tree tree = Tree.of(DIFFERENCE, Measure.LIVE_BYTES, Grouping.FUNCTION, 0.01);

        assertThat(TracesText.print(traces, LAYOUT)).containsSubsequence("shrunk", "grown", "… and 1 more");
        assertThat(TreeText.print(tree, LAYOUT)).containsSubsequence("shrunk", "grown", "… 1 more");
    }

    @Test
    void graphsKeepWhatShrank() {
        CallGraph graph =
                CallGraph.of(DIFFERENCE, Measure.LIVE_BYTES, Grouping.FUNCTION, new GraphLimits(0.01, 0.01, 80, false));

        assertThat(graph.nodes()).extracting(CallGraph.Node::name).containsExactlyInAnyOrder("main", "shrunk", "grown");
        assertThat(graph.edges()).extracting(CallGraph.Edge::weight).containsExactly(-3_000.0, 1_000.0);
    }

    private static Amount bytes(double bytes) {
        return new Amount(Math.signum(bytes), bytes);
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), Provenance.UNKNOWN);
    }
}
