package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.Frame;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a profile in pprof's format (google/pprof, {@code proto/profile.proto}), compressed by gzip, for {@code go tool
 * pprof}, Parca, Pyroscope and others.
 *
 * <p>Sample types are {@code inuse_objects/count} and {@code inuse_space/bytes}, before them {@code alloc_objects} and
 * {@code alloc_space} if accumulated amounts are known. Figures are whole numbers; fractions are carried from sample to
 * sample, so that totals stay right. The period is the sampling rate, from which a reader can compute every figure's
 * error. Facts are comments, {@code key: value}. {@link PprofReader} returns an equal profile, except for fractions,
 * mappings without a location, and a native frame's library if it differs from the file of its location's mapping.
 */
public final class PprofWriter {

    private static final long NANOS_IN_MILLI = 1_000_000;

    /** The facts with the time at which a profile's figures begin; the first one known counts. */
    private static final List<String> BEGINNINGS =
            List.of(ProfileMetadata.ACTIVE_SINCE, ProfileMetadata.HOOK_SINCE, ProfileMetadata.PROGRAM_START);

    /** Facts with a field of their own. */
    private static final Set<String> FIELDS = Set.of(
            ProfileMetadata.DROP_FRAMES,
            ProfileMetadata.KEEP_FRAMES,
            ProfileMetadata.SHOWN,
            ProfileMetadata.DIFFERENCE);

    private final Profile profile;
    private final SampleType shown;
    private final OutputStream out;

    /** The texts by their numbers. */
    private final IdAssigner<String> strings = new IdAssigner<>();

    private final ProtobufWriter top = new ProtobufWriter();
    private final ProtobufWriter message = new ProtobufWriter();
    private final ProtobufWriter inner = new ProtobufWriter();

    /** By their numbers less 1, as 0 means none; so are the functions. */
    private final IdAssigner<Location> locations = new IdAssigner<>();

    private final IdAssigner<PprofFunctionCodec> functions = new IdAssigner<>();

    private PprofWriter(Profile profile, SampleType shown, OutputStream out) {
        this.profile = profile;
        this.shown = shown;
        this.out = out;
        // The format requires that text 0 is empty.
        strings.of("");
    }

    /**
     * Writes a profile.
     *
     * @param profile the profile, with or without frames
     * @param out where to; flushed, not closed
     * @throws IOException if writing fails
     */
    public static void write(Profile profile, OutputStream out) throws IOException {
        write(profile, SampleColumn.DEFAULT.measure(), out);
    }

    /**
     * Writes a profile with a figure that readers show first.
     *
     * @param profile the profile, with or without frames
     * @param shown the figure; live bytes if the profile doesn't have it
     * @param out where to; flushed, not closed
     * @throws IOException if writing fails
     */
    public static void write(Profile profile, SampleType shown, OutputStream out) throws IOException {
        GZIPOutputStream packed = new GZIPOutputStream(out, 1 << 13);
        new PprofWriter(profile, shown, packed).write();
        packed.finish();
        out.flush();
    }

    private void write() throws IOException {
        List<SampleColumn> columns = SampleColumn.of(profile);
        for (SampleColumn column : columns) {
            valueType(1, column.type(), column.measure().unit());
        }
        writeSamples(columns);
        MappingTally mappings = new MappingTally(profile, locations.inOrder());
        for (MappingTally.Entry mapping : mappings.entries()) {
            writeMapping(mapping);
        }
        for (int i = 0; i < locations.size(); i++) {
            writeLocation(i + 1, locations.inOrder().get(i), mappings);
        }
        writeFunctions();
        writeTimes();
        valueType(11, "space", "bytes");
        top.number(12, profile.rate().bytes());
        writeComments();
        top.number(7, strings.of(fact(ProfileMetadata.DROP_FRAMES)));
        top.number(8, strings.of(fact(ProfileMetadata.KEEP_FRAMES)));
        top.number(14, strings.of(shownType(columns)));
        // Last, since every other part adds to them.
        for (String text : strings.inOrder()) {
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
        message.number(1, strings.of(type));
        message.number(2, strings.of(unit));
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
            message.packed(
                    1,
                    sample.stack().stream()
                            .mapToLong(location -> locations.of(location) + 1)
                            .toArray());
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
            inner.number(1, strings.of(key));
            inner.number(3, size);
            inner.number(4, strings.of("bytes"));
            message.message(3, inner);
        }
    }

    private void writeLabel(String key, String values) {
        for (String value : LabelValues.of(values)) {
            inner.clear();
            inner.number(1, strings.of(key));
            inner.number(2, strings.of(value));
            message.message(3, inner);
        }
    }

    private void writeMapping(MappingTally.Entry entry) {
        Mapping mapping = entry.mapping();
        message.clear();
        message.number(1, entry.id());
        message.number(2, mapping.start());
        message.number(3, mapping.limit());
        message.number(4, mapping.fileOffset());
        message.number(5, strings.of(mapping.shownName()));
        message.number(
                6, strings.of(mapping.buildId() == null ? "" : mapping.buildId().hex()));
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
            inner.clear();
            inner.number(1, functions.of(PprofFunctionCodec.of(frame)) + 1);
            inner.number(2, frame.line());
            message.message(4, inner);
        }
        top.message(4, message);
        top.flushTo(out);
    }

    private void writeFunctions() throws IOException {
        for (PprofFunctionCodec function : functions.inOrder()) {
            message.clear();
            message.number(1, functions.of(function) + 1);
            message.number(2, strings.of(function.name()));
            message.number(3, strings.of(function.systemName()));
            message.number(4, strings.of(function.file()));
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
        long[] comments =
                comments(profile.metadata()).stream().mapToLong(strings::of).toArray();
        top.packed(13, comments);
    }

    /** The facts without a field of their own, as comments. */
    static List<String> comments(ProfileMetadata metadata) {
        return metadata.without(FIELDS).facts().entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .toList();
    }
}
