package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** The verbs for running JVMs, on a program that was started on jemalloc and without Jemscope. */
class LiveIT {

    private static final Pattern READY = Pattern.compile("ready");

    private static final Pattern PLANTED = Pattern.compile("planted");
    private static final Pattern ALL_HELD = Pattern.compile("all held");

    /** Together more than what a JVM that starts allocates for itself. */
    private static final int LEAKS = 6;

    private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";

    @TempDir
    private Path folder;

    @OnEachJdk
    void aRunningProgramIsJoinedWatchedAndLeft(Jdk jdk) throws Exception {
        Path goOn = folder.resolve("go-on");
        Path end = folder.resolve("end");
        TargetCommand command = onJemalloc(
                Image.program(
                        jdk,
                        List.of(ALLOW),
                        "programs.Steps",
                        "print=ready",
                        "await=" + goOn,
                        "leak",
                        "print=planted",
                        "await=" + end,
                        "exit=7"),
                "prof:true,prof_active:false,lg_prof_sample:14");
        try (TargetProcess process = command.start()) {
            process.awaitOutput(READY, Recorder.LIMIT);
            String pid = Long.toString(process.pid());
            assertListedBesideNotItself("(?m)^ *" + pid + "  jemalloc +yes +\\? .*  -  .*Steps$");
            assertThat(jemscope("state", pid).error()).contains("no agent is in " + pid, "jemscope attach " + pid);

            assertThat(fine("attach", pid)).contains("the agent is in " + pid, "now, at http://127.0.0.1:");
            assertThat(fine("attach", pid)).contains("already, at http://127.0.0.1:");
            assertThat(fine("activate", pid)).contains("sampling is on now");
            Files.createFile(goOn);
            process.awaitOutput(PLANTED, Recorder.LIMIT);

            assertThat(fine("list")).containsPattern("(?m)^ *" + pid + "  jemalloc 5[.0-9]+ +yes +yes .*  http://");
            assertThat(fine("state", pid)).containsPattern("hook +in place, [1-9]");
            assertThat(fine("memory", pid)).contains("Java heap", "allocated, live", " RSS\n");
            assertThat(fine("why", pid, "--gc", "--for", "1s"))
                    .contains(pid, "RSS ", "Evidence: ages of blocks", "two memory ledgers");
            Path dump = folder.resolve("now.heap");
            assertThat(fine("dump", pid, "-o", dump.toString())).startsWith(dump.toString());
            assertThat(fine("top", pid, "--once"))
                    .contains("io.jemscope.testkit.programs.")
                    .contains(" share ");
            assertThat(fine("msg", pid, "memory_profile", "stats")).contains("Begin jemalloc statistics");
            Outcome refused = jemscope("msg", pid, "memory_profile", "d");
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.error()).contains("activate, dump, stats or deactivate");

            assertThat(fine("detach", pid)).contains("the agent has left " + pid, "sampling is off");
            assertThat(fine("detach", pid)).contains("no agent is in " + pid);
            assertThat(fine("attach", pid)).contains("now, at http://127.0.0.1:");
            Files.createFile(end);
            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(7);
            assertThat(outcome.error())
                    .startsWith("___ Begin jemalloc statistics")
                    .doesNotContain("jemscope:");
            List<Plant> plants = Plant.parseAll(outcome.output());
            Recording recording = Recording.read(dump);
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
        }
    }

    @OnEachJdk
    void aProgramOnGlibcShowsWhereItsMemoryIs(Jdk jdk) throws Exception {
        Path goOn = folder.resolve("go-on");
        Path end = folder.resolve("end");
        List<String> steps = new ArrayList<>(List.of("print=ready", "await=" + goOn));
        // Much more than the JVM itself allocates and frees meanwhile.
        steps.addAll(Collections.nCopies(16, "leak"));
        steps.addAll(List.of("print=all held", "await=" + end, "exit=7"));
        TargetCommand command = TargetCommand.of(Image.program(
                        jdk,
                        List.of(ALLOW, "-Dtestkit.requested=true"),
                        "programs.Steps",
                        steps.toArray(String[]::new)))
                .withVariable(
                        "JEMSCOPE_RUNTIME_DIR", folder.resolve("the program's").toString());
        try (TargetProcess process = command.start()) {
            process.awaitOutput(READY, Recorder.LIMIT);
            String pid = Long.toString(process.pid());
            assertThat(jemscope("memory", pid).error()).contains("no agent is in " + pid, "jemscope attach " + pid);

            assertThat(fine("attach", pid)).contains("now, at http://127.0.0.1:");
            // The ledger isn't read at one moment, and the JVM still starts.
            await().atMost(Recorder.LIMIT).untilAsserted(() -> ledger(pid));
            JsonObject before = ledger(pid);
            Files.createFile(goOn);
            process.awaitOutput(ALL_HELD, Recorder.LIMIT);
            JsonObject after = ledger(pid);

            assertThat(fine("memory", pid)).contains("glibc malloc", "the main heap", "heaps of other arenas");
            assertThat(fine("why", pid, "--for", "1s")).contains(pid, "two memory ledgers");
            Path bundle = folder.resolve("bundle.zip");
            fine("bundle", pid, "-o", bundle.toString());
            try (FileSystem zip = FileSystems.newFileSystem(bundle)) {
                assertThat(Files.readString(zip.getPath("memory.json"))).contains("\"glibcMalloc\"");
            }
            fine("detach", pid);
            Files.createFile(end);
            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(7);
            assertThat(outcome.error()).isEmpty();
            List<Plant> plants = Plant.parseAll(outcome.output());
            long planted = plants.get(plants.size() - 1).bytes();
            assertThat(bytes(after, "glibcAllocated", "countedBytes") - bytes(before, "glibcAllocated", "countedBytes"))
                    .isGreaterThan(planted * 9 / 10);
            assertThat(bytes(after, "glibcMalloc", "residentBytes")).isGreaterThan(planted / 2);
        }
    }

    /** The ledger, whose rows add up. */
    private JsonObject ledger(String pid) throws Exception {
        JsonObject ledger =
                JsonParser.parseString(fine("memory", pid, "--json")).getAsJsonObject();
        long sum = ledger.get("remainderBytes").getAsLong();
        for (JsonElement row : ledger.getAsJsonArray("rows")) {
            JsonElement resident = row.getAsJsonObject().get("residentBytes");
            sum += resident.isJsonNull() ? 0 : resident.getAsLong();
        }
        assertThat(sum).isEqualTo(ledger.get("residentBytes").getAsLong());
        assertThat(Math.abs(ledger.get("remainderBytes").getAsLong())).isLessThan(sum / 20);
        return ledger;
    }

    private static long bytes(JsonObject parent, String name, String field) {
        JsonElement rows = parent.has("rows") ? parent.get("rows") : parent.get("of");
        for (JsonElement each : rows.getAsJsonArray()) {
            JsonObject row = each.getAsJsonObject();
            if (row.get("name").getAsString().equals(name)) {
                return row.get(field).getAsLong();
            }
            long found = bytes(row, name, field);
            if (found > 0) {
                return found;
            }
        }
        return 0;
    }

    @OnEachJdk
    void aProgramStartedPlainlyIsAfterwardsAsItWas(Jdk jdk) throws Exception {
        List<String> steps = new ArrayList<>(List.of("print=ready", "await=" + folder.resolve("go-on")));
        steps.addAll(Collections.nCopies(LEAKS, "leak"));
        steps.addAll(List.of("print=all is held", "await=" + folder.resolve("end"), "exit=0"));
        List<String> options = List.of(ALLOW, "-Dtestkit.requested=true");
        // Bound at once: functions that are first called meanwhile change no table.
        TargetCommand command = TargetCommand.of(
                        Image.program(jdk, options, "programs.Steps", steps.toArray(String[]::new)))
                .withVariable("LD_BIND_NOW", "1")
                .withVariable(
                        "JEMSCOPE_RUNTIME_DIR", folder.resolve("the program's").toString());
        try (TargetProcess process = command.start()) {
            process.awaitOutput(READY, Recorder.LIMIT);
            String pid = Long.toString(process.pid());
            Map<String, String> before = ImportTables.of(process.pid());
            Path file = folder.resolve("run.pb.gz");

            fine("attach", pid);
            String[] sampleForAMinute = {"start", pid, "--duration", "60s", "-o", file.toString()};
            try (TargetProcess start = ours(sampleForAMinute).start()) {
                start.awaitError(Pattern.compile("running"), Recorder.LIMIT);
                assertThat(ImportTables.of(process.pid())).isNotEqualTo(before);
                Files.createFile(folder.resolve("go-on"));
                process.awaitOutput(Pattern.compile("all is held"), Recorder.LIMIT);
                String site = "io.jemscope.testkit.programs.Steps.leak(";
                assertThat(fine("top", pid, "--once")).containsPattern("(?m)^ +held .*site\n.*" + Pattern.quote(site));
                fine("stop", pid);
                Outcome started = start.await(Recorder.LIMIT);
                assertThat(started.exitCode()).as("%s", started).isZero();
            }
            fine("detach", pid);

            Map<String, String> after = ImportTables.of(process.pid());
            assertThat(after).containsAllEntriesOf(before);
            Files.createFile(folder.resolve("end"));
            Outcome outcome = process.await(Recorder.LIMIT);
            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
            assertThat(outcome.error()).isEmpty();
            // Each leak prints the sum so far.
            List<Plant> plants = Plant.parseAll(outcome.output());
            Plant plant = plants.get(plants.size() - 1);
            Recording recording = Recording.read(file);
            recording.assertHolds(plant);
            assertThat(recording.firstRow()).isEqualTo(plant.site());
        }
    }

    @OnEachJdk
    void aRunIsTheAgentsOwn(Jdk jdk) throws Exception {
        assertRunIsTheAgentsOwn(onJemalloc(leaksWhenTold(jdk, false), "prof:true,prof_active:false,lg_prof_sample:14"));
    }

    @OnEachJdk
    void aRunOnAnotherMallocIsSampledByTheAgentItself(Jdk jdk) throws Exception {
        ProfileMetadata facts = assertRunIsTheAgentsOwn(onGlibc(leaksWhenTold(jdk, true), "lg_prof_sample:14"));

        assertThat(facts.count(ProfileMetadata.BYTES_BEFORE).orElse(0)).isBetween(1L << 20, 1L << 30);
        assertThat(facts.count(ProfileMetadata.DROPPED_SAMPLES)).hasValue(0);
    }

    @OnEachJdk
    void aRunOnAJemallocWithoutProfilingIsToo(Jdk jdk) throws Exception {
        assertRunIsTheAgentsOwn(onJemalloc(leaksWhenTold(jdk, true), "prof:false,lg_prof_sample:14"));
    }

    /** It tells of its leaks by what it requested, or by what jemalloc makes of that. */
    private List<String> leaksWhenTold(Jdk jdk, boolean requested) {
        return Image.program(
                jdk,
                List.of(ALLOW, "-Dtestkit.requested=" + requested),
                "programs.Steps",
                "print=ready",
                "await=" + folder.resolve("go-on"),
                "leak",
                "print=planted",
                "await=" + folder.resolve("end"),
                "exit=0");
    }

    /** Returns what its profile says of it. */
    private ProfileMetadata assertRunIsTheAgentsOwn(TargetCommand command) throws Exception {
        Path goOn = folder.resolve("go-on");
        Path end = folder.resolve("end");
        try (TargetProcess process = command.start()) {
            process.awaitOutput(READY, Recorder.LIMIT);
            String pid = Long.toString(process.pid());
            fine("attach", pid);
            assertThat(fine("start", pid, "--label", "from here on"))
                    .contains("'from here on': running, until stopped", "jemscope stop " + pid);
            assertThat(jemscope("start", pid, "--duration", "1s").error())
                    .contains("is on", "jemscope stop " + pid)
                    .doesNotContain("/api/");
            assertThat(jemscope("detach", pid).error()).contains("would be lost", "--force");
            Files.createFile(goOn);
            process.awaitOutput(PLANTED, Recorder.LIMIT);

            assertThat(fine("state", pid)).contains("'from here on': running, until stopped");
            assertThat(fine("stop", pid)).contains(": finished", "jemscope fetch " + pid);
            assertThat(fine("runs", pid)).containsPattern("finished .* from here on");
            Path file = folder.resolve("run.pb.gz");
            fine("fetch", pid, "-o", file.toString());
            assertThat(fine("start", pid, "--duration", "1secs")).contains("and still live: net growth ");
            fine("detach", pid);
            Files.createFile(end);
            Outcome outcome = process.await(Recorder.LIMIT);

            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
            List<Plant> plants = Plant.parseAll(outcome.output());
            Recording recording = Recording.read(file);
            assertThat(plants).isNotEmpty().allSatisfy(recording::assertHolds);
            return recording.profile().metadata();
        }
    }

    @OnEachJdk
    void whatCannotBeJoinedSaysWhatToDo(Jdk jdk) throws Exception {
        Path end = folder.resolve("end");
        List<String> deaf = Image.program(
                jdk, List.of("-XX:+DisableAttachMechanism"), "programs.Steps", "print=ready", "await=" + end, "exit=0");
        try (TargetProcess other = onJemalloc(deaf, "prof:true").start()) {
            other.awaitOutput(READY, Recorder.LIMIT);

            Outcome refused = jemscope("attach", Long.toString(other.pid()));
            assertThat(refused.exitCode()).isEqualTo(69);
            assertThat(refused.error()).contains("doesn't allow attaching", "-XX:+DisableAttachMechanism");

            Files.createFile(end);
            // Nothing was asked of it: it would have printed its threads.
            assertThat(other.await(Recorder.LIMIT).output()).isEqualTo("ready\n");
        }
    }

    /** The list has the program, and the command that prints it, a JVM as well, isn't in it. */
    private void assertListedBesideNotItself(String program) throws Exception {
        try (TargetProcess list = ours("list").start()) {
            Outcome listed = list.await(Recorder.LIMIT);
            assertThat(listed.exitCode()).as("%s", listed).isZero();
            assertThat(listed.output()).containsPattern(program).doesNotContainPattern("(?m)^ *" + list.pid() + " ");
        }
    }

    private TargetCommand onJemalloc(List<String> program, String settings) {
        return TargetCommand.of(program)
                .withVariable("LD_PRELOAD", Image.jemalloc().toString())
                .withVariable("MALLOC_CONF", settings)
                // Where the command, in an environment of its own, has to find it.
                .withVariable(
                        "JEMSCOPE_RUNTIME_DIR", folder.resolve("the program's").toString());
    }

    private TargetCommand onGlibc(List<String> program, String conf) {
        return TargetCommand.of(program)
                .withVariable("MALLOC_CONF", conf)
                .withVariable(
                        "JEMSCOPE_RUNTIME_DIR", folder.resolve("the program's").toString());
    }

    private String fine(String... words) throws Exception {
        Outcome outcome = Recorder.runInTurn(ours(words));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome.output();
    }

    private Outcome jemscope(String... words) throws Exception {
        return Recorder.run(ours(words));
    }

    private TargetCommand ours(String... words) {
        return Image.jemscope(words)
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("ours").toString());
    }
}
