package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleCollector;
import io.jemscope.profile.SampleRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decodes one message. Its parts refer to each other and come in any order, so all are found first and decoded then.
 */
final class PprofDecoder {

    /** Bounds the memory that a small hostile file can make us allocate. */
    private static final int MOST_PARTS = 1 << 22;

    /** A longer unit would be copied into every sample, and isn't a unit. */
    private static final int LONGEST_UNIT = 32;

    /** Many labels can name one long text; their values are copied into one. */
    private static final int MOST_JOINED = 1 << 28;

    private static final long NANOS_IN_MILLI = 1_000_000;

    private final ProtobufReader message;
    private final List<ProtobufReader> samples = new ArrayList<>();
    private final List<ProtobufReader> mappings = new ArrayList<>();
    private final List<ProtobufReader> locations = new ArrayList<>();
    private final List<ProtobufReader> functions = new ArrayList<>();
    private final List<ProtobufReader> sampleTypes = new ArrayList<>();
    private final List<String> strings = new ArrayList<>();
    private final Numbers comments = new Numbers();
    private final List<ProtobufReader> periodTypes = new ArrayList<>();
    private boolean difference;
    private long dropFrames;
    private long keepFrames;
    private long timeNanos;
    private long period;
    private long shownType;

    /** Of the current sample, see {@link BlockBytes}; 0 without such a label. */
    private long liveBlockBytes;

    private long accumulatedBlockBytes;

    /** The number of characters of labels with several values so far. */
    private long joined;

    PprofDecoder(byte[] bytes) {
        message = new ProtobufReader(bytes);
    }

    Profile decode() throws FormatException {
        findParts();
        List<ValueType> types = new ArrayList<>();
        for (ProtobufReader type : sampleTypes) {
            types.add(ValueType.read(type, this));
        }
        HeapColumns columns = HeapColumns.of(types, string(shownType));
        LocationDecoder places = new LocationDecoder(this);
        places.read(mappings, functions, locations);
        SampleCollector decoded = new SampleCollector();
        for (ProtobufReader sample : samples) {
            decoded.add(sample(sample, columns, places.byId()));
        }
        return new Profile(rate(), decoded.samples(), places.mappings(), metadata(columns));
    }

