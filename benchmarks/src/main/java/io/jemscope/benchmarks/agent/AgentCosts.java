package io.jemscope.benchmarks.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The same service without the agent and with it, in turn, the agent being idle, sampling, asked for a dump every second, for its
 * metrics every second, and beset by callers that only hang on it; then two idle services, with the agent and without. Ratios are taken within a round.
 */
public final class AgentCosts {

    /** Looks every second. No rule is met. */
    private static final String WATCH = "watch=true";

    private static final List<Setup> SETUPS = List.of(
            new Setup("jemalloc alone", false, false, "", 0, ""),
            new Setup("agent idle", true, false, "", 0, ""),
            new Setup("agent sampling, 512 KiB", true, true, "", 0, ""),
            new Setup("sampling and watching", true, true, "", 0, WATCH),
            new Setup("and a snapshot every second", true, true, "", 0, WATCH + ",history.every=1s"),
            new Setup("and a dump every second", true, true, "/pprof/heap", 0, ""),
            new Setup("idle, /metrics every second", true, false, "/metrics", 0, ""),
            new Setup("200 callers hang on it", true, false, "", 200, ""),
            new Setup("the same, sampling, a dump too", true, true, "/pprof/heap", 200, ""));

    private AgentCosts() {}

    /**
     * Measures; {@code benchmarks/agent} calls it.
     *
     * @param arguments the watched java, jemalloc, the native library, a folder of ours, the rounds, the seconds of each
     *     measurement, and those of the idle one
     * @throws IOException where a service can't be started or doesn't answer
     * @throws InterruptedException where it is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Programs programs = new Programs(
                Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]));
        busy(programs, Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]));
        idle(programs, Integer.parseInt(arguments[6]));
    }

    private static void busy(Programs programs, int rounds, int seconds) throws IOException, InterruptedException {
        double[][] rate = new double[SETUPS.size()][rounds];
        double[][] slowest = new double[SETUPS.size()][rounds];
        double[][] processor = new double[SETUPS.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < SETUPS.size(); i++) {
                // Each round begins elsewhere, so that no setup always follows the same one.
                int index = (i + round) % SETUPS.size();
                String[] result = measure(programs, SETUPS.get(index), seconds);
                rate[index][round] = Double.parseDouble(result[1]);
                slowest[index][round] = Double.parseDouble(result[2]);
                processor[index][round] = Double.parseDouble(result[3]);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d rounds of %d s, medians%n  %-28s %12s %8s %10s %8s %12s %8s%n",
                rounds,
                seconds,
                "",
                "requests/s",
                "ratio",
                "p99 us",
                "ratio",
                "CPU us each",
                "ratio");
        for (int i = 0; i < SETUPS.size(); i++) {
            System.out.printf(
                    Locale.ROOT,
                    "  %-28s %12.0f %8.3f %10.1f %8.3f %12.1f %8.3f%n",
                    SETUPS.get(i).name(),
                    median(rate[i]),
                    median(ratios(rate[i], rate[0])),
                    median(slowest[i]),
                    median(ratios(slowest[i], slowest[0])),
                    median(processor[i]),
                    median(ratios(processor[i], processor[0])));
        }
    }

    private static String[] measure(Programs programs, Setup setup, int seconds)
            throws IOException, InterruptedException {
        Process service =
                programs.start(setup.agent(), setup.options(), Integer.toString(seconds), Integer.toString(seconds));
        try {
            if (setup.agent()) {
                AgentClient agent = programs.agentOf(service);
                if (setup.sampling()) {
                    agent.activate();
                }
                HangingCallers callers = HangingCallers.start(agent, setup.hanging());
                try {
                    fetchEverySecond(agent, setup.path(), service);
                } finally {
                    callers.end();
                }
            }
            String output = new String(service.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (service.waitFor() != 0 || !output.startsWith("result ")) {
                throw new IOException(setup.name() + ": no result, but " + output);
            }
            return output.strip().split(" ", -1);
        } finally {
            service.destroyForcibly();
        }
    }

    private static void fetchEverySecond(AgentClient agent, String path, Process service)
            throws IOException, InterruptedException {
        while (!service.waitFor(1, TimeUnit.SECONDS)) {
            if (path.isEmpty()) {
                continue;
            }
            try {
                agent.fetch(path);
            } catch (IOException e) {
                // Its end may come in the middle of an answer.
                if (!service.waitFor(5, TimeUnit.SECONDS)) {
                    throw e;
                }
            }
        }
    }

    private static void idle(Programs programs, int seconds) throws IOException, InterruptedException {
        List<Process> services = new ArrayList<>();
        try {
            services.add(programs.start(false, "", "idle"));
            services.add(programs.start(true, "", "idle"));
            AgentClient agent = programs.agentOf(services.get(1));
            // The JVM's own start, with its compilers, is over by then.
            TimeUnit.SECONDS.sleep(3);
            print("idle, never asked", services, seconds);
            for (int i = 0; i < 8; i++) {
                agent.fetch("/api/v1/state");
            }
            TimeUnit.SECONDS.sleep(3);
            print("idle, its state asked for eight times before", services, seconds);
            agent.fetch("/metrics");
            agent.fetch("/metrics");
            TimeUnit.SECONDS.sleep(3);
            print("idle, and its metrics twice", services, seconds);
            watching(programs, services, seconds);
        } finally {
            services.forEach(Process::destroyForcibly);
        }
    }

    /** A minute's cost of the watch, and of a snapshot of the history in it. */
    private static void watching(Programs programs, List<Process> services, int seconds)
            throws IOException, InterruptedException {
        services.get(1).destroyForcibly();
        services.set(1, programs.start(true, WATCH, "idle"));
        programs.agentOf(services.get(1)).activate();
        // The first snapshot, which loads what the others need, is over by then.
        TimeUnit.SECONDS.sleep(65);
        print("sampling, watching, with a history", services, Math.max(60, seconds));
    }

