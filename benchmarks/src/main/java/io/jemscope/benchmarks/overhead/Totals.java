package io.jemscope.benchmarks.overhead;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What profilers say that {@link HeldBlocks} holds, beside what it does hold: on glibc, one sample in 512 KiB. */
final class Totals {

    private static final Pattern HELD = Pattern.compile("held (\\w+) (\\d+)");

    private final Path jemscope;
    private final Path java;
    private final Path profiler;
    private final Path folder;

    Totals(Path jemscope, Path java, Path profiler, Path folder) {
        this.jemscope = jemscope;
        this.java = java;
        this.profiler = profiler;
        this.folder = folder;
    }

    /** Prints the mean of the rounds for each line of the program, and the largest deviation of one. */
    void print(PrintStream out, int rounds) throws IOException, InterruptedException {
        TreeMap<String, List<double[]>> shares = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            Path dumps = Files.createTempDirectory(folder, "dumps");
            String agent = "-agentpath:" + jemscope.resolveSibling("dist/lib/libjemscope.so");
            String held = run(List.of(agent + "=active=true,final=true,java=false,folder=" + dumps));
            String ours = collapsed(dumps);
            Path peer = folder.resolve("peer.collapsed");
            run(List.of("-agentpath:" + profiler + "=start,nativemem=512k,collapsed,total,file=" + peer));
            String theirs = Files.readString(peer);
            Matcher line = HELD.matcher(held);
            while (line.find()) {
                double truth = Double.parseDouble(line.group(2));
                String method = "HeldBlocks." + line.group(1);
                shares.computeIfAbsent(method, name -> new ArrayList<>())
                        .add(new double[] {bytesAt(ours, method) / truth, bytesAt(theirs, method) / truth});
            }
            System.err.println("overhead: totals, round " + (round + 1) + " of " + rounds);
        }
        out.printf(Locale.ROOT, "%ntotals: bytes reported to bytes held, %d rounds%n", rounds);
        out.printf(Locale.ROOT, "  %-20s %28s %28s%n", "", "jemscope on glibc", "async-profiler");
        shares.forEach((method, all) ->
                out.printf(Locale.ROOT, "  %-20s %28s %28s%n", method, meanAndRange(all, 0), meanAndRange(all, 1)));
    }

    private String run(List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), HeldBlocks.class.getName()));
        return output(command);
    }

    /** The stacks of the one dump in that folder, scaled, a line for each. */
    private String collapsed(Path dumps) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(dumps)) {
            Path dump = files.filter(file -> file.toString().endsWith(".heap"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no dump in " + dumps));
            String stacks = output(List.of(jemscope.toString(), "report", "--collapsed", dump.toString()));
            deleteTree(dumps);
            return stacks;
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(String.join(" ", command) + " failed with exit code " + exit);
        }
        return output;
    }

    private static double bytesAt(String collapsed, String method) {
        return collapsed
                .lines()
                .filter(line -> line.contains(method))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static String meanAndRange(List<double[]> all, int column) {
        double[] values =
                all.stream().mapToDouble(shares -> shares[column]).sorted().toArray();
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return String.format(
                Locale.ROOT, "%.4f (%.4f-%.4f)", sum / values.length, values[0], values[values.length - 1]);
    }

    private static void deleteTree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
