package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.Frame;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The message of one profile. Used once. */
final class PprofEncoder {

    private static final long NANOS_IN_MILLI = 1_000_000;

    /** The facts that tell when what a profile shows began, the latest first. */
    private static final List<String> BEGINNINGS =
            List.of(ProfileMetadata.ACTIVE_SINCE, ProfileMetadata.HOOK_SINCE, ProfileMetadata.PROGRAM_START);

    /** The facts that have fields of their own. */
    private static final Set<String> FIELDS = Set.of(
            ProfileMetadata.DROP_FRAMES,
            ProfileMetadata.KEEP_FRAMES,
            ProfileMetadata.SHOWN,
            ProfileMetadata.DIFFERENCE);

    private final Profile profile;
    private final SampleType shown;
    private final OutputStream out;
    private final StringTable strings = new StringTable();
    private final ProtobufWriter top = new ProtobufWriter();
    private final ProtobufWriter message = new ProtobufWriter();
    private final ProtobufWriter inner = new ProtobufWriter();
    private final Map<Location, Integer> locations = new HashMap<>();
    private final List<Location> locationsInOrder = new ArrayList<>();
    private final Map<PprofFunctionCodec, Integer> functions = new LinkedHashMap<>();

    PprofEncoder(Profile profile, SampleType shown, OutputStream out) {
        this.profile = profile;
        this.shown = shown;
        this.out = out;
    }

    void encode() throws IOException {
        List<SampleColumn> columns = SampleColumn.of(profile);
        for (SampleColumn column : columns) {
            valueType(1, column.type(), column.measure().unit());
        }
        writeSamples(columns);
        MappingTally mappings = new MappingTally(profile, locationsInOrder);
        for (MappingTally.Entry mapping : mappings.entries()) {
            writeMapping(mapping);
        }
        for (int i = 0; i < locationsInOrder.size(); i++) {
            writeLocation(i + 1, locationsInOrder.get(i), mappings);
        }
        writeFunctions();
        writeTimes();
        valueType(11, "space", "bytes");
        top.number(12, profile.rate().bytes());
        writeComments();
        top.number(7, strings.number(fact(ProfileMetadata.DROP_FRAMES)));
        top.number(8, strings.number(fact(ProfileMetadata.KEEP_FRAMES)));
        top.number(14, strings.number(shownType(columns)));
        // Last, since every other part adds to them.
        for (String text : strings.texts()) {
            top.text(6, text);
        }
        top.flushTo(out);
    }

    private String shownType(List<SampleColumn> columns) {
        for (SampleColumn column : columns) {
            if (column.measure() == shown) {
                return column.type();
            }
        }
        return SampleColumn.DEFAULT.type();
    }

    private void valueType(int field, String type, String unit) {
        message.clear();
        message.number(1, strings.number(type));
        message.number(2, strings.number(unit));
        top.message(field, message);
    }

    private void writeSamples(List<SampleColumn> columns) throws IOException {
        CumulativeRounding[] roundings =
                columns.stream().map(column -> new CumulativeRounding()).toArray(CumulativeRounding[]::new);
        long[] values = new long[columns.size()];
        for (Sample sample : profile.samples()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = roundings[i].round(columns.get(i).measure().of(sample));
            }
            message.clear();
            message.packed(1, sample.stack().stream().mapToLong(this::number).toArray());
            message.packed(2, values);
            new TreeMap<>(sample.labels()).forEach(this::writeLabel);
            for (int i = 1; i < values.length; i += 2) {
                boolean live = columns.get(i).equals(SampleColumn.DEFAULT);
                Amount amount = live ? sample.live() : sample.accumulated();
                writeBlockBytes(live ? BlockBytes.LIVE : BlockBytes.ACCUMULATED, amount, values[i - 1], values[i]);
            }
            top.message(2, message);
            top.flushTo(out);
        }
    }

    private void writeBlockBytes(String key, Amount amount, long objects, long bytes) {
        long size = BlockBytes.written(amount, objects, bytes);
        if (size > 0) {
            inner.clear();
            inner.number(1, strings.number(key));
            inner.number(3, size);
            inner.number(4, strings.number("bytes"));
            message.message(3, inner);
        }
    }

    private void writeLabel(String key, String values) {
        for (String value : LabelValues.of(values)) {
            inner.clear();
            inner.number(1, strings.number(key));
            inner.number(2, strings.number(value));
            message.message(3, inner);
        }
    }

    /** The location's number, given to it now if it is new. */
    private int number(Location location) {
        Integer known = locations.putIfAbsent(location, locationsInOrder.size() + 1);
        if (known != null) {
            return known;
        }
        locationsInOrder.add(location);
        return locationsInOrder.size();
    }

    private void writeMapping(MappingTally.Entry entry) {
        Mapping mapping = entry.mapping();
        message.clear();
        message.number(1, entry.id());
        message.number(2, mapping.start());
        message.number(3, mapping.limit());
        message.number(4, mapping.fileOffset());
        message.number(5, strings.number(mapping.shownName()));
        message.number(
                6,
                strings.number(
                        mapping.buildId() == null ? "" : mapping.buildId().hex()));
        message.truth(7, entry.hasFunctions());
        message.truth(8, entry.hasFiles());
        message.truth(9, entry.hasLines());
        message.truth(10, entry.hasInlines());
        top.message(3, message);
    }

    private void writeLocation(int id, Location location, MappingTally mappings) throws IOException {
        message.clear();
        message.number(1, id);
        message.number(2, mappings.id(location));
        message.number(3, location.address());
        for (Frame frame : location.frames()) {
            PprofFunctionCodec function = PprofFunctionCodec.of(frame);
            Integer known = functions.putIfAbsent(function, functions.size() + 1);
            inner.clear();
            inner.number(1, known == null ? functions.size() : known);
            inner.number(2, PprofFunctionCodec.line(frame));
            message.message(4, inner);
        }
        top.message(4, message);
        top.flushTo(out);
    }

    private void writeFunctions() throws IOException {
        for (Map.Entry<PprofFunctionCodec, Integer> entry : functions.entrySet()) {
            PprofFunctionCodec function = entry.getKey();
            message.clear();
            message.number(1, entry.getValue());
            message.number(2, strings.number(function.name()));
            message.number(3, strings.number(function.systemName()));
            message.number(4, strings.number(function.file()));
            top.message(5, message);
            top.flushTo(out);
        }
    }

    private void writeTimes() {
        ProfileMetadata metadata = profile.metadata();
        OptionalLong time = metadata.count(ProfileMetadata.TIME);
        if (time.isEmpty()) {
            return;
        }
        top.number(9, time.getAsLong() * NANOS_IN_MILLI);
        for (String beginning : BEGINNINGS) {
            OptionalLong since = metadata.count(beginning);
            if (since.isPresent()) {
                top.number(10, Math.max(0, time.getAsLong() - since.getAsLong()) * NANOS_IN_MILLI);
                return;
            }
        }
    }

    private String fact(String key) {
        return profile.metadata().get(key).orElse("");
    }

    private void writeComments() {
        long[] comments = profile.metadata().without(FIELDS).facts().entrySet().stream()
                .mapToLong(fact -> strings.number(fact.getKey() + ": " + fact.getValue()))
                .toArray();
        top.packed(13, comments);
    }
}
