package io.jemscope.profile.proflog;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Location;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleCollector;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.Samples;
import io.jemscope.profile.jemalloc.SymbolSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A log's stacks and threads, which its allocations name by their numbers. */
final class LogStacks {

    private static final int MOST = 1 << 20;

    /** jemalloc's stacks have at most 128 addresses by default. */
    private static final int DEEPEST = 1 << 16;

    private final LogJson json;
    private final List<long[]> traces = new ArrayList<>();
    private final List<String> threads = new ArrayList<>();
    private long addresses;

    LogStacks(LogJson json) {
        this.json = json;
    }

    void readThreads() throws IOException {
        json.beginArray();
        while (json.nextElement()) {
            String name = "";
            long uid = threads.size();
            json.beginObject();
            for (String fact = json.nextName(); !fact.isEmpty(); fact = json.nextName()) {
                switch (fact) {
                    case "thr_uid" -> uid = json.wholeNumber();
                    case "thr_name" -> name = json.string();
                    default -> json.skip();
                }
            }
            check(threads.size(), "threads");
            threads.add(name.isBlank() ? "thread " + uid : name);
        }
    }

    void readTraces() throws IOException {
        json.beginArray();
        while (json.nextElement()) {
            check(traces.size(), "stacks");
            traces.add(trace());
        }
    }

    private long[] trace() throws IOException {
        List<Long> trace = new ArrayList<>();
        json.beginArray();
        while (json.nextElement()) {
            trace.add(address(json.string()));
            if (trace.size() > DEEPEST || ++addresses > (1L << 26)) {
                throw json.fail("the stacks have more addresses than any that jemalloc writes");
            }
        }
        return trace.stream().mapToLong(Long::longValue).toArray();
    }

    private long address(String text) throws FormatException {
        try {
            return Long.parseUnsignedLong(text.startsWith("0x") ? text.substring(2) : text, 16);
        } catch (NumberFormatException e) {
            FormatException clearer = json.fail("there should be an address such as \"0x7f0012345678\"");
            clearer.initCause(e);
            throw clearer;
        }
    }

    private void check(int count, String what) throws FormatException {
        if (count == MOST) {
            throw json.fail("there are more than " + MOST + " " + what);
        }
    }

    /** A sample for each stack and thread with allocations. */
    Samples samples(LogAllocations allocations, SampleRate rate, SymbolSection names) throws FormatException {
        Map<Long, Amount[]> sums = new LinkedHashMap<>();
        for (Map.Entry<LogAllocations.Kind, long[]> entry : allocations.counts().entrySet()) {
            LogAllocations.Kind kind = entry.getKey();
            if (kind.trace() >= traces.size() || kind.thread() >= threads.size()) {
                throw json.fail("an allocation names stack " + kind.trace() + " of " + traces.size() + " or thread "
                        + kind.thread() + " of " + threads.size() + ", which isn't there");
            }
            Amount one = rate.scale(1, kind.bytes());
            long count = entry.getValue()[0];
            Amount all = one.times((double) count, (double) count);
            Amount[] sum = sums.computeIfAbsent(
                    (long) kind.trace() << 32 | kind.thread(), key -> new Amount[] {Amount.NONE, Amount.NONE});
            sum[0] = kind.freed() ? sum[0] : sum[0].plus(all);
            sum[1] = sum[1].plus(all);
        }
        Map<Long, Location> locations = new HashMap<>();
        SampleCollector samples = new SampleCollector();
        for (Map.Entry<Long, Amount[]> entry : sums.entrySet()) {
            List<Location> stack = new ArrayList<>();
            for (long address : traces.get((int) (entry.getKey() >>> 32))) {
                stack.add(locations.computeIfAbsent(address, any -> names.locate(any, null)));
            }
            Amount[] sum = entry.getValue();
            samples.add(new Sample(
                    stack, sum[0], sum[1], labels(stack, entry.getKey().intValue())));
        }
        return samples.samples();
    }

    private Map<String, String> labels(List<Location> stack, int thread) {
        boolean java = false;
        for (Location location : stack) {
            java |= location.isJava();
        }
        return Map.of(Sample.THREAD, threads.get(thread), Sample.KIND, java ? "java" : "native");
    }
}
