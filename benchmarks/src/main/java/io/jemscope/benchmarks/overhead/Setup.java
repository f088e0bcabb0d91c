package io.jemscope.benchmarks.overhead;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One way of running the workload.
 *
 * @param name as the table names it
 * @param prefix what stands before the java command; empty where java is the command
 * @param javaOptions options for the workload's JVM
 * @param environment variables to set
 * @param between commands to run once the workload is warm; a word {@link #PID} is its process id
 */
record Setup(
        String name,
        List<String> prefix,
        List<String> javaOptions,
        Map<String, String> environment,
        List<List<String>> between) {

    static final String PID = "PID";

    /** What a run measured. */
    record Result(double nanosecondsPerOperation, double residentMebibytes) {}

    /**
     * Runs the workload once in a JVM of its own.
     *
     * @throws IOException where it can't be started, or printed no result
     */
    Result run(Path java, String kind, int warmUpSeconds, int seconds) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add(java.toString());
        command.addAll(javaOptions);
        // A set heap, so that the resident size tells of native memory and not of the collector's mood.
        command.addAll(List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"));
        command.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Workload.class.getName()));
        command.addAll(List.of(kind, Integer.toString(warmUpSeconds), Integer.toString(seconds)));
        Path errors = Files.createTempFile("overhead", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            @Nullable Result result = null;
            try (BufferedReader output = process.inputReader();
                    BufferedWriter input = process.outputWriter()) {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    String[] words = line.split(" ", -1);
                    if (words[0].equals("warm")) {
                        runBetween(words[1]);
                        input.newLine();
                        input.flush();
                    } else if (words[0].equals("result")) {
                        result = new Result(Double.parseDouble(words[1]), Double.parseDouble(words[2]) / 1024);
                    }
                }
            }
            int exit = process.waitFor();
            if (result == null) {
                throw new IOException(
                        name + " printed no result (exit code " + exit + "): " + Files.readString(errors));
            }
            return result;
        } finally {
            Files.deleteIfExists(errors);
        }
    }

    private void runBetween(String pid) throws IOException, InterruptedException {
        for (List<String> command : between) {
            List<String> words =
                    command.stream().map(word -> word.equals(PID) ? pid : word).toList();
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IOException(name + ": " + String.join(" ", words) + " failed with exit code " + exit);
            }
        }
    }
}
