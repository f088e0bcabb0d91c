package io.jemscope.agent.web.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jemscope.httpd.ApiException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.report.Grouping;
import io.jemscope.report.graph.CallGraph;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.graph.SvgWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderingFailureTest {

    @TempDir
    private Path folder;

    @Test
    void aGraphTooLargeIsAnsweredWithAdviceForEveryAddressThatDraws() throws IOException {
        StringBuilder stacks = new StringBuilder("heap_v2/1\n  t*: 1001: 1001 [0: 0]\n");
        for (int i = 0; i < 1001; i++) {
            stacks.append("@ 0x").append(Integer.toHexString(4096 + i)).append(" 0x1\n  t*: 1: 1 [0: 0]\n");
        }
        stacks.append("\nMAPPED_LIBRARIES:\n");
        Profile profile = ProfileFile.read(Files.writeString(folder.resolve("wide.heap"), stacks));
        CallGraph graph = CallGraph.of(
                profile,
                SampleType.LIVE_BYTES,
                Grouping.FUNCTION,
                new GraphLimits(0, 0, 0, false),
                OptionalDouble.empty());

        ApiException problem = RenderingFailure.of(catchThrowable(() -> SvgWriter.check(graph)));

        assertThat(problem.status()).isEqualTo(422);
        assertThat(problem.next())
                .isEqualTo("Ask for the text instead, which has every function, or for fewer boxes by nodecount.");
    }
}
