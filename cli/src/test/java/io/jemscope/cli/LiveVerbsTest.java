package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs for running JVMs against an agent that stands in for one, found by its descriptor's file. */
class LiveVerbsTest {

    private static final String SITE = "com.example.Thumbnails.render(Thumbnails.java:61)";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private StandInAgent agent;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path descriptor;

    @BeforeEach
    void start() throws IOException {
        agent = StandInAgent.start();
        descriptor = agent.descriptor(folder);
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    @Test
    void samplingIsSwitchedOnAndOffAndTwiceIsNoFailure() {
        assertThat(fine("activate").out()).isEqualTo("sampling is on now in process 99999993\n");
        assertThat(fine("activate").out()).isEqualTo("sampling is on already in process 99999993\n");
        assertThat(json("deactivate").get("changed").getAsBoolean()).isTrue();
        assertThat(fine("deactivate", "--force").out()).isEqualTo("sampling is off already in process 99999993\n");
        assertThat(agent.requests())
                .contains(
                        "PUT /api/v1/profiling {\"active\":true}",
                        "PUT /api/v1/profiling {\"active\":false}",
                        "PUT /api/v1/profiling {\"active\":false,\"force\":true}");
    }

    @Test
    void theStateIsToldInWordsAndAsJson() {
        assertThat(fine("state").out().lines())
                .anySatisfy(line -> assertThat(line).startsWith("jemalloc  5.3.0"))
                .anySatisfy(line -> assertThat(line).isEqualTo("sampling  off, one in 512.0 KiB"))
                .anySatisfy(line -> assertThat(line).contains("1,234 samples, 1,200 with Java frames"))
                .anySatisfy(line -> assertThat(line).isEqualTo("RSS       1.3 GiB"))
                .anySatisfy(line -> assertThat(line).contains("Most of RSS is not malloc's", "jemscope memory "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("malloc    allocated 1.9 MiB")
                        .contains("resident 3.8 MiB"));
        assertThat(json("state").get("pid").getAsLong()).isEqualTo(StandInAgent.PID);
    }

    @Test
    void aDumpIsNamedOrBroughtHere() throws IOException {
        assertThat(fine("dump").out()).startsWith("/dumps/d1.heap (");

        Path here = folder.resolve("here.heap");
        assertThat(fine("dump", "-o", here.toString()).out()).startsWith(here.toString());
        assertThat(here).content().startsWith("heap_v2/1");
        assertThat(CommandRun.of("report", here.toString()).out()).contains(SITE, "3.8 MiB");

        CommandRun again = run("dump", "-o", here.toString());
        assertThat(again.exitCode()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(agent.requests())
                .filteredOn(request -> request.startsWith("POST"))
                .hasSize(2);
    }

    @Test
    void theLedgerIsATableTheLargestRowFirst() {
        String printed = fine("memory").out();
        assertThat(printed).startsWith("""
                process    process 99999993
                container  150.0 MiB of 200.0 MiB (75.0%); held up from 180.0 MiB on; without the page cache that goes first 140.0 MiB
                RSS        100.0 MiB, at most 200.0 MiB so far; shared pages by share (PSS) 90.0 MiB
                swapped    1.0 MiB, not in RSS
                retained   3.0 MiB of address space by jemalloc, no memory

                 RESIDENT   SHARE   COUNTED                    WHAT
                 60.0 MiB   60.0%  70.0 MiB  resident at most  jemalloc
                                   50.0 MiB  allocated           allocated, live
                                    5.0 MiB  allocated             direct buffers (1,234)
                                                                   known to the profile
                 20.0 MiB   20.0%  50.0 MiB  committed         Java heap
                ≤ 5.0 MiB    5.0%   5.0 MiB  committed         JVM structures
                ≥ 3.0 MiB    3.0%                              madeLater, 8.0 MiB at most
                      0 B    0.0%                              other files (0)
                                    7.0 MiB  mapped              mapped buffers (2)
                      0 B    0.0%                              code cache; 2.0 MiB in reserved huge pages; 1.0 MiB swapped out
                 12.0 MiB   12.0%                              remainder
                100.0 MiB  100.0%                              RSS

                known to the profile  No dump is kept; jemscope dump\s""");
        assertThat(printed.replaceAll("\\s+", " ")).endsWith(" jemscope dump " + descriptor + " makes one. ");
        assertThat(json("memory").get("residentBytes").getAsLong()).isEqualTo(100 << 20);
    }

    @Test
    void aLargeProcessIsHeldUpOnlyByAWord() {
        agent.grow();

        CommandRun refused = run("memory");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("9000 MiB resident", "jemscope memory " + descriptor + " --large");
        assertThat(fine("memory", "--large").out()).contains("Java heap");
        assertThat(agent.requests()).contains("GET /api/v1/memory?large=true");
    }

    @Test
    void statisticsComeAsTheyAre() {
        assertThat(fine("stats").out()).isEqualTo("statistics as format=text\n");
        assertThat(fine("stats", "--json").out()).isEqualTo("statistics as format=json\n");
        assertThat(fine("stats", "--format", "summary", "--leave-out", "mda").out())
                .isEqualTo("statistics as format=summary&options=mda\n");
    }

    @Test
    void aRunIsFollowedToItsEndAndReported() {
        CommandRun run = fine("start", "--duration", "2secs", "--label", "a run");

        assertThat(agent.requests())
                .contains("POST /api/v1/runs {\"seconds\":2,\"label\":\"a run\"}", "GET /api/v1/runs/r1");
        assertThat(run.err()).contains("run r1 'a run': running, 2 s left").doesNotContain("\r");
        // What was there at the start is left out: one block of two.
        assertThat(run.out())
                .contains(
                        "Allocated during run r1 'a run' (5 s) and still live: net growth +1.9 MiB",
                        "live when it began: 1.9 MiB, when it ended: 3.8 MiB",
                        SITE);
        assertThat(fine("fetch").out()).isEqualTo(run.out());
        assertThat(fine("fetch", "r1", "--everything").out()).contains("Who holds it: 3.8 MiB");
    }

    @Test
    void aRunCanBeLeftAndFetchedLater() throws IOException {
        assertThat(fine("start", "--duration", "1h", "--no-wait").out())
                .contains("run r1: running, 3600 s left", "jemscope fetch " + descriptor + " r1");
        CommandRun early = run("fetch", "r1");
        assertThat(early.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(early.err()).contains("run r1 has no profile", "it is still on", "jemscope stop");
        CommandRun none = run("fetch");
        assertThat(none.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(none.err()).contains("there is no run to fetch");

        assertThat(fine("stop").out()).contains("run r1: finished", "jemscope fetch");
        assertThat(fine("stop", "r1").out()).contains("run r1: finished");
        assertThat(fine("runs").out().lines().skip(1))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("r1   finished  2026-01-01T00:00:00Z"));

        Path recording = folder.resolve("run.pb.gz");
        assertThat(fine("fetch", "-o", recording.toString()).out()).isEmpty();
        Profile profile = ProfileFile.read(recording);
        assertThat(profile.live().bytes()).isBetween(1_999_992.0, 1_999_994.0);
        assertThat(fine("fetch", "--format", "collapsed", "--focus", ".").out()).isNotBlank();
        CommandRun filtered = fine("fetch", "--format", "collapsed", "--ignore", ".", "--hide", "nowhere");
        assertThat(filtered.out()).isBlank();
        assertThat(filtered.err()).contains("nothing matches --hide").doesNotContain("--ignore");
        CommandRun wrong = run("fetch", "--focus", "(");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("--focus '(' is not a valid pattern");
        assertThat(run(
                                "fetch",
                                "--focus",
                                "a",
                                "--raw-dump",
                                folder.resolve("none").toString())
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
        Path raw = folder.resolve("run.heap");
        assertThat(fine("fetch", "--raw-dump", raw.toString()).out()).isEqualTo(raw + "\n");
        assertThat(raw).content().startsWith("heap_v2/1");
        assertThat(raw.resolveSibling("run.heap.symbols")).exists();
        Path second = folder.resolve("second.heap");
        assertThat(json("fetch", "--raw-dump", second.toString()).get("id").getAsString())
                .isEqualTo("r1");
        assertThat(second).exists();
    }

    @Test
    void aRecordingOfWhichAFilterLeftNothingDoesntSayThatNothingHadBeenSampled() {
        fine("start", "--duration", "1s");
        Path file = folder.resolve("run.pb.gz");
        CommandRun fetched = fine("fetch", "--focus", "nowhere");
        fine("fetch", "--focus", "nowhere", "-o", file.toString());

        CommandRun report = CommandRun.of("report", file.toString());

        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(report.out())
                .contains("live when it began: 0 B")
                .doesNotContain("had been sampled")
                .startsWith(
                        fetched.out().substring(0, fetched.out().indexOf("What the profile without its base knows")));
    }

    @Test
    void whatIsSaidOfAReportIsntPassedOverForJson() {
        fine("start", "--duration", "1s");
        for (List<String> words : List.of(
                List.of("fetch", "--focus=Inflater"),
                List.of("fetch", "--thread=main"),
                List.of("fetch", "--format=top"),
                List.of("start", "--everything"))) {
            CommandRun run = run(words.get(0), "--json", words.get(1));
            assertThat(run.exitCode()).as(words.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--json prints the run and no report", "-o OUT, or leave --json out");
            assertThat(run.out()).isEmpty();
        }
        Path file = folder.resolve("run.pb.gz");
        assertThat(json("fetch", "--focus=Inflater", "-o", file.toString())
                        .get("id")
                        .getAsString())
                .isEqualTo("r1");
        assertThat(file).exists();
    }

    @Test
    void theNewestRunIsFetchedAndNoOlderOneInItsPlace() {
        fine("start", "--duration", "1s", "--label", "first");
        fine("start", "--no-wait", "--label", "second");
        CommandRun first = fine("fetch");
        assertThat(first.err()).isEqualTo("jemscope: run r1 'first': finished in process 99999993\n");

        agent.loseRun();

        CommandRun second = run("fetch");
        assertThat(second.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(second.err())
                .contains("run r2 has no profile", "something else has switched sampling off", "jemscope runs");
        assertThat(second.out()).isEmpty();
        assertThat(fine("fetch", "r1").out()).isEqualTo(first.out());
    }

    @Test
    void whereNobodyKnowsAnyMoreWhatCameBeforeThatIsSaid() {
        String without =
                "run r1 has no dump from its start, or none any more: what was sampled before it is in the report";
        assertThat(fine("start", "--duration", "1s").err()).doesNotContain(without);

        agent.dropBaseline("r1");

        CommandRun run = fine("fetch");
        assertThat(run.err()).contains("jemscope: " + without);
        assertThat(run.out()).contains("Who holds it: 3.8 MiB");
        assertThat(fine("fetch", "--everything").err()).doesNotContain(without);
    }

    @Test
    void aRunWithoutAProfileIsAFailureAsJsonToo() {
        agent.fillDisk();

        for (List<String> words : List.of(List.<String>of(), List.of("--json"))) {
            fine("start", "--no-wait");
            CommandRun stop = run("stop", words.toArray(String[]::new));
            assertThat(stop.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(stop.out()).doesNotContain("its report");
            assertThat(stop.err())
                    .contains("has no profile", "no room for a dump", "jemscope stop " + descriptor + " r");
        }
        CommandRun start = run("start", "--duration", "1s", "--json");
        assertThat(start.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(start.out()).contains("\"state\": \"failed\"");
        assertThat(start.err()).contains("run r3 has no profile");
        CommandRun fetch = run("fetch", "--json");
        assertThat(fetch.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(fetch.out()).contains("\"state\": \"failed\"");
    }

    @Test
    void runsAreJsonWhereThatIsAskedFor() {
        assertThat(json("start", "--no-wait").get("state").getAsString()).isEqualTo("running");
        assertThat(json("stop").get("state").getAsString()).isEqualTo("finished");
        assertThat(json("fetch").get("id").getAsString()).isEqualTo("r1");
        assertThat(json("runs").getAsJsonArray("runs")).hasSize(1);
        assertThat(json("start", "--duration", "1s").get("state").getAsString()).isEqualTo("finished");
    }

    @Test
    void whatAnotherHasStartedIsStoppedByForceAlone() {
        agent.activateFromOutside();

        CommandRun refused = run("start");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).isEqualTo("""
                        jemscope: a run can't be started
                          why:  sampling was started externally
                          next: end what is on: jemscope stop TARGET external --force
                        """.replace("TARGET", descriptor.toString()));
        assertThat(fine("stop", "external", "--force").out()).contains("run r9: finished");
        assertThat(agent.requests()).contains("PATCH /api/v1/runs/external {\"state\":\"finished\",\"force\":true}");
    }

    @Test
    void forceWithoutARunStopsWhateverIsOn() {
        agent.activateFromOutside();
        assertThat(run("stop").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(fine("stop", "--force").out()).contains("run r9: finished");

        fine("start", "--no-wait");
        assertThat(fine("stop", "--force").out()).contains("run r1: finished");
        CommandRun nothing = run("stop", "--force");
        assertThat(nothing.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(nothing.err()).contains("there is no such run", "jemscope runs");
    }

    @Test
    void anotherRateNeedsAWordForWhatItCosts() {
        assertThat(run("start", "--rate", "64k").err()).contains("--rate goes with --discard");
        fine("start", "--rate", "64k", "--discard", "--no-baseline");
        assertThat(agent.requests())
                .contains("POST /api/v1/runs {\"sampleBytes\":65536,\"discard\":true,\"baseline\":false}");

        assertThat(run("start", "--rate", "32k", "--discard").err()).contains("below 64k goes with --dense");
        run("start", "--rate", "32k", "--discard", "--dense");
        assertThat(agent.requests())
                .contains("POST /api/v1/runs {\"sampleBytes\":32768,\"discard\":true,\"dense\":true}");
    }

    @Test
    void theFourMessagesAreSent() {
        for (String message : List.of("activate", "dump", "stats", "deactivate")) {
            assertThat(fine("msg", "memory_profile", message).out()).isEqualTo("done: " + message + "\n");
            assertThat(agent.requests()).contains("POST /plugin/memory_profile/msg " + message);
        }
        assertThat(json("msg", "memory_profile", "dump").get("answer").getAsString())
                .isEqualTo("done: dump\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "Dump", "", "dump "})
    void anotherMessageIsRefusedWithTheFour(String message) {
        CommandRun run = run("msg", "memory_profile", message);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("activate, dump, stats or deactivate");
        assertThat(agent.requests()).isEmpty();
        assertThat(run("msg", "other", "dump").err()).contains("no plugin 'other'");
    }

    @Test
    void controlsAreListedBelowTheOptions() {
        assertThat(fine("options").out())
                .contains("MALLOC_CONF\n\nCONTROL")
                .contains("prof.gdump     false  -      yes");
        assertThat(fine("options").out()).doesNotContain("prof.prefix");
        assertThat(fine("options", "--all").out()).contains("prof.prefix    not there  -      no");
        assertThat(json("options").keySet()).containsExactly("options", "controls");
    }

    @Test
    void anAgentWithoutControlsStillListsItsOptions() {
        agent.growOld();

        assertThat(run("options").out()).doesNotContain("CONTROL");
    }

    @Test
    void controlsThatADumpHoldsBackAreAskedForAgain() {
        agent.holdControlsBack(1);

        CommandRun run = fine("options");

        assertThat(run.out()).contains("CONTROL");
        assertThat(run.err()).isEmpty();
        assertThat(agent.requests())
                .containsExactly("GET /api/v1/options", "GET /api/v1/controls", "GET /api/v1/controls");
    }

    @Test
    void whileADumpHoldsThemBackTheOptionsAreListedAllTheSame() {
        agent.holdControlsBack(Integer.MAX_VALUE);

        CommandRun run = fine("options");

        assertThat(run.out()).contains("MALLOC_CONF").doesNotContain("CONTROL");
        assertThat(run.err())
                .isEqualTo("jemscope: the controls aren't listed: a dump is being made; ask again later\n");
    }

    @Test
    void controlsAreSetSeveralAtOnce() {
        assertThat(fine("options", "--set", "prof.gdump=true", "--set", "a=-1", "--set", "b=private", "--set", "c=")
                        .out())
                .contains("prof.gdump  true   false  yes")
                .doesNotContain("prof.interval");
        assertThat(agent.requests())
                .contains("PATCH /api/v1/controls {\"prof.gdump\":true,\"a\":-1,\"b\":\"private\",\"c\":\"\"}");

        CommandRun refused = run("options", "--set", "x=1");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("there is no such control", "jemscope options");
    }

    @Test
    void samplesAreForgottenForWhoSaysSo() {
        assertThat(fine("options", "--reset", "--discard").out()).isEqualTo("all samples are forgotten\n");
        fine("start");
        CommandRun refused = run("options", "--reset", "--discard");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("jemscope stop", "add --force");
        assertThat(fine("options", "--reset", "--discard", "--force").out()).contains("goes on without a baseline");
    }

    @Test
    void aLogIsBegunAndEnded() {
        assertThat(fine("options", "--log", "off").out()).isEqualTo("no log was on\n");
        assertThat(fine("options", "--log", "on").out())
                .startsWith("logging, until 2026-01-01T00:10:00Z; end it before: jemscope options ");
        assertThat(fine("options", "--log", "on").out()).startsWith("logging already");
        assertThat(fine("options", "--log", "off").out())
                .isEqualTo("logged; its report: jemscope report --accumulated /dumps/d1.heap\n");
        assertThat(fine("options", "--log", "off").out())
                .isEqualTo(
                        "the last log has ended already; its report: jemscope report --accumulated /dumps/d1.heap\n");
        assertThat(json("options", "--log", "on", "--duration", "90s")
                        .get("changed")
                        .getAsBoolean())
                .isTrue();
        assertThat(fine("state").out()).contains("log       on, until 2026-01-01T00:10:00Z");
        assertThat(agent.requests()).contains("PUT /api/v1/allocation-log {\"active\":true,\"seconds\":90}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--reset",
                "--discard",
                "--force",
                "--set a=1 --reset --discard",
                "--reset --discard --log on",
                "--log on --all",
                "--log maybe",
                "--log off --duration 5m",
                "--log on --duration 2h",
                "--log on --duration 500ms",
                "--set a"
            })
    void changesThatDontGoTogetherAreRefused(String options) {
        CommandRun refused = run("options", options.split(" "));

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(agent.requests()).isEmpty();
    }

    @Test
    void optionsAndWhatIsGivenBackAreTold() {
        assertThat(fine("options").out())
                .contains("opt.prof  true   MALLOC_CONF")
                .doesNotContain("prof_log");
        assertThat(fine("options", "--all").out()).contains("opt.prof_log  not there");
        assertThat(fine("purge").out()).isEqualTo("resident 2.9 MiB before, 976.6 KiB after: 1.9 MiB given back\n");
        assertThat(json("purge", "--action", "decay").get("action").getAsString())
                .isEqualTo("decay");
        assertThat(agent.requests())
                .contains("POST /api/v1/purges {\"action\":\"purge\"}", "POST /api/v1/purges {\"action\":\"decay\"}");
    }

    @Test
    void topShowsWhoHoldsIt() {
        CommandRun run = fine("top", "--once");

        assertThat(run.out())
                .startsWith("process 99999993, ")
                .contains("RSS 1.3 GiB, malloc's at most 3.8 MiB; not sampling", "100.0%", SITE)
                .contains("Most of RSS is not malloc's. If it grows, the growth may be elsewhere: jemscope memory ");
        assertThat(run.out()).doesNotContain("\u001B");
        assertThat(agent.requests()).contains("POST /api/v1/dumps {\"kind\":\"snapshot\"}");
        assertThat(json("top", "--once").getAsJsonArray("rows"))
                .singleElement()
                .satisfies(row -> assertThat(row.getAsJsonObject().get("site").getAsString())
                        .isEqualTo(SITE));
    }

    @Test
    void theAgentLeaves() {
        fine("activate");
        CommandRun run = fine("detach");

        assertThat(run.out()).isEqualTo("the agent has left process 99999993; sampling is off\n");
        assertThat(agent.requests()).contains("DELETE /api/v1/agent");
        CommandRun gone = run("state");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(gone.err()).contains("doesn't answer", "jemscope list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void whatItCouldNotPutBackIsToldAndNoSuccess(String option) {
        agent.failToPutBack("prof.gdump could not be put back to false: it can't.");

        CommandRun run = option.isEmpty() ? run("detach") : run("detach", option);

        assertThat(run.exitCode()).isEqualTo(ExitCode.NOT_PUT_BACK);
        assertThat(run.out()).contains(option.isEmpty() ? "the agent has left" : "\"notPutBack\"");
        assertThat(run.err()).isEqualTo("jemscope: prof.gdump could not be put back to false: it can't.\n");
    }

    @Test
    void anAgentHasLeftOnceNobodyListens() {
        agent.leaveSlowly(6);

        assertThat(fine("detach").out()).startsWith("the agent has left");
        List<String> requests = agent.requests();
        int leave = requests.indexOf("DELETE /api/v1/agent");
        assertThat(requests.subList(leave + 1, requests.size())).hasSize(6).containsOnly("GET /api/v1/state");
    }

    @Test
    void aRunThatIsOnIsNotLostByAccident() {
        fine("start", "--no-wait");
        assertThat(fine("state").out()).contains("run       r1: running, until stopped");

        CommandRun second = run("start");
        assertThat(second.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(second.err()).contains("run r1 is on", "next: end what is on: jemscope stop " + descriptor);
        CommandRun leaving = run("detach");
        assertThat(leaving.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(leaving.err()).contains("run r1: running, until stopped, and would be lost", "--force");
        assertThat(agent.requests()).doesNotContain("DELETE /api/v1/agent");
        assertThat(fine("detach", "--force").out()).startsWith("the agent has left");
    }

    @Test
    void anAgentOfAnotherVersionIsSaidToBeOne() {
        agent.growOld();

        CommandRun run = run("start");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains("it is of another version than this command");
        CommandRun message = run("msg", "memory_profile", "stats");
        assertThat(message.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(message.err()).contains("it is of another version than this command");
    }

    @Test
    void openPrintsTheAddressOfTheInterfaceWhereThereIsNoPage() {
        assertThat(fine("open", "--no-browser").out()).isEqualTo(agent.address() + "/api/v1/state\n");
        assertThat(json("open", "--no-browser").get("address").getAsString()).startsWith("http://127.0.0.1:");
    }

    @Test
    void anIdIsNoWayToAnotherAddress() {
        assertThat(run("stop", "../../state").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(agent.requests()).containsExactly("PATCH /api/v1/runs/..%2F..%2Fstate {\"state\":\"finished\"}");
    }

    @Test
    void aFileThatIsNoDescriptorIsSaidSo() throws IOException {
        Path file = Files.writeString(folder.resolve("other.json"), "{}");
        CommandRun run = CommandRun.of("state", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.NO_TARGET);
        assertThat(run.err()).contains("is no descriptor of an agent", "next:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "start 1 --duration 0s | --duration is from 1s to 24h",
                "start 1 --duration 2days | --duration is from 1s to 24h",
                "start 1 --force | --force goes with -o",
                "start 1 -o x | -o goes with --duration",
                "fetch 1 --format peek | jemscope report",
                "start 1 --duration 5s --format top -o share.html | --format top is not written as '.html': name OUT.txt",
                "fetch 1 --format json -o share.svg | --format json is not written as '.svg': name OUT.json",
                "fetch 1 -o share.pdf | this report is not written as '.pdf'",
                "fetch 1 --raw-dump x -o y | --raw-dump reports nothing",
                "fetch 1 --raw-dump x --everything | fetch twice",
                "top 1 --every 0s | --every 0",
                "top 1 -n -3 | --rows -3",
                "purge 1 --action flush | expected one of [PURGE, DECAY]",
                "state | TARGET",
                "completion tcsh | SHELL",
            })
    void whatCannotBeFollowedIsRefused(String line, String words) {
        CommandRun run = CommandRun.of(line.trim().split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(words.trim()).contains("next:");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "memory", "dump", "top --once"})
    void aFullJavaHeapIsSaidInTheCommandsWords(String line) {
        agent.fillHeap();
        String[] words = line.split(" ", -1);

        CommandRun run = run(words[0], Arrays.copyOfRange(words, 1, words.length));

        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err())
                .contains("can't answer now", "Java heap is all but full", "jemscope stop, deactivate and detach")
                .doesNotContain("PUT", "PATCH");
    }

    @Test
    void shellsAreToldOfAllVerbs() {
        assertThat(CommandRun.of("completion", "bash").out()).contains(JemscopeCommand.VERBS);
        assertThat(CommandRun.of("completion", "zsh").out())
                .startsWith("autoload")
                .contains("bashcompinit");
    }

    /** The verb on the agent, with words behind the target. */
    private CommandRun run(String verb, String... words) {
        List<String> line = new ArrayList<>(List.of(verb, descriptor.toString()));
        line.addAll(List.of(words));
        return CommandRun.of(line.toArray(String[]::new));
    }

    private CommandRun fine(String verb, String... words) {
        CommandRun run = run(verb, words);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return run;
    }

    private JsonObject json(String verb, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--json");
        return JsonParser.parseString(fine(verb, all.toArray(String[]::new)).out())
                .getAsJsonObject();
    }
}
