package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.ProfileFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The verbs for runs against an agent that stands in for one. */
class LiveRunsTest extends WithStandInAgent {

    private static final String SITE = "com.example.Thumbnails.render(Thumbnails.java:61)";

    @Test
    void aRunIsFollowedToItsEndAndReported() {
        CommandRun run = jvm.fine("start", "--duration", "2secs", "--label", "a run");

        assertThat(agent.requests())
                .contains("POST /api/v1/runs {\"seconds\":2,\"label\":\"a run\"}", "GET /api/v1/runs/r1");
        assertThat(run.err()).contains("run r1 'a run': running, 2 s left").doesNotContain("\r");
        // What was there at the start is left out: one block of two.
        assertThat(run.out())
                .contains(
                        "Allocated during run r1 'a run' (5 s) and still live: net growth +1.9 MiB",
                        "live when it began: 1.9 MiB, when it ended: 3.8 MiB",
                        SITE);
        assertThat(jvm.fine("fetch").out()).isEqualTo(run.out());
        assertThat(jvm.fine("fetch", "r1", "--everything").out()).contains("Who holds it: 3.8 MiB");
    }

    @Test
    void aRunCanBeLeftAndFetchedLater() throws IOException {
        assertThat(jvm.fine("start", "--duration", "1h", "--no-wait").out())
                .contains("run r1: running, 3600 s left", "jemscope fetch " + jvm.descriptor() + " r1");
        CommandRun early = jvm.run("fetch", "r1");
        assertThat(early.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(early.err()).contains("run r1 has no profile", "it is still on", "jemscope stop");
        CommandRun none = jvm.run("fetch");
        assertThat(none.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(none.err()).contains("there is no run to fetch");

        assertThat(jvm.fine("stop").out()).contains("run r1: finished", "jemscope fetch");
        assertThat(jvm.fine("stop", "r1").out()).contains("run r1: finished");
        assertThat(jvm.fine("runs").out().lines().skip(1))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("r1   finished  2026-01-01T00:00:00Z"));

        Path recording = folder.resolve("run.pb.gz");
        assertThat(jvm.fine("fetch", "-o", recording.toString()).out()).isEmpty();
        Profile profile = ProfileFile.read(recording);
        assertThat(profile.live().bytes()).isBetween(1_999_992.0, 1_999_994.0);
        assertThat(jvm.fine("fetch", "--format", "collapsed", "--focus", ".").out())
                .isNotBlank();
        CommandRun filtered = jvm.fine("fetch", "--format", "collapsed", "--ignore", ".", "--hide", "nowhere");
        assertThat(filtered.out()).isBlank();
        assertThat(filtered.err()).contains("nothing matches --hide").doesNotContain("--ignore");
        CommandRun wrong = jvm.run("fetch", "--focus", "(");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("--focus '(' is not a valid pattern");
        assertThat(jvm.run(
                                "fetch",
                                "--focus",
                                "a",
                                "--raw-dump",
                                folder.resolve("none").toString())
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
        Path raw = folder.resolve("run.heap");
        assertThat(jvm.fine("fetch", "--raw-dump", raw.toString()).out()).isEqualTo(raw + "\n");
        assertThat(raw).content().startsWith("heap_v2/1");
        assertThat(raw.resolveSibling("run.heap.symbols")).exists();
        Path second = folder.resolve("second.heap");
        assertThat(jvm.json("fetch", "--raw-dump", second.toString()).get("id").getAsString())
                .isEqualTo("r1");
        assertThat(second).exists();
    }

    @Test
    void aRecordingOfWhichAFilterLeftNothingDoesntSayThatNothingHadBeenSampled() {
        jvm.fine("start", "--duration", "1s");
        Path file = folder.resolve("run.pb.gz");
        CommandRun fetched = jvm.fine("fetch", "--focus", "nowhere");
        jvm.fine("fetch", "--focus", "nowhere", "-o", file.toString());

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
        jvm.fine("start", "--duration", "1s");
        for (List<String> words : List.of(
                List.of("fetch", "--focus=Inflater"),
                List.of("fetch", "--thread=main"),
                List.of("fetch", "--format=top"),
                List.of("start", "--everything"))) {
            CommandRun run = jvm.run(words.get(0), "--json", words.get(1));
            assertThat(run.exitCode()).as(words.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--json prints the run and no report", "-o OUT, or leave --json out");
            assertThat(run.out()).isEmpty();
        }
        Path file = folder.resolve("run.pb.gz");
        assertThat(jvm.json("fetch", "--focus=Inflater", "-o", file.toString())
                        .get("id")
                        .getAsString())
                .isEqualTo("r1");
        assertThat(file).exists();
    }

    @Test
    void theNewestRunIsFetchedAndNoOlderOneInItsPlace() {
        jvm.fine("start", "--duration", "1s", "--label", "first");
        jvm.fine("start", "--no-wait", "--label", "second");
        CommandRun first = jvm.fine("fetch");
        assertThat(first.err()).isEqualTo("jemscope: run r1 'first': finished in process 99999993\n");

        agent.loseRun();

        CommandRun second = jvm.run("fetch");
        assertThat(second.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(second.err())
                .contains("run r2 has no profile", "something else has switched sampling off", "jemscope runs");
        assertThat(second.out()).isEmpty();
        assertThat(jvm.fine("fetch", "r1").out()).isEqualTo(first.out());
    }

    @Test
    void whereNobodyKnowsAnyMoreWhatCameBeforeThatIsSaid() {
        String without =
                "run r1 has no dump from its start, or none any more: what was sampled before it is in the report";
        assertThat(jvm.fine("start", "--duration", "1s").err()).doesNotContain(without);

        agent.dropBaseline("r1");

        CommandRun run = jvm.fine("fetch");
        assertThat(run.err()).contains("jemscope: " + without);
        assertThat(run.out()).contains("Who holds it: 3.8 MiB");
        assertThat(jvm.fine("fetch", "--everything").err()).doesNotContain(without);
    }

    @Test
    void aRunWithoutAProfileIsAFailureAsJsonToo() {
        agent.fillDisk();

        for (List<String> words : List.of(List.<String>of(), List.of("--json"))) {
            jvm.fine("start", "--no-wait");
            CommandRun stop = jvm.run("stop", words.toArray(String[]::new));
            assertThat(stop.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(stop.out()).doesNotContain("its report");
            assertThat(stop.err())
                    .contains("has no profile", "no room for a dump", "jemscope stop " + jvm.descriptor() + " r");
        }
        CommandRun start = jvm.run("start", "--duration", "1s", "--json");
        assertThat(start.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(start.out()).contains("\"state\": \"failed\"");
        assertThat(start.err()).contains("run r3 has no profile");
        CommandRun fetch = jvm.run("fetch", "--json");
        assertThat(fetch.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(fetch.out()).contains("\"state\": \"failed\"");
    }

    @Test
    void runsAreJsonWhereThatIsAskedFor() {
        assertThat(jvm.json("start", "--no-wait").get("state").getAsString()).isEqualTo("running");
        assertThat(jvm.json("stop").get("state").getAsString()).isEqualTo("finished");
        assertThat(jvm.json("fetch").get("id").getAsString()).isEqualTo("r1");
        assertThat(jvm.json("runs").getAsJsonArray("runs")).hasSize(1);
        assertThat(jvm.json("start", "--duration", "1s").get("state").getAsString())
                .isEqualTo("finished");
    }

    @Test
    void whatAnotherHasStartedIsStoppedByForceAlone() {
        agent.activateFromOutside();

        CommandRun refused = jvm.run("start");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err())
                .isEqualTo("""
                        jemscope: a run can't be started
                          why:  sampling was started externally
                          next: end what is on: jemscope stop TARGET external --force
                        """.replace("TARGET", jvm.descriptor().toString()));
        assertThat(jvm.fine("stop", "external", "--force").out()).contains("run r9: finished");
        assertThat(agent.requests()).contains("PATCH /api/v1/runs/external {\"state\":\"finished\",\"force\":true}");
    }

    @Test
    void forceWithoutARunStopsWhateverIsOn() {
        agent.activateFromOutside();
        assertThat(jvm.run("stop").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(jvm.fine("stop", "--force").out()).contains("run r9: finished");

        jvm.fine("start", "--no-wait");
        assertThat(jvm.fine("stop", "--force").out()).contains("run r1: finished");
        CommandRun nothing = jvm.run("stop", "--force");
        assertThat(nothing.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(nothing.err()).contains("there is no such run", "jemscope runs");
    }

    @Test
    void anotherRateNeedsAWordForWhatItCosts() {
        assertThat(jvm.run("start", "--rate", "64k").err()).contains("--rate goes with --discard");
        jvm.fine("start", "--rate", "64k", "--discard", "--no-baseline");
        assertThat(agent.requests())
                .contains("POST /api/v1/runs {\"sampleBytes\":65536,\"discard\":true,\"baseline\":false}");

        assertThat(jvm.run("start", "--rate", "32k", "--discard").err()).contains("below 64k goes with --dense");
        jvm.run("start", "--rate", "32k", "--discard", "--dense");
        assertThat(agent.requests())
                .contains("POST /api/v1/runs {\"sampleBytes\":32768,\"discard\":true,\"dense\":true}");
    }

    @Test
    void aRunThatIsOnIsNotLostByAccident() {
        jvm.fine("start", "--no-wait");
        assertThat(jvm.fine("state").out()).contains("run       r1: running, until stopped");

        CommandRun second = jvm.run("start");
        assertThat(second.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(second.err()).contains("run r1 is on", "next: end what is on: jemscope stop " + jvm.descriptor());
        CommandRun leaving = jvm.run("detach");
        assertThat(leaving.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(leaving.err()).contains("run r1: running, until stopped, and would be lost", "--force");
        assertThat(agent.requests()).doesNotContain("DELETE /api/v1/agent");
        assertThat(jvm.fine("detach", "--force").out()).startsWith("the agent has left");
    }
}
