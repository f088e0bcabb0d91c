package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leak is called one; a full cache and a pool that warms up aren't. */
class WhyIT {

    private static final String SECONDS = "16";

    @TempDir
    private Path folder;

    @Test
    void tellsALeakFromACacheAndAPool() throws Exception {
        try (TargetProcess leak = start("unsafe");
                TargetProcess cache = start("lru-cache");
                TargetProcess pool = start("pool-warm-up")) {
            Outcome leaked = leak.await(Recorder.LIMIT);
            assertThat(leaked.exitCode()).as("%s", leaked).isZero();
            assertThat(cache.await(Recorder.LIMIT).exitCode()).isZero();
            assertThat(pool.await(Recorder.LIMIT).exitCode()).isZero();

            String line = Plant.parseAll(leaked.output()).get(0).site();
            assertThat(verdicts("unsafe")).containsEntry(line, "leak");
        }

        assertThat(verdicts("lru-cache")).isNotEmpty().doesNotContainValue("leak");
        assertThat(verdicts("pool-warm-up")).isNotEmpty().doesNotContainValue("leak");
    }

    private TargetProcess start(String kind) throws IOException {
        Jdk newest = Jdks.all().get(Jdks.all().size() - 1);
        List<String> program = Image.program(newest, List.of(), "truth.TruthProgram", kind, "1", "1024", SECONDS);
        Recorder recorder = new Recorder(Files.createDirectory(folder.resolve(kind)));
        return recorder.command(program, "--rate", "16KiB", "--every", "1s").start();
    }

    /** The verdicts on the program's own lines. */
    private Map<String, String> verdicts(String kind) throws Exception {
        Path dumps;
        try (Stream<Path> files = Files.list(folder.resolve(kind))) {
            dumps = files.filter(file -> file.getFileName().toString().startsWith("jemscope-dumps-"))
                    .findFirst()
                    .orElseThrow();
        }
        Outcome why = Recorder.run(Image.jemscope("why", "--json", dumps.toString()));
        assertThat(why.exitCode()).as("%s", why).isZero();
        JsonObject answer = JsonParser.parseString(why.output()).getAsJsonObject();
        JsonArray sites = answer.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonArray("sites");
        Map<String, String> verdicts = new TreeMap<>();
        for (JsonElement element : sites) {
            JsonObject site = element.getAsJsonObject();
            if (site.get("name").getAsString().startsWith("io.jemscope.")) {
                verdicts.put(site.get("name").getAsString(), site.get("verdict").getAsString());
            }
        }
        return verdicts;
    }
}
