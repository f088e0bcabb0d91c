package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.report.Grouping;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same profile drawn by {@code go tool pprof -dot}: the same nodes, figures and edges. */
class PprofGraphTest {

    /** {@code N1 [label="f7\n12B (3.1%)\nof 40B (10%)" id="node1" … tooltip="f7 (40B)" …}. */
    private static final Pattern NODE =
            Pattern.compile("^N\\d+ \\[label=\"(\\w+)\\\\n(\\d+)B?[^\"]*\" id=.* tooltip=\"(\\w+) \\((\\d+)B\\)\"");

    private static final Pattern EDGE =
            Pattern.compile("^N\\d+ -> N\\d+ \\[.* tooltip=\"(\\w+) (->|\\.\\.\\.) (\\w+) \\((\\d+)B\\)\".*");

    @TempDir
    private Path folder;

    @BeforeEach
    void needsGo() {
        assumeTrue(Tools.isInstalled("go"), "'go' isn't installed here, so there is nothing to compare with");
    }

    @Test
    void aGraphWhereAllFits() throws Exception {
        compare(Profiles.random(1, 30, 60), new GraphLimits(0, 0, 200, false));
    }

    @Test
    void aGraphCutByShares() throws Exception {
        compare(Profiles.random(2, 90, 300), new GraphLimits(0.02, 0.004, 200, false));
    }

    @Test
    void aGraphCutByTheNumberOfNodes() throws Exception {
        compare(Profiles.random(3, 150, 400), new GraphLimits(0.005, 0.001, 40, false));
    }

    @Test
    void aTreeCutByShares() throws Exception {
        compare(Profiles.random(4, 8, 300), new GraphLimits(0.01, 0.001, 500, true));
    }

    private void compare(Profile profile, GraphLimits limits) throws IOException, InterruptedException {
        CallGraph ours = CallGraph.of(profile, SampleType.LIVE_BYTES, Grouping.FUNCTION, limits);
        Map<String, Integer> nodes = new TreeMap<>();
        for (CallGraph.Node node : ours.nodes()) {
            count(nodes, node.name() + " " + Math.round(node.flat()) + " " + Math.round(node.cumulative()));
        }
        Map<String, Integer> edges = new TreeMap<>();
        for (CallGraph.Edge edge : ours.edges()) {
            count(
                    edges,
                    ours.nodes().get(edge.from() - 1).name() + (edge.residual() ? " ... " : " -> ")
                            + ours.nodes().get(edge.to() - 1).name() + " " + Math.round(edge.weight()));
        }

        Map<String, Integer> theirNodes = new TreeMap<>();
        Map<String, Integer> theirEdges = new TreeMap<>();
        for (String line : dot(profile, limits).split("\n", -1)) {
            Matcher node = NODE.matcher(line);
            if (node.find()) {
                count(theirNodes, node.group(3) + " " + node.group(2) + " " + node.group(4));
            }
            Matcher edge = EDGE.matcher(line);
            if (edge.find()) {
                count(theirEdges, edge.group(1) + " " + edge.group(2) + " " + edge.group(3) + " " + edge.group(4));
            }
        }
        assertThat(theirNodes).isNotEmpty();
        assertThat(nodes).isEqualTo(theirNodes);
        assertThat(edges).isEqualTo(theirEdges);
    }

    private static void count(Map<String, Integer> counts, String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private String dot(Profile profile, GraphLimits limits) throws IOException, InterruptedException {
        Path file = folder.resolve("profile.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(profile, out);
        }
        return new String(
                Tools.run(
                        folder,
                        "go",
                        "tool",
                        "pprof",
                        "-dot",
                        "-unit=B",
                        "-call_tree=" + limits.callTree(),
                        "-nodefraction=" + limits.nodeFraction(),
                        "-edgefraction=" + limits.edgeFraction(),
                        "-nodecount=" + limits.nodeCount(),
                        file.toString()),
                StandardCharsets.UTF_8);
    }
}
