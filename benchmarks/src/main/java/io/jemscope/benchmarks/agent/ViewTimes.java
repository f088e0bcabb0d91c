package io.jemscope.benchmarks.agent;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how long the agent takes to render a dump, in an idle program and in one that keeps every processor busy: the first
 * view, and the one of the next dump. Prints beside it which share of its usual work the program gets done meanwhile.
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
                    try (BusyTarget target = BusyTarget.start(arguments, busy)) {
                        first[i] =
                                secondsFor(form, target.agent(), target.agent().dump());
                        double usual = target.workASecond(2_000);
                        String dump = target.agent().dump();
                        long before = target.work();
                        next[i] = secondsFor(form, target.agent(), dump);
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

    private static double secondsFor(String form, AgentClient agent, String dump) throws IOException {
        long start = System.nanoTime();
        agent.fetch("/api/v1/dumps/" + dump + "?format=" + form + "&wait=60");
        return (System.nanoTime() - start) / 1e9;
    }
}