    private void findParts() throws FormatException {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> add(sampleTypes, message.message());
                case 2 -> add(samples, message.message());
                case 3 -> add(mappings, message.message());
                case 4 -> add(locations, message.message());
                case 5 -> add(functions, message.message());
                case 6 -> add(strings, message.text());
                case 7 -> dropFrames = message.number();
                case 8 -> keepFrames = message.number();
                case 9 -> timeNanos = message.number();
                case 11 -> add(periodTypes, message.message());
                case 12 -> period = message.number();
                case 13 -> message.addNumbers(comments);
                case 14 -> shownType = message.number();
                default -> {
                    // The duration and later additions; nothing depends on them.
                }
            }
        }
    }

    private <T> void add(List<T> parts, T part) throws FormatException {
        if (parts.size() == MOST_PARTS) {
            throw message.fail("there are more than " + MOST_PARTS + " parts of one kind");
        }
        parts.add(part);
    }

    /** A text of the table. */
    String string(long number) throws FormatException {
        if (number == 0 && strings.isEmpty()) {
            return "";
        }
        if (number < 0 || number >= strings.size()) {
            throw PprofReader.failure("there is no text " + number + " in its table of " + strings.size());
        }
        return strings.get((int) number);
    }

    private Sample sample(ProtobufReader sample, HeapColumns columns, Map<Long, Location> byId) throws FormatException {
        Numbers ids = new Numbers();
        Numbers figures = new Numbers();
        Map<String, List<String>> values = new HashMap<>();
        liveBlockBytes = 0;
        accumulatedBlockBytes = 0;
        for (int field = sample.next(); field != 0; field = sample.next()) {
            switch (field) {
                case 1 -> sample.addNumbers(ids);
                case 2 -> sample.addNumbers(figures);
                case 3 -> readLabel(sample.message(), values);
                default -> {
                    // A later addition.
                }
            }
        }
        List<Location> stack = new ArrayList<>(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            Location location = byId.get(ids.get(i));
            if (location == null) {
                throw PprofReader.failure("a sample names location " + ids.get(i) + ", which isn't there");
            }
            stack.add(location);
        }
        columns.check(figures);
        Amount live = columns.live(figures);
        Amount accumulated = columns.accumulated(figures);
        Map<String, String> labels = new HashMap<>();
        for (Map.Entry<String, List<String>> label : values.entrySet()) {
            labels.put(label.getKey(), join(label.getValue()));
        }
        difference |= live.isNegative() || accumulated.isNegative();
        return new Sample(
                stack,
                BlockBytes.read(live, liveBlockBytes),
                BlockBytes.read(accumulated, accumulatedBlockBytes),
                labels);
    }

    private String join(List<String> values) throws FormatException {
        if (values.size() > 1) {
            for (String value : values) {
                joined += value.length();
            }
            if (joined > MOST_JOINED) {
                throw PprofReader.failure("its labels have more than " + MOST_JOINED + " characters");
            }
        }
        return LabelValues.join(values);
    }

    private void readLabel(ProtobufReader label, Map<String, List<String>> values) throws FormatException {
        String key = "";
        String text = "";
        long number = 0;
        String unit = "";
        for (int field = label.next(); field != 0; field = label.next()) {
            switch (field) {
                case 1 -> key = string(label.number());
                case 2 -> text = string(label.number());
                case 3 -> number = label.number();
                case 4 -> unit = string(label.number());
                default -> {
                    // A later addition.
                }
            }
        }
        if (key.equals(BlockBytes.LIVE)) {
            liveBlockBytes = number;
        } else if (key.equals(BlockBytes.ACCUMULATED)) {
            accumulatedBlockBytes = number;
        } else {
            values.computeIfAbsent(key, any -> new ArrayList<>(1)).add(text.isEmpty() ? withUnit(number, unit) : text);
        }
    }

    private static String withUnit(long number, String unit) {
        return unit.isEmpty() || unit.length() > LONGEST_UNIT ? Long.toString(number) : number + " " + unit;
    }

    private SampleRate rate() throws FormatException {
        if (periodTypes.isEmpty() || period < 1) {
            return SampleRate.UNKNOWN;
        }
        ValueType type = ValueType.read(periodTypes.get(periodTypes.size() - 1), this);
        return type.unit().equals("bytes") ? new SampleRate(period) : SampleRate.UNKNOWN;
    }

    private ProfileMetadata metadata(HeapColumns columns) throws FormatException {
        Map<String, String> facts = new LinkedHashMap<>();
        Set<String> remarks = new LinkedHashSet<>();
        for (int i = 0; i < comments.size(); i++) {
            String comment = string(comments.get(i));
            int colon = comment.indexOf(": ");
            if (colon > 0) {
                facts.put(comment.substring(0, colon), comment.substring(colon + 2));
            } else {
                remarks.add(comment);
            }
        }
        if (!remarks.isEmpty()) {
            facts.putIfAbsent(ProfileMetadata.COMMENT, String.join("\n", remarks));
        }
        if (timeNanos != 0) {
            facts.putIfAbsent(ProfileMetadata.TIME, Long.toString(timeNanos / NANOS_IN_MILLI));
        }
        put(facts, ProfileMetadata.DIFFERENCE, difference ? "the file has negative figures" : "");
        put(facts, ProfileMetadata.DROP_FRAMES, string(dropFrames));
        put(facts, ProfileMetadata.KEEP_FRAMES, string(keepFrames));
        put(facts, ProfileMetadata.SHOWN, SampleColumn.isUsual(columns.shown()) ? "" : columns.shown());
        if (columns.doubt() != null) {
            facts.put(ProfileMetadata.FIGURES, columns.doubt());
        }
        return new ProfileMetadata(facts);
    }

    private static void put(Map<String, String> facts, String key, String value) {
        if (value.isEmpty()) {
            facts.remove(key);
        } else {
            facts.put(key, value);
        }
    }

    /** Whether async-profiler's converter wrote the file. */
    boolean isConverted() throws FormatException {
        for (int i = 0; i < comments.size(); i++) {
            if (string(comments.get(i)).equals(AsyncProfilerNames.REMARK)) {
                return true;
            }
        }
        return false;
    }
}
