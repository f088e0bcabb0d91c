package io.jemscope.benchmarks.overhead;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One way of running the workload.
 *
 * @param name as the table names it
 * @param prefix what stands before the java command; empty where java is the command
 * @param javaOptions options for the workload's JVM
 * @param environment variables to set
 */
record Setup(String name, List<String> prefix, List<String> javaOptions, Map<String, String> environment) {

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
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            for (String line : output.split("\n", -1)) {
                if (line.startsWith("result ")) {
                    String[] words = line.split(" ", -1);
                    return new Result(Double.parseDouble(words[1]), Double.parseDouble(words[2]) / 1024);
                }
            }
            throw new IOException(name + " printed no result (exit code " + exit + "): " + Files.readString(errors));
        } finally {
            Files.deleteIfExists(errors);
        }
    }
}