    private static void print(String what, List<Process> services, int seconds)
            throws IOException, InterruptedException {
        Usage without = Usage.of(services.get(0).pid());
        Usage with = Usage.of(services.get(1).pid());
        TimeUnit.SECONDS.sleep(seconds);
        double cpuWithout = Usage.of(services.get(0).pid()).millisSince(without);
        double cpuWith = Usage.of(services.get(1).pid()).millisSince(with);
        System.out.printf(
                Locale.ROOT,
                "%s: %+.1f MiB beside the same without it; %.1f ms of processor time in %d s, without it %.1f%n",
                what,
                (with.residentBytes() - without.residentBytes()) / 1048576.0,
                cpuWith,
                seconds,
                cpuWithout);
    }

    private static double[] ratios(double[] figures, double[] bases) {
        double[] ratios = new double[figures.length];
        Arrays.setAll(ratios, i -> figures[i] / bases[i]);
        return ratios;
    }

    private static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Starts services, all alike but for the agent. */
    private record Programs(Path java, Path jemalloc, Path library, Path folder) {

        Process start(boolean agent, String options, String... arguments) throws IOException {
            List<String> command = new ArrayList<>(List.of(java.toString(), "-Xms64m", "-Xmx256m", "-XX:+UseSerialGC"));
            if (agent) {
                command.add("-agentpath:" + library + (options.isEmpty() ? "" : "=" + options));
            }
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Service.class.getName()));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectError(folder.resolve("log").toFile());
            builder.environment().put("LD_PRELOAD", jemalloc.toString());
            builder.environment().put("MALLOC_CONF", "prof:true,prof_active:false");
            builder.environment()
                    .put("JEMSCOPE_RUNTIME_DIR", folder.resolve("run").toString());
            return builder.start();
        }

        AgentClient agentOf(Process service) throws IOException, InterruptedException {
            Path descriptor = folder.resolve("run").resolve(service.pid() + ".json");
            while (!Files.exists(descriptor)) {
                if (service.waitFor(10, TimeUnit.MILLISECONDS)) {
                    throw new IOException("the service ended at once: " + Files.readString(folder.resolve("log")));
                }
            }
            return AgentClient.of(Files.readString(descriptor));
        }
    }
}
