package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A program is killed and started again; the history has both runs, and the command shows where the first one's memory went. */
class HistoryIT {

    @TempDir
    private Path folder;

    @OnEachJdk
    void whatAKilledProgramHeldIsKnownAfterItsRestart(Jdk jdk) throws Exception {
        List<String> program =
                LiveTarget.program(jdk, List.of("-Djemscope.history.every=1s"), folder, List.of(), List.of());
        String first;
        try (LiveTarget target = LiveTarget.start(program, folder)) {
            first = target.pid();
            target.fine("activate", target.pid());
            target.leak();
            await().atMost(Duration.ofSeconds(60)).until(() -> hasGrownInProfiles(target));
            assertThat(target.answer("GET", "/api/v1/dumps")).contains("\"dumps\":[]");
            assertThat(target.answer("GET", "/api/v1/history?statistics=rss.bytes"))
                    .contains("{\"rss.bytes\":[");
            // Made with a profile: no caller has wanted it.
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> target.answer("GET", "/metrics").contains("jemscope_verdict_timestamp_seconds "));
            assertThat(target.answer("GET", "/api/v1/verdict"))
                    .contains("\"baseTime\":\"20")
                    .contains("programs.Steps.leak(");
            target.signal("KILL");
        }
        try (LiveTarget target = LiveTarget.start(program, folder)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> processes(target).size() == 2);

            String shown = target.fine("history", target.pid());
            assertThat(shown)
                    .contains("process " + first + " on ")
                    .contains("process " + target.pid() + " on ")
                    .contains("rss.bytes")
                    .contains("programs.");
            assertThat(target.fine("history", folder.resolve("runtime").toString()))
                    .contains("process " + first + " on ");
            target.endsAsEver();
        }
    }

    private static boolean hasGrownInProfiles(LiveTarget target) throws IOException, InterruptedException {
        Outcome outcome = target.jemscope("history", target.pid(), "--json");
        return outcome.exitCode() == 0
                && outcome.output().contains("programs.")
                && json(outcome).get("trend").isJsonObject();
    }

    private static JsonArray processes(LiveTarget target) throws IOException, InterruptedException {
        Outcome outcome = target.jemscope("history", target.pid(), "--json");
        return outcome.exitCode() == 0 ? json(outcome).getAsJsonArray("processes") : new JsonArray();
    }

    private static JsonObject json(Outcome outcome) {
        return JsonParser.parseString(outcome.output()).getAsJsonObject();
    }
}
