package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program whose Java heap is all but full, and which the JVM ends where anybody, in whatever thread, asks for more than
 * there is. The agent doesn't: it does without, and says so.
 */
class FullHeapIT {

    private static final List<String> OPTIONS = List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");

    /** What {@code jemscope} ends with where the agent refuses, or isn't there. */
    private static final int REFUSED = 69;

    /** Of those that are filled: the JVM counts some as free that it keeps to copy survivors to, a megabyte here. */
    private static final String FILL = "fill-heap-but=1500";

    private static final List<String> ADDRESSES = List.of(
            "/api/v1/state",
            "/api/v1/statistics?format=json",
            "/api/v1/memory",
            "/metrics",
            "/mtev/memory.json",
            "/pprof/heap",
            "/debug/pprof/heap");

    private static final Pattern ANSWER = Pattern.compile("(?s)(200|201|503)\n.*");

    @TempDir
    private Path folder;

    @OnEachJdk
    void anAgentThatIsThereRefusesWhatNeedsHeap(Jdk jdk) throws Exception {
        Path over = folder.resolve("over");
        List<String> full = List.of(FILL, "print=full", "await=" + over);
        try (LiveTarget target = LiveTarget.start(LiveTarget.program(jdk, OPTIONS, folder, List.of(), full), folder)) {
            target.fine("activate", target.pid());
            target.leak();
            String dump = target.dumped();
            target.last("full");

            for (String address : ADDRESSES) {
                assertThat(target.answer("GET", address))
                        .as(address)
                        .startsWith("503\n")
                        .contains("Java heap is all but full");
            }
            assertThat(target.answer("GET", "/api/v1/dumps/" + dump + "?format=svg"))
                    .startsWith("503\n");
            assertThat(target.answer("POST", "/api/v1/dumps")).startsWith("503\n");
            Outcome state = target.jemscope("state", target.pid());
            assertThat(state.exitCode()).as("%s", state).isEqualTo(REFUSED);
            assertThat(state.error()).contains("Java heap is all but full");
            Outcome memory = target.jemscope("memory", target.pid());
            assertThat(memory.exitCode()).as("%s", memory).isEqualTo(REFUSED);
            assertThat(memory.error())
                    .containsPattern(
                            "an RSS of [0-9.]+ MiB: [0-9.]+ MiB anonymous .*, [0-9.]+ MiB of files, [^ ]+ \\S+ shared");
            // What lessens is done.
            assertThat(target.fine("deactivate", target.pid())).contains("sampling is off");
            assertThat(target.fine("detach", "--force", target.pid())).contains("the agent has left");

            Files.createFile(over);
            assertThat(target.ended().error()).isEmpty();
        }
    }

    /** What was never asked of the agent before is there nevertheless, and nothing else is made. */
    @OnEachJdk
    void whatLessensIsDoneAlsoWhereItIsAskedForFirst(Jdk jdk) throws Exception {
        Path over = folder.resolve("over");
        Path classes = folder.resolve("classes");
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-Xlog:class+load:file=" + classes);
        List<String> full = List.of(FILL, "print=full", "await=" + over);
        try (LiveTarget target = LiveTarget.start(LiveTarget.program(jdk, options, folder, List.of(), full), folder)) {
            await().atMost(Recorder.LIMIT)
                    .until(() -> Files.readString(classes).contains("io.jemscope.agent.web.api.DumpDeletion "));
            target.leak();
            target.last("full");

            assertThat(target.fine("deactivate", target.pid())).contains("sampling is off");
            assertThat(target.fine("detach", "--force", target.pid())).contains("the agent has left");

            Files.createFile(over);
            assertThat(target.ended().error()).isEmpty();
            assertThat(classes)
                    .content()
                    .doesNotContainPattern("io\\.jemscope\\.agent\\.web\\.compat\\.mesos\\.(?!MesosRoutes )")
                    .doesNotContain("io.prometheus");
        }
    }

    @OnEachJdk
    void anAgentThatHasBarelyRoomTakesNoMore(Jdk jdk) throws Exception {
        Path over = folder.resolve("over");
        List<String> barely = List.of("fill-heap-but=4500", "print=full", "await=" + over);
        try (LiveTarget target =
                LiveTarget.start(LiveTarget.program(jdk, OPTIONS, folder, List.of(), barely), folder)) {
            target.fine("activate", target.pid());
            target.leak();
            target.last("full");

            for (int i = 0; i < 3; i++) {
                assertThat(target.answer("POST", "/api/v1/dumps")).matches(ANSWER);
                for (String address : ADDRESSES) {
                    assertThat(target.answer("GET", address)).as(address).matches(ANSWER);
                }
            }

            Files.createFile(over);
            assertThat(target.ended().error()).isEmpty();
        }
    }

    /** A concurrent collector lets the heap fill up before it frees anything, so garbage is most of what is used. */
    @OnEachJdk
    void garbageIsNotTakenForAFullHeap(Jdk jdk) throws Exception {
        List<String> options = List.of("-Xmx256m", "-XX:+UseZGC");
        List<String> churn = List.of("churn=2", "print=busy", "forever");
        try (LiveTarget target = LiveTarget.start(LiveTarget.program(jdk, options, folder, List.of(), churn), folder)) {
            target.leak();
            target.last("busy");

            for (int i = 0; i < 300; i++) {
                assertThat(target.answer("GET", "/api/v1/state"))
                        .as("answer %d", i)
                        .startsWith("200\n");
            }
        }
    }

    @OnEachJdk
    void anAgentThatComesIsNotStarted(Jdk jdk) throws Exception {
        try (LiveTarget target =
                LiveTarget.startAlone(LiveTarget.program(jdk, OPTIONS, folder, List.of(FILL), List.of()), folder)) {
            Outcome attach = target.jemscope("attach", target.pid());
            assertThat(attach.exitCode()).as("%s", attach).isEqualTo(REFUSED);
            assertThat(attach.error()).contains("on the program's standard error");
            assertThat(target.ended().error())
                    .startsWith("jemscope: the Java agent is not started, since ")
                    .hasLineCount(1);
        }
    }
}
