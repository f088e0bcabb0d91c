package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What JMX clients and flight recordings show of the agent, on each JDK found. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class ObserversInTargetTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static final String STATISTICS = "io.jemscope.Statistics";
    private static final String LEDGER = "io.jemscope.MemoryLedger";
    private static final String VERDICT = "io.jemscope.Verdict";
    private static final String DUMP = "io.jemscope.HeapDump";

    private final Path jdk;

    @TempDir
    private Path folder;

    ObserversInTargetTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @Test
    void aFlightRecordingHasTheEvents() throws Exception {
        try (TargetJvm target = start("jfr=true", "-XX:+EnableDynamicAgentLoading")) {
            record(target);
            // During a dump jemalloc's figures are those from before, of which there are none yet.
            awaitEvents(target, Set.of(STATISTICS));
            target.ask("POST", "/api/v1/dumps", "");
            target.ask("GET", "/api/v1/verdict", "");
            List<RecordedEvent> events = awaitEvents(target, Set.of(STATISTICS, LEDGER, VERDICT, DUMP));

            RecordedEvent statistics = named(events, STATISTICS);
            assertThat(statistics.getLong("allocated")).isPositive();
            assertThat(statistics.getLong("resident")).isGreaterThan(statistics.getLong("allocated"));
            assertThat(statistics.getEventType().getCategoryNames()).containsExactly("Jemscope");
            assertThat(statistics.getEventType().getField("resident").getContentType())
                    .isEqualTo("jdk.jfr.DataAmount");
            RecordedEvent dump = named(events, DUMP);
            assertThat(Path.of(dump.getString("path"))).hasSize(dump.getLong("size"));
            assertThat(dump.getString("reason")).isEqualTo("asked");
            assertThat(dump.getDuration()).isPositive();
            assertThat(named(events, VERDICT).getString("kind")).isNotEmpty();
            assertThat(named(events, VERDICT).getLong("judgedAt")).isPositive();
            RecordedEvent row = named(events, LEDGER);
            assertThat(events.stream()
                            .filter(event -> event.getEventType().getName().equals(LEDGER)
                                    && event.getLong("readAt") == row.getLong("readAt"))
                            .map(event -> event.getString("row"))
                            .collect(Collectors.toSet()))
                    .contains("javaHeap", "jemalloc", "libraries", "otherAnonymous", "remainder");
            assertThat(run(
                            "jfr",
                            "print",
                            "--events",
                            "io.jemscope.*",
                            recording().toString()))
                    .contains(STATISTICS + " {", LEDGER + " {", DUMP + " {", "reason = \"asked\"");

            // The agent leaves: what was recorded stays, and nothing is added until it is back.
            target.leave();
            assertThat(names(dumpRecording(target))).contains(STATISTICS, LEDGER, DUMP);
            target.attach(",jfr=true");
            target.ask("POST", "/api/v1/dumps", "");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(dumpRecording(target))
                            .filteredOn(event -> event.getEventType().getName().equals(DUMP))
                            .hasSize(2));
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void theRecorderIsntSetUpBeforeTheFirstRecording() throws Exception {
        Path classes = folder.resolve("classes");
        try (TargetJvm target = start("jfr=true", "-Xlog:class+load:file=" + classes)) {
            target.ask("GET", "/api/v1/state", "");
            target.end();

            assertThat(Files.readString(classes))
                    .contains("io.jemscope.agent.jfr.FlightEvents ")
                    .doesNotContain("jdk.jfr.internal.MetadataRepository ", "io.jemscope.agent.jfr.StatisticsEvent ");
        }
    }

    @Test
    void withoutTheSettingsNothingOfEitherIsLoaded() throws Exception {
        Path classes = folder.resolve("classes");
        try (TargetJvm target = start("", "-Xlog:class+load:file=" + classes)) {
            target.ask("GET", "/api/v1/state", "");
            target.end();

            assertThat(Files.readString(classes))
                    .contains("io.jemscope.agent.bootstrap.Observers ")
                    .doesNotContain("jdk.jfr.FlightRecorder ", "javax.management.", "io.jemscope.agent.jmx.JmxBeans ");
        }
    }

    @Test
    void aJmxClientReadsTheFigures() throws Exception {
        try (TargetJvm target = start("jmx=true,jmx.dump=true", "-XX:+EnableDynamicAgentLoading")) {
            try (JMXConnector client = connect(target)) {
                MBeanServerConnection server = client.getMBeanServerConnection();
                ObjectName memory = new ObjectName("io.jemscope:type=Memory");
                ObjectName profiling = new ObjectName("io.jemscope:type=Profiling");
                await().atMost(SOON).until(() -> server.isRegistered(memory) && server.isRegistered(profiling));

                TabularData rows = (TabularData) server.getAttribute(memory, "Rows");
                TabularData allocator = (TabularData) server.getAttribute(memory, "Allocator");
                assertThat(value(rows, "javaHeap")).isPositive();
                assertThat(value(rows, "libraries")).isPositive();
                assertThat(value(allocator, "allocated")).isPositive();
                assertThat((Long) server.getAttribute(memory, "ResidentBytes"))
                        .isGreaterThan(value(allocator, "allocated"));
                assertThat((Long) server.getAttribute(memory, "RemainderBytes")).isNotNull();
                assertThat((Long) server.getAttribute(memory, "LedgerAgeMillis"))
                        .isBetween(0L, SOON.toMillis());
                assertThat(server.getAttribute(memory, "Verdict")).isNull();
                target.ask("GET", "/api/v1/verdict", "");
                assertThat((String) server.getAttribute(memory, "Verdict")).startsWith("this process: ");
                assertThat((Long) server.getAttribute(memory, "VerdictAgeMillis"))
                        .isBetween(0L, SOON.toMillis());
                assertThat(server.getAttribute(memory, "LeakingSites")).isEqualTo(0);
                assertThat(server.getAttribute(memory, "Findings")).isInstanceOf(TabularData.class);
                assertThat(server.getAttribute(profiling, "Available")).isEqualTo(true);
                assertThat(server.getAttribute(profiling, "Active")).isEqualTo(false);
                assertThat(server.getAttribute(profiling, "SampleIntervalBytes"))
                        .isEqualTo(4096L);

                assertThat(target.ask("POST", "/api/v1/runs", "{}").statusCode())
                        .isEqualTo(201);
                CompositeData[] runs = (CompositeData[]) server.getAttribute(profiling, "Runs");
                assertThat(runs).hasSize(1);
                assertThat(runs[0].get("state")).isEqualTo("running");

                String dump = (String) server.invoke(profiling, "dump", null, null);
                assertThat(Path.of(dump)).content().startsWith("heap_v2/");
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 100; i++) {
                                server.invoke(profiling, "dump", null, null);
                            }
                        })
                        .isInstanceOf(RuntimeMBeanException.class)
                        .cause()
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the rate limit is reached");

                target.leave();
                assertThat(server.isRegistered(memory)).isFalse();
                assertThat(server.isRegistered(profiling)).isFalse();
                target.attach(",jmx=true");
                await().atMost(SOON).until(() -> server.isRegistered(profiling));
                assertThatThrownBy(() -> server.invoke(profiling, "dump", null, null))
                        .isInstanceOfAny(ReflectionException.class, MBeanException.class, RuntimeMBeanException.class);
                assertThat(server.getMBeanInfo(profiling).getOperations()).isEmpty();
            }
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @Test
    void aRuntimeWithoutTheModulesSaysSo() throws Exception {
        try (TargetJvm target = start("jmx=true,jfr=true", "--limit-modules", "java.base")) {
            await().atMost(SOON)
                    .until(() -> target.standardError().contains("no module jdk.jfr")
                            && target.standardError().contains("no module java.management"));
            assertThat(target.ask("GET", "/api/v1/state", "").statusCode()).isEqualTo(200);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    private TargetJvm start(String options, String... arguments) throws Exception {
        TargetJvm target = TargetJvm.startWith(options, jdk, folder, Map.of(), arguments);
        await().atMost(SOON).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    /** Starts a recording that has the periodic events once a second. */
    private void record(TargetJvm target) throws Exception {
        Path settings = Files.writeString(folder.resolve("often.jfc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0">
                  <event name="io.jemscope.Statistics"><setting name="period">1 s</setting></event>
                  <event name="io.jemscope.MemoryLedger"><setting name="period">1 s</setting></event>
                  <event name="io.jemscope.Verdict"><setting name="period">1 s</setting></event>
                </configuration>
                """);
        run("jcmd", Long.toString(target.pid()), "JFR.start", "name=test", "settings=" + settings);
    }

    private List<RecordedEvent> awaitEvents(TargetJvm target, Set<String> all) throws Exception {
        await().atMost(SOON).until(() -> names(dumpRecording(target)).containsAll(all));
        return RecordingFile.readAllEvents(recording());
    }

    private List<RecordedEvent> dumpRecording(TargetJvm target) throws Exception {
        run("jcmd", Long.toString(target.pid()), "JFR.dump", "name=test", "filename=" + recording());
        return RecordingFile.readAllEvents(recording());
    }

    private Path recording() {
        return folder.resolve("recording.jfr");
    }

    private static Set<String> names(List<RecordedEvent> events) {
        return events.stream().map(event -> event.getEventType().getName()).collect(Collectors.toSet());
    }

    private static RecordedEvent named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String run(String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(jdk.resolve("bin").resolve(tool).toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    // The address is the target's own, which this test started.
    @SuppressWarnings("BanJNDI")
    private static JMXConnector connect(TargetJvm target) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(target.pid()));
        try {
            return JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
        } finally {
            jvm.detach();
        }
    }

    private static long value(TabularData table, String key) {
        return (Long) table.get(new Object[] {key}).get("value");
    }
}
