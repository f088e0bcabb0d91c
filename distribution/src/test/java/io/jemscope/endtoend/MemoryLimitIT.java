package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.testkit.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** A program in a container that has little memory left, which is when somebody asks where it went. */
class MemoryLimitIT {

    /** Half of what docs/operating.md would have free, for the agent, sampling, a report and a ledger. */
    private static final long LEFT_BYTES = 32L << 20;

    /** All of the heap is in use from the start, as far as the kernel can tell: what grows then is native. */
    private static final List<String> OPTIONS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");

    @TempDir
    private Path folder;

    @OnEachJdk
    void isLookedIntoWithoutGoingOverIt(Jdk jdk) throws Exception {
        Optional<MemoryGroup> made = MemoryGroup.create();
        assumeTrue(made.isPresent(), "nobody may make a control group for memory here");
        try (MemoryGroup group = made.get();
                LiveTarget target = LiveTarget.startAlone(
                        group.running(LiveTarget.program(jdk, OPTIONS, folder, List.of(), List.of())), folder)) {
            target.leak();
            group.limit(group.usedBytes() + LEFT_BYTES);

            target.fine("attach", target.pid());
            target.fine("activate", target.pid());
            target.fine("start", target.pid(), "--duration", "1s");
            String dump = target.dumped();
            for (String address : List.of(
                    "/api/v1/state",
                    "/api/v1/statistics?format=summary",
                    "/api/v1/memory",
                    "/metrics",
                    "/pprof/heap",
                    "/debug/pprof/heap",
                    "/api/v1/dumps/" + dump + "?format=text")) {
                assertThat(target.answer("GET", address)).as(address).startsWith("200\n");
            }

            assertThat(group.kills()).isZero();
            target.endsAsEver();
        }
    }
}
