package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.History;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs for running JVMs against an agent that stands in for one, found by its descriptor's file. */
class LiveVerbsTest extends WithStandInAgent {

    private static final String SITE = "com.example.Thumbnails.render(Thumbnails.java:61)";

    @Test
    void samplingIsSwitchedOnAndOffAndTwiceIsNoFailure() {
        assertThat(jvm.fine("activate").out()).isEqualTo("sampling is on now in process 99999993\n");
        assertThat(jvm.fine("activate").out()).isEqualTo("sampling is on already in process 99999993\n");
        assertThat(jvm.json("deactivate").get("changed").getAsBoolean()).isTrue();
        assertThat(jvm.fine("deactivate", "--force").out()).isEqualTo("sampling is off already in process 99999993\n");
        assertThat(agent.requests())
                .contains(
                        "PUT /api/v1/profiling {\"active\":true}",
                        "PUT /api/v1/profiling {\"active\":false}",
                        "PUT /api/v1/profiling {\"active\":false,\"force\":true}");
    }

    @Test
    void theStateIsToldInWordsAndAsJson() {
        assertThat(jvm.fine("state").out().lines())
                .anySatisfy(line -> assertThat(line).startsWith("jemalloc  5.3.0"))
                .anySatisfy(line -> assertThat(line).isEqualTo("sampling  off, one in 512.0 KiB"))
                .anySatisfy(line -> assertThat(line).contains("1,234 samples, 1,200 with Java frames"))
                .anySatisfy(line -> assertThat(line).isEqualTo("RSS       1.3 GiB"))
                .anySatisfy(line -> assertThat(line).contains("Most of RSS is not malloc's", "jemscope memory "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("malloc    allocated 1.9 MiB")
                        .contains("resident 3.8 MiB"));
        assertThat(jvm.json("state").get("pid").getAsLong()).isEqualTo(StandInAgent.PID);
    }

    @Test
    void aDumpIsNamedOrBroughtHere() throws IOException {
        assertThat(jvm.fine("dump").out()).startsWith("/dumps/d1.heap (");

        Path here = folder.resolve("here.heap");
        assertThat(jvm.fine("dump", "-o", here.toString()).out()).startsWith(here.toString());
        assertThat(here).content().startsWith("heap_v2/1");
        assertThat(CommandRun.of("report", here.toString()).out()).contains(SITE, "3.8 MiB");

        CommandRun again = jvm.run("dump", "-o", here.toString());
        assertThat(again.exitCode()).isEqualTo(ExitCode.UNWRITABLE);
        assertThat(agent.requests())
                .filteredOn(request -> request.startsWith("POST"))
                .hasSize(2);
    }

    @Test
    void theLedgerIsATableTheLargestRowFirst() {
        String printed = jvm.fine("memory").out();
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
        assertThat(printed.replaceAll("\\s+", " ")).endsWith(" jemscope dump " + jvm.descriptor() + " makes one. ");
        assertThat(jvm.json("memory").get("residentBytes").getAsLong()).isEqualTo(100 << 20);
    }

    @Test
    void theLedgerComparesWithAnEarlierOneTheLargestChangeFirst() throws IOException {
        JsonObject before = jvm.json("memory");
        before.addProperty("time", "2026-01-01T00:00:00Z");
        before.addProperty("residentBytes", 90 << 20);
        row(before, "javaHeap").addProperty("residentBytes", 4 << 20);
        row(before, "jvmStructures").addProperty("residentBytes", 6 << 20);
        row(before, "jemalloc").getAsJsonArray("of").get(0).getAsJsonObject().addProperty("countedBytes", 49 << 20);
        before.getAsJsonArray("rows").remove(before.getAsJsonArray("rows").size() - 1);
        Path base = Files.writeString(folder.resolve("base.json"), before.toString());

        String printed = jvm.fine("memory", "--base", base.toString()).out();

        assertThat(printed).contains("""
                   GROWTH   RESIDENT   SHARE   COUNTED                    WHAT
                +16.0 MiB   20.0 MiB   20.0%  50.0 MiB  committed         Java heap
                 +3.0 MiB  ≥ 3.0 MiB    3.0%                              madeLater, 8.0 MiB at most
                 -1.0 MiB  ≤ 5.0 MiB    5.0%   5.0 MiB  committed         JVM structures
                      0 B   60.0 MiB   60.0%  70.0 MiB  resident at most  jemalloc
                 +1.0 MiB                     50.0 MiB  allocated           allocated, live
                """);
        assertThat(printed).contains("+10.0 MiB  100.0 MiB  100.0%", "growth     +10.0 MiB of RSS");
        JsonObject json = jvm.json("memory", "--base", base.toString());
        assertThat(json.get("growthBytes").getAsLong()).isEqualTo(10 << 20);
        assertThat(json.get("baseTime").getAsString()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(row(json, "javaHeap").get("growthBytes").getAsLong()).isEqualTo(16 << 20);
    }

    @Test
    void theLedgerComparesWithTheNearestOfTheHistory() throws IOException {
        Path dumps = Path.of(JsonParser.parseString(Files.readString(jvm.descriptor()))
                .getAsJsonObject()
                .get("folder")
                .getAsString());
        Instant now = Instant.now();
        History history = new FolderHistory(dumps.resolve("history"), Retention.DEFAULT, notice -> {});
        ProcessIdentity process = new ProcessIdentity("", 99_999_993, now.minusSeconds(9_999), "Main");
        history.append(stored(process, now.minusSeconds(7_300), 4), null);
        history.append(stored(process, now.minusSeconds(3_500), 5), null);
        history.append(new Snapshot(process, now.minusSeconds(3_600), Map.of("rss.bytes", 1.0)), null);
        assertThat(jvm.fine("memory", "--base", "1h").out())
                .contains("+15.0 MiB", "Java heap", "+99.0 MiB  100.0 MiB  100.0%")
                .doesNotContain("+50.0 MiB                     50.0 MiB");

        JsonObject json = jvm.json("memory", "--base", "5h");

        assertThat(row(json, "javaHeap").get("growthBytes").getAsLong()).isEqualTo(16 << 20);
        assertThat(json.get("baseTime").getAsString())
                .isEqualTo(
                        now.minusSeconds(7_300).truncatedTo(ChronoUnit.MILLIS).toString());
        ProcessIdentity later = new ProcessIdentity("", 99_999_993, now, "Main");
        history.append(new Snapshot(later, now, Map.of("rss.bytes", 1.0)), null);
        CommandRun without = jvm.run("memory", "--base", "1h");
        assertThat(without.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(without.err()).contains("the history has no memory ledger of process 99999993");
    }

    private static Snapshot stored(ProcessIdentity process, Instant time, long heapMebibytes) {
        return new Snapshot(
                process,
                time,
                Map.of(
                        "rss.bytes",
                        (double) (1 << 20),
                        "ledger.remainder.bytes",
                        0.0,
                        "ledger.jemalloc.bytes",
                        (double) (60 << 20),
                        "ledger.javaHeap.bytes",
                        (double) (heapMebibytes << 20)));
    }

    private static JsonObject row(JsonObject ledger, String name) {
        for (JsonElement row : ledger.getAsJsonArray("rows")) {
            if (row.getAsJsonObject().get("name").getAsString().equals(name)) {
                return row.getAsJsonObject();
            }
        }
        throw new AssertionError("no row " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"rows\": [], \"residentBytes\": 1}", "heap_v2/524288"})
    void whatIsNoLedgerIsNothingToCompareWith(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("base.json"), content);

        CommandRun run = jvm.run("memory", "--base", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.err()).contains("can't read the memory ledger " + file, "jemscope memory PID --json");
        assertThat(jvm.run("memory", "--base", folder.resolve("none").toString())
                        .exitCode())
                .isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void theLedgerIsReadAgainUntilTheProgramEnds() {
        Thread end = new Thread(() -> {
            await().until(() -> agent.requests().stream()
                            .filter(request -> request.startsWith("GET /api/v1/memory"))
                            .count()
                    >= 2);
            agent.close();
        });
        end.start();

        CommandRun run = jvm.run("memory", "--every", "1s");

        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.out().split("RESIDENT", -1)).hasSizeGreaterThanOrEqualTo(3);
        assertThat(run.out().split("GROWTH", -1)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(jvm.run("memory", "--every", "0s").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aLargeProcessIsHeldUpOnlyByAWord() {
        agent.grow();

        CommandRun refused = jvm.run("memory");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("9000 MiB resident", "jemscope memory " + jvm.descriptor() + " --large");
        assertThat(jvm.fine("memory", "--large").out()).contains("Java heap");
        assertThat(agent.requests()).contains("GET /api/v1/memory?large=true");
    }

    @Test
    void statisticsComeAsTheyAre() {
        assertThat(jvm.fine("stats").out()).isEqualTo("statistics as format=text\n");
        assertThat(jvm.fine("stats", "--json").out()).isEqualTo("statistics as format=json\n");
        assertThat(jvm.fine("stats", "--format", "summary", "--leave-out", "mda")
                        .out())
                .isEqualTo("statistics as format=summary&options=mda\n");
    }

    @Test
    void theFourMessagesAreSent() {
        for (String message : List.of("activate", "dump", "stats", "deactivate")) {
            assertThat(jvm.fine("msg", "memory_profile", message).out()).isEqualTo("done: " + message + "\n");
            assertThat(agent.requests()).contains("POST /plugin/memory_profile/msg " + message);
        }
        assertThat(jvm.json("msg", "memory_profile", "dump").get("answer").getAsString())
                .isEqualTo("done: dump\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "Dump", "", "dump "})
    void anotherMessageIsRefusedWithTheFour(String message) {
        CommandRun run = jvm.run("msg", "memory_profile", message);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("activate, dump, stats or deactivate");
        assertThat(agent.requests()).isEmpty();
        assertThat(jvm.run("msg", "other", "dump").err()).contains("no plugin 'other'");
    }

    @Test
    void topShowsWhoHoldsIt() {
        CommandRun run = jvm.fine("top", "--once");

        assertThat(run.out())
                .startsWith("process 99999993, ")
                .contains("RSS 1.3 GiB, malloc's at most 3.8 MiB; not sampling", "100.0%", SITE)
                .contains("Most of RSS is not malloc's. If it grows, the growth may be elsewhere: jemscope memory ");
        assertThat(run.out()).doesNotContain("\u001B");
        assertThat(agent.requests()).contains("POST /api/v1/dumps {\"kind\":\"snapshot\"}");
        assertThat(jvm.json("top", "--once").getAsJsonArray("rows"))
                .singleElement()
                .satisfies(row -> assertThat(row.getAsJsonObject().get("site").getAsString())
                        .isEqualTo(SITE));
    }

    @Test
    void theAgentLeaves() {
        jvm.fine("activate");
        CommandRun run = jvm.fine("detach");

        assertThat(run.out()).isEqualTo("the agent has left process 99999993; sampling is off\n");
        assertThat(agent.requests()).contains("DELETE /api/v1/agent");
        CommandRun gone = jvm.run("state");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(gone.err()).contains("doesn't answer", "jemscope list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void whatItCouldNotPutBackIsToldAndNoSuccess(String option) {
        agent.failToPutBack("prof.gdump could not be put back to false: it can't.");

        CommandRun run = option.isEmpty() ? jvm.run("detach") : jvm.run("detach", option);

        assertThat(run.exitCode()).isEqualTo(ExitCode.NOT_PUT_BACK);
        assertThat(run.out()).contains(option.isEmpty() ? "the agent has left" : "\"notPutBack\"");
        assertThat(run.err()).isEqualTo("jemscope: prof.gdump could not be put back to false: it can't.\n");
    }

    @Test
    void anAgentHasLeftOnceNobodyListens() {
        agent.leaveSlowly(6);

        assertThat(jvm.fine("detach").out()).startsWith("the agent has left");
        List<String> requests = agent.requests();
        int leave = requests.indexOf("DELETE /api/v1/agent");
        assertThat(requests.subList(leave + 1, requests.size())).hasSize(6).containsOnly("GET /api/v1/state");
    }

    @Test
    void anAgentOfAnotherVersionIsSaidToBeOne() {
        agent.growOld();

        CommandRun run = jvm.run("start");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains("it is of another version than this command");
        CommandRun message = jvm.run("msg", "memory_profile", "stats");
        assertThat(message.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(message.err()).contains("it is of another version than this command");
    }

    @Test
    void openPrintsTheAddressOfTheInterfaceWhereThereIsNoPage() {
        assertThat(jvm.fine("open", "--no-browser").out()).isEqualTo(agent.address() + "/api/v1/state\n");
        assertThat(jvm.json("open", "--no-browser").get("address").getAsString())
                .startsWith("http://127.0.0.1:");
    }

    @Test
    void anIdIsNoWayToAnotherAddress() {
        assertThat(jvm.run("stop", "../../state").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(agent.requests()).containsExactly("PATCH /api/v1/runs/..%2F..%2Fstate {\"state\":\"finished\"}");
    }

    @Test
    void aFileThatIsNoDescriptorIsSaidSo() throws IOException {
        Path file = Files.writeString(folder.resolve("other.json"), "{}");
        CommandRun run = CommandRun.of("state", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.NO_TARGET);
        assertThat(run.err()).contains("is not an agent's descriptor", "next:");
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
                "purge 1 --action flush | expected one of [PURGE, DECAY, COLLECT]",
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

        CommandRun run = jvm.run(words[0], Arrays.copyOfRange(words, 1, words.length));

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
}
