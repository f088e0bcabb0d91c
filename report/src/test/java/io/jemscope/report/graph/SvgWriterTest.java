package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The graph as a picture. */
class SvgWriterTest {

    private static final GraphLimits ALL = new GraphLimits(0, 0, 0, false);

    private static CallGraph graph(Profile profile, GraphLimits limits) {
        return CallGraph.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, limits);
    }

    private static String svg(CallGraph graph) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SvgWriter.write(graph, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void hasABoxForEachNodeAndALineForEachEdge() throws IOException {
        CallGraph graph = graph(Profiles.random(1, 40, 60), GraphLimits.DEFAULT);
        SvgDocument svg = SvgDocument.parse(svg(graph));

        assertThat(svg.elements("g", "n")).hasSameSizeAs(graph.nodes());
        assertThat(svg.elements("g", "e")).hasSameSizeAs(graph.edges());
        assertThat(svg.elements("path")).hasSize(2 * graph.edges().size());
        assertThat(svg.document().getDocumentElement().getAttribute("viewBox")).matches("0 0 \\d+ \\d+");
    }

    @Test
    void isWellFormedWhateverTheNames() throws IOException {
        for (Grouping grouping : Grouping.values()) {
            for (boolean tree : new boolean[] {false, true}) {
                CallGraph graph = CallGraph.of(
                        Profiles.hostile(), SampleType.LIVE_BYTES, grouping, new GraphLimits(0, 0, 0, tree));
                SvgDocument svg = SvgDocument.parse(svg(graph));

                assertThat(svg.elements("script")).isEmpty();
                assertThat(svg.elements("g", "n")).hasSameSizeAs(graph.nodes());
                if (grouping == Grouping.FUNCTION) {
                    assertThat(svg.titles())
                            .anyMatch(title -> title.startsWith("<script>alert('x')</script>\n"))
                            .anyMatch(title -> title.startsWith("x".repeat(5_000)));
                }
            }
        }
    }

    @Test
    void asksForNothingFromElsewhere() throws IOException {
        assertThat(svg(graph(Profiles.hostile(), ALL)).replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http:", "https:", "url(", "@import", "href=");
    }

    @Test
    void nothingOverlapsABox() {
        for (int seed = 1; seed <= 3; seed++) {
            GraphLayout layout = SvgWriter.layout(graph(Profiles.random(seed, 40, 60), GraphLimits.DEFAULT));
            List<GraphLayout.Box> boxes = layout.boxes();
            for (int i = 0; i < boxes.size(); i++) {
                GraphLayout.Box box = boxes.get(i);
                assertThat(boxes.subList(i + 1, boxes.size()))
                        .as("boxes beside box " + i + " of seed " + seed)
                        .noneMatch(other -> overlap(box, other));
                assertThat(layout.lines())
                        .as("figures beside box " + i + " of seed " + seed)
                        .noneMatch(line -> line.label() != null && overlap(box, line.label()));
            }
            assertThat(layout.lines()).anyMatch(line -> line.label() != null);
        }
    }

    @Test
    void boxesHoldTheirText() throws IOException {
        SvgDocument svg = SvgDocument.parse(svg(graph(Profiles.hostile(), ALL)));

        assertThat(svg.elements("g", "n")).isNotEmpty().allSatisfy(SvgWriterTest::assertTextInside);
    }

    private static void assertTextInside(Element node) {
        Element box = (Element) node.getElementsByTagName("rect").item(0);
        double left = number(box, "x");
        double top = number(box, "y");
        for (int i = 0; i < node.getElementsByTagName("text").getLength(); i++) {
            Element text = (Element) node.getElementsByTagName("text").item(i);
            double half = number(text, "textLength") / 2;
            assertThat(number(text, "x") - half).isGreaterThan(left);
            assertThat(number(text, "x") + half).isLessThan(left + number(box, "width"));
            assertThat(number(text, "y") - number(text, "font-size")).isGreaterThan(top);
            assertThat(number(text, "y")).isLessThan(top + number(box, "height") - NodeBox.BAR);
        }
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    @Test
    void callersStandAboveWhatTheyCall() {
        CallGraph graph = graph(
                new Profiles().stack(10, "main a b c malloc").stack(5, "main b").profile(), ALL);
        List<GraphLayout.Box> boxes = SvgWriter.layout(graph).boxes();

        for (CallGraph.Edge edge : graph.edges()) {
            GraphLayout.Box caller = boxes.get(edge.from() - 1);
            assertThat(caller.y() + caller.height())
                    .isLessThan(boxes.get(edge.to() - 1).y());
        }
    }

    @Test
    void aFigureThatBothBoxesHaveIsLeftOut() throws IOException {
        CallGraph graph =
                graph(new Profiles().stack(10, "main a b").stack(5, "main c").profile(), ALL);
        SvgDocument svg = SvgDocument.parse(svg(graph));

        assertThat(svg.elements("g", "e").stream()
                        .map(edge -> edge.getElementsByTagName("text").getLength()))
                .containsExactlyInAnyOrder(1, 1, 0);
    }

    @Test
    void theSameGraphGivesTheSamePicture() throws IOException {
        String first = svg(graph(Profiles.random(7, 40, 60), GraphLimits.DEFAULT));

        assertThat(svg(graph(Profiles.random(7, 40, 60), GraphLimits.DEFAULT))).isEqualTo(first);
    }

    @Test
    void saysWhatItShowsAndWhatItLeavesOut() throws IOException {
        Profile profile = new Profiles()
                .stack(10 * 1024 * 1024, "main work")
                .stack(100, "main rest")
                .profile(Map.of(
                        ProfileMetadata.MAIN,
                        "com.example.Main",
                        "pid",
                        "4711",
                        ProfileMetadata.TIME,
                        "1767225600000"));

        assertThat(SvgDocument.parse(svg(graph(profile, GraphLimits.DEFAULT))).elements("text"))
                .extracting(Element::getTextContent)
                .contains(
                        "Call graph: live bytes",
                        "com.example.Main, process 4711, 2026-01-01 00:00:00 UTC",
                        "10.0 MiB in all; 2 of 3 functions and 1 call shown",
                        "Left out: 1 function below 0.5% each",
                        "100 B (0.0%) allocated by functions that aren't shown");
    }

    @Test
    void aGraphOfNothingIsAPictureToo() throws IOException {
        SvgDocument svg = SvgDocument.parse(svg(graph(new Profiles().profile(), GraphLimits.DEFAULT)));

        assertThat(svg.elements("g", "n")).isEmpty();
        assertThat(svg.elements("text")).isNotEmpty();
    }

    @Test
    void aCrowdIsDrawnWithStraightLinesAndWithoutFigures() throws IOException {
        CallGraph graph = graph(Profiles.random(3, 300, 300), ALL);
        assertThat(graph.edges()).hasSizeBetween(401, 2_500);
        SvgDocument svg = SvgDocument.parse(svg(graph));

        assertThat(svg.elements("g", "e")).hasSameSizeAs(graph.edges());
        assertThat(svg.elements("g", "e"))
                .allMatch(edge -> edge.getElementsByTagName("text").getLength() == 0);
    }

    @Test
    void aGraphThatNobodyCouldReadIsRefused() {
        Profiles profiles = new Profiles();
        for (int i = 0; i < 1_001; i++) {
            profiles.stack(1, "main f" + i);
        }
        CallGraph graph = graph(profiles.profile(), ALL);

        assertThatThrownBy(() -> svg(graph))
                .isInstanceOf(GraphTooLargeException.class)
                .hasMessageContaining("1,002 boxes and 1,001 lines")
                .hasMessageContaining("Keep fewer nodes");
    }

    @Test
    void aLongChainIsDrawn() throws IOException {
        StringBuilder stack = new StringBuilder("main");
        for (int i = 0; i < 900; i++) {
            stack.append(" f").append(i);
        }

        assertThat(SvgDocument.parse(svg(
                                graph(new Profiles().stack(1, stack.toString()).profile(), ALL)))
                        .elements("g", "n"))
                .hasSize(901);
    }

    private static boolean overlap(GraphLayout.Box one, GraphLayout.Box other) {
        return one.x() < other.x() + other.width()
                && other.x() < one.x() + one.width()
                && one.y() < other.y() + other.height()
                && other.y() < one.y() + one.height();
    }
}
