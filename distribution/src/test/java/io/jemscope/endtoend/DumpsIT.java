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
import io.jemscope.testkit.TargetCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What grows is told from what merely looks so: by two dumps of a program, and by the course of many. */
class DumpsIT {

    @TempDir
    private Path folder;

    @Test
    void ofTheDemoNothingGrowsButTheLeaks() throws Exception {
        // Some 370 dumps here, so that a slow machine makes 200, too.
        Outcome outcome =
                record("16KiB", "110ms", Image.program(newest(), List.of(), "demo.LeakyService", "45", "rates"));
        List<Plant> plants = Plant.parseAll(outcome.output());
        List<Path> dumps = dumps();
        assertThat(dumps).hasSizeGreaterThanOrEqualTo(200);

        String diff =
                run("diff", dumps.get(0).toString(), dumps.get(dumps.size() - 1).toString());
        assertThat(rows(diff, "Grown:")).hasSize(plants.size());
        assertThat(rows(diff, "Grown:"))
                .zipSatisfy(plants, (row, plant) -> assertThat(row).endsWith(plant.site()));

        JsonObject trend = trend();
        List<JsonObject> rising = rising(trend);
        assertThat(rising)
                .zipSatisfy(plants, (row, plant) -> assertThat(name(row)).isEqualTo(plant.site()));
        Map<String, Double> rates = rates(outcome.output());
        for (int i = 0; i < plants.size(); i++) {
            String site = plants.get(i).site();
            assertThat(rates).containsKey(site);
            double planted = Objects.requireNonNull(rates.get(site));
            double found = rising.get(i).get("perHour").getAsDouble();
            assertThat(found).as("bytes an hour of %s", site).isCloseTo(planted, Percentage.withPercentage(10));
        }
    }

    @Test
    void ofAProgramThatOnlyChurnsNothingGrows() throws Exception {
        int pairs = 0;
        List<String> withGrowth = new ArrayList<>();
        Outcome unused = record("512KiB", "400ms", Image.program(newest(), List.of(), "programs.Churn", "20", "7"));
        List<Path> dumps = dumps();
        // In its first seconds a JVM really grows.
        for (int i = 10; i + 1 < dumps.size() - 1; i++) {
            String diff = run("diff", dumps.get(i).toString(), dumps.get(i + 1).toString());
            pairs++;
            if (!rows(diff, "Grown:").isEmpty()) {
                withGrowth.add(diff);
            }
        }
        assertThat(pairs).isGreaterThan(15);
        // By chance one in a hundred may show some, which diff says of itself; there are some forty.
        assertThat(withGrowth).as("of %s pairs", pairs).hasSizeLessThan(2);
        List<String> trend = new ArrayList<>(List.of("trend"));
        dumps.subList(10, dumps.size() - 1).forEach(dump -> trend.add(dump.toString()));
        assertThat(run(trend.toArray(String[]::new))).contains("Rising: nothing beyond sampling noise");
    }

    private static Jdk newest() {
        List<Jdk> all = Jdks.all();
        return all.get(all.size() - 1);
    }

    private Outcome record(String rate, String every, List<String> program) throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<String> arguments = new ArrayList<>(
                List.of("record", "--rate", rate, "--every", every, "-o", folder + "/recording.pb.gz", "--"));
        arguments.addAll(program);
        Outcome outcome = Recorder.run(command(arguments)
                .withVariable("TMPDIR", temporary.toString())
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString()));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        assertThat(outcome.error()).contains("look at their course: jemscope trend jemscope-dumps-");
        return outcome;
    }

    private String run(String... arguments) throws Exception {
        Outcome outcome = Recorder.run(command(List.of(arguments)));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return outcome.output();
    }

    private TargetCommand command(List<String> arguments) {
        return Image.jemscope(arguments.toArray(String[]::new)).in(folder);
    }

    /** The dumps by their times; the last one is the program's last word. */
    private List<Path> dumps() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".heap"))
                    .filter(file -> !file.startsWith(folder.resolve("temporary")))
                    .sorted((one, other) -> isFinal(one) == isFinal(other)
                            ? one.compareTo(other)
                            : Boolean.compare(isFinal(one), isFinal(other)))
                    .toList();
        }
    }

    private static boolean isFinal(Path dump) {
        return dump.toString().endsWith(".final.heap");
    }

    /** A table's rows: those below its heading, up to the next empty line. */
    private static List<String> rows(String text, String heading) {
        return text.lines()
                .dropWhile(line -> !line.equals(heading))
                .skip(3)
                .takeWhile(line -> !line.isEmpty())
                .filter(line -> !line.startsWith("  …"))
                .toList();
    }

    private JsonObject trend() throws Exception {
        Path dumps = dumps().get(0).getParent();
        JsonArray runs = JsonParser.parseString(run("trend", "--format", "json", String.valueOf(dumps)))
                .getAsJsonObject()
                .getAsJsonArray("runs");
        assertThat(runs).hasSize(1);
        return runs.get(0).getAsJsonObject();
    }

    private static List<JsonObject> rising(JsonObject trend) {
        List<JsonObject> rising = new ArrayList<>();
        for (JsonElement row : trend.getAsJsonArray("rows")) {
            if (row.getAsJsonObject().get("course").getAsString().equals("rising") && rising.size() < 4) {
                rising.add(row.getAsJsonObject());
            }
        }
        return rising;
    }

    private static String name(JsonObject row) {
        return row.get("name").getAsString();
    }

    /** The bytes an hour that the program says each line leaked. */
    private static Map<String, Double> rates(String output) {
        Map<String, Double> rates = new HashMap<>();
        output.lines().filter(line -> line.startsWith("rising ")).forEach(line -> {
            String[] words = line.split(" ", 4);
            rates.put(words[2], Double.valueOf(words[1]));
        });
        return rates;
    }
}
