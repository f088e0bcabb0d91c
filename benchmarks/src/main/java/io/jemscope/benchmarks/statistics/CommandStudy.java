package io.jemscope.benchmarks.statistics;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether the command prints the very figures that the other parts measure, for some of their dumps. */
final class CommandStudy {

    private static final String PART = "command";

    private static final int PROGRAMS = 5;
    private static final int DUMPS = 12;

    private final Statistics.Sizes sizes;
    private final Path command;

    CommandStudy(Statistics.Sizes sizes, Path command) {
        this.sizes = sizes;
        this.command = command;
    }

    void run(Table table) throws IOException {
        int same = 0;
        for (int run = 0; run < PROGRAMS; run++) {
            Draws draws = Draws.of(sizes.seed(), PART, run);
            SimulatedProgram program = SimulatedProgram.likeJvm(draws, sizes.sites());
            byte[] before = program.dump(draws, sizes.rateBytes());
            byte[] after = program.dump(draws, sizes.rateBytes() / 8);
            SimulatedSeries series = new SimulatedSeries(draws, sizes.rateBytes());
            for (int line = 0; line < 20; line++) {
                double mean = draws.logUniform(5, 500) * sizes.rateBytes();
                series.add(draws.logUniform(64, 64 << 10), 0.1, series.pool(mean, 0.3, 5));
            }
            List<byte[]> dumps = series.dumps(DUMPS);
            same += command(List.of(before), "report", "--rows", "0").equals(Analyser.report(before)) ? 1 : 0;
            same += command(List.of(before, after), "diff").equals(Analyser.diff(before, after)) ? 1 : 0;
            same += command(dumps, "trend").equals(Analyser.trend(dumps)) ? 1 : 0;
        }
        table.row(
                PART,
                "the command prints the same figures",
                same + " of " + 3 * PROGRAMS,
                3 * PROGRAMS,
                "all",
                same == 3 * PROGRAMS);
    }

    private JsonObject command(List<byte[]> dumps, String... arguments) throws IOException {
        Path folder = Files.createTempDirectory("statistics");
        List<Path> files = new ArrayList<>();
        try {
            List<String> words = new ArrayList<>(List.of(command.toString()));
            words.addAll(List.of(arguments));
            words.add("--json");
            for (byte[] dump : dumps) {
                Path file = folder.resolve("jeprof.1." + files.size() + ".m" + files.size() + ".heap");
                files.add(file);
                Files.write(file, dump);
                words.add(file.toString());
            }
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return JsonParser.parseString(out).getAsJsonObject();
        } finally {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }
}
