package io.jemscope.benchmarks.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How long an agent takes for what is made of a dump in its own process, where the program leaves the processors idle and where
 * it keeps each of them busy: as the first thing that it is asked for, and of the next dump. Beside it, what the program gets done
 * meanwhile, of what it gets done otherwise.
 */
public final class ViewTimes {

    private static final List<String> FORMS = List.of("text", "svg", "pprof");

    private ViewTimes() {}

    /**
     * Measures; {@code benchmarks/views} calls it.
     *
     * @param arguments the watched java, jemalloc, the native library, a folder of ours, the rounds
     * @throws IOException where a program can't be started or doesn't answer
     * @throws InterruptedException where it is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(arguments[4]);
        int processors = Runtime.getRuntime().availableProcessors();
        System.out.printf(
                Locale.ROOT,
                "%d processors, %d rounds; seconds: median (slowest)%n  %-8s %-14s %14s %14s %20s%n",
                processors,
                rounds,
                "",
                "",
                "first",
                "next",
                "work done meanwhile");
        for (String form : FORMS) {
            for (int busy : new int[] {0, processors}) {
                double[] first = new double[rounds];
                double[] next = new double[rounds];
                double[] work = new double[rounds];
                for (int i = 0; i < rounds; i++) {
                    try (Target target = Target.start(arguments, busy)) {
                        first[i] = target.secondsFor(form, target.agent().dump());
                        double usual = target.workASecond(2_000);
                        String dump = target.agent().dump();
                        long before = target.work();
                        next[i] = target.secondsFor(form, dump);
                        work[i] = (target.work() - before) / next[i] / usual;
                    }
                }
                System.out.printf(
                        Locale.ROOT,
                        "  %-8s %-14s %14s %14s %20s%n",
                        form,
                        busy == 0 ? "idle" : busy + " busy threads",
                        text(first),
                        text(next),
                        busy == 0 ? "" : String.format(Locale.ROOT, "%.2f", sorted(work)[rounds / 2]));
            }
        }
    }

    private static String text(double[] seconds) {
        double[] sorted = sorted(seconds);
        return String.format(Locale.ROOT, "%.2f (%.2f)", sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }

    private static double[] sorted(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private record Target(Process process, BufferedReader out, AgentClient agent) implements AutoCloseable {

        static Target start(String[] arguments, int busy) throws IOException {
            Path folder = Path.of(arguments[3]);
            ProcessBuilder builder = new ProcessBuilder(
                            arguments[0],
                            "-Xmx256m",
                            "-agentpath:" + arguments[2],
                            "-cp",
                            System.getProperty("java.class.path"),
                            BusyShop.class.getName(),
                            Integer.toString(busy))
                    .redirectError(folder.resolve("log").toFile());
            builder.environment().put("LD_PRELOAD", arguments[1]);
            builder.environment().put("MALLOC_CONF", "prof:true,prof_active:true");
            builder.environment()
                    .put("JEMSCOPE_RUNTIME_DIR", folder.resolve("run").toString());
            Process process = builder.start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            while (line != null && !line.equals("ready")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException("the shop ended at once: " + Files.readString(folder.resolve("log")));
            }
            Path descriptor = folder.resolve("run").resolve(process.pid() + ".json");
            return new Target(process, out, AgentClient.of(Files.readString(descriptor)));
        }

        double secondsFor(String form, String dump) throws IOException {
            long start = System.nanoTime();
            agent.fetch("/api/v1/dumps/" + dump + "?format=" + form + "&wait=60");
            return (System.nanoTime() - start) / 1e9;
        }

        long work() throws IOException {
            process.outputWriter(StandardCharsets.US_ASCII).append("work\n").flush();
            return Long.parseLong(out.readLine());
        }

        double workASecond(long millis) throws IOException, InterruptedException {
            long before = work();
            long start = System.nanoTime();
            Thread.sleep(millis);
            return (work() - before) / ((System.nanoTime() - start) / 1e9);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
