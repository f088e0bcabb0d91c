package io.jemscope.profile.callgrind;

import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * Writes callgrind's format (Valgrind's manual, "Callgrind Format Specification"), which KCachegrind and
 * {@code callgrind_annotate} read. Each measure is an event, the live bytes first; positions are source lines, 0 where
 * they aren't known; names are written once and referred to by number.
 *
 * <p>The cost of a call is the memory allocated through it, counted once a stack even if the call recurs. The number of
 * calls isn't known, so the number of samples is written. Control characters become question marks.
 */
public final class CallgrindWriter {

    private final Profile profile;
    private final Writer text;

    /** The names of the events; this and what follows are in the order of the enum. */
    private final Map<SampleType, String> events = new EnumMap<>(SampleType.class);

    private final Map<SampleType, CumulativeRounding> roundings = new EnumMap<>(SampleType.class);
    private final Map<SampleType, Long> totals = new EnumMap<>(SampleType.class);
    private final IdAssigner<String> objects = new IdAssigner<>();
    private final IdAssigner<String> files = new IdAssigner<>();
    private final IdAssigner<String> names = new IdAssigner<>();

    private CallgrindWriter(Profile profile, Writer text) {
        this.profile = profile;
        this.text = text;
        events.put(SampleType.LIVE_BYTES, "LiveBytes");
        events.put(SampleType.LIVE_OBJECTS, "LiveObjects");
        if (!profile.accumulated().isNone()) {
            events.put(SampleType.ACCUMULATED_BYTES, "AccumulatedBytes");
            events.put(SampleType.ACCUMULATED_OBJECTS, "AccumulatedObjects");
        }
        for (SampleType measure : events.keySet()) {
            roundings.put(measure, new CumulativeRounding());
            totals.put(measure, 0L);
        }
    }

    /**
     * Writes a profile.
     *
     * @param profile the profile; locations without frames are written as addresses
     * @param out where to, in UTF-8; flushed, not closed
     * @throws IllegalArgumentException if the profile has negative amounts, for which the form has no room; nothing is
     *     written then
     * @throws IOException if writing fails
     */
    public static void write(Profile profile, OutputStream out) throws IOException {
        profile.requireNoNegatives("Callgrind's format");
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        new CallgrindWriter(profile, text).write();
        text.flush();
    }

    private void write() throws IOException {
        line("# callgrind format");
        line("version: 1");
        line("creator: jemscope");
        header("pid", "pid");
        header("cmd", "command");
        line("positions: line");
        for (Map.Entry<SampleType, String> event : events.entrySet()) {
            line("event: " + event.getValue() + " : " + longName(event.getKey()));
        }
        line("events: " + String.join(" ", events.values()));
        CallTally tally = new CallTally(profile);
        for (int number = 0; number < tally.functions().size(); number++) {
            line("");
            writeFunction("", tally.functions().get(number));
            CallTally.Costs costs = tally.costs(number);
            for (Map.Entry<Integer, CallTally.Cost> self : costs.self().entrySet()) {
                writeSelf(self.getKey(), self.getValue());
            }
            for (Map.Entry<CallTally.Call, CallTally.Cost> call : costs.calls().entrySet()) {
                writeCall(tally, call.getKey(), call.getValue());
            }
        }
        line("");
        StringBuilder sums = new StringBuilder("totals:");
        totals.values().forEach(total -> sums.append(' ').append(total));
        line(sums.toString());
    }

    private static String longName(SampleType measure) {
        return switch (measure) {
            case LIVE_BYTES -> "Bytes still held";
            case LIVE_OBJECTS -> "Objects still held";
            case ACCUMULATED_BYTES -> "Bytes allocated in total";
            case ACCUMULATED_OBJECTS -> "Objects allocated in total";
        };
    }

    private void header(String key, String fact) throws IOException {
        String value = profile.metadata().facts().get(fact);
        if (value != null && !value.isBlank()) {
            line(key + ": " + value);
        }
    }

    private void writeFunction(String prefix, Function function) throws IOException {
        line(prefix + "ob=" + compressed(objects, function.object()));
        line(prefix + "fl=" + compressed(files, function.file()));
        line(prefix + "fn=" + compressed(names, function.name()));
    }

    private static String compressed(IdAssigner<String> known, String name) {
        int size = known.size();
        int number = known.of(name);
        return "(" + (number + 1) + ")" + (number == size ? " " + name : "");
    }

    private void writeSelf(int line, CallTally.Cost cost) throws IOException {
        StringBuilder figures = new StringBuilder().append(line);
        for (Map.Entry<SampleType, CumulativeRounding> rounding : roundings.entrySet()) {
            SampleType measure = rounding.getKey();
            long whole = rounding.getValue().round(cost.of(measure));
            totals.merge(measure, whole, Long::sum);
            figures.append(' ').append(whole);
        }
        line(figures.toString());
    }

    private void writeCall(CallTally tally, CallTally.Call call, CallTally.Cost cost) throws IOException {
        writeFunction("c", tally.functions().get(call.callee()));
        line("calls=" + cost.samples() + " " + call.calleeLine());
        StringBuilder figures = new StringBuilder().append(call.line());
        for (SampleType measure : events.keySet()) {
            figures.append(' ').append(Math.round(cost.of(measure)));
        }
        line(figures.toString());
    }

    private void line(String line) throws IOException {
        text.append(Printable.of(line)).append('\n');
    }
}
