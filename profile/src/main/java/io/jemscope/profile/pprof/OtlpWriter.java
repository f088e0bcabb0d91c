package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the live memory of a profile as a request of OpenTelemetry's protocol, an {@code ExportProfilesServiceRequest} of
 * opentelemetry-proto {@value #PROTO}. The protocol's profiles are in development: another version may read them otherwise.
 *
 * <p>An OTLP profile has one sample type, so there are two, {@code inuse_space/bytes} and {@code inuse_objects/count}, with the same
 * samples in the same order, as OpenTelemetry's own conversion to pprof demands. Figures, frames, mappings and the period are those of
 * {@link PprofWriter}. Labels are attributes of samples, and so is the size of blocks, {@code block_bytes}. Facts are attributes {@code
 * pprof.profile.comment.N} of both profiles; {@code jemscope.total.low} and {@code .high} are the 95 % range of a profile's total.
 */
public final class OtlpWriter {

    /** The version of opentelemetry-proto. */
    public static final String PROTO = "1.11.0-alpha";

    private static final long NANOS_IN_SECOND = 1_000_000_000;
    private static final int ID_BYTES = 16;

    private static final List<SampleColumn> COLUMNS = List.of(SampleColumn.DEFAULT, SampleColumn.LIVE_OBJECTS);

    private final Profile profile;
    private final Instant time;
    private final byte[] content;
    private final OtlpDictionary dictionary;
    private final CumulativeRounding bytes = new CumulativeRounding();
    private final CumulativeRounding objects = new CumulativeRounding();

    /** What tells samples apart, the beginning of their messages. */
    private final IdAssigner<ByteBuffer> identities = new IdAssigner<>();

    /** The figures of each, by column. */
    private final List<long[]> figures = new ArrayList<>();

    private OtlpWriter(Profile profile, Instant time, byte[] content) {
        this.profile = profile;
        this.time = time;
        this.content = content;
        dictionary = new OtlpDictionary(new MappingTally(profile, profile.locations()));
    }

    /**
     * Writes a profile.
     *
     * @param profile the profile, without negative figures
     * @param resource the attributes of the process, such as {@code service.name}
     * @param time when the dump was made
     * @param content what the profile's ids are made of, such as a hash of its file
     * @return a message, not compressed
     */
    public static byte[] write(Profile profile, Map<String, String> resource, Instant time, byte[] content) {
        return new OtlpWriter(profile, time, content).write(resource);
    }

    private byte[] write(Map<String, String> resource) {
        profile.samples().forEach(this::add);
        ProtobufWriter scoped = new ProtobufWriter();
        scoped.message(1, scope());
        for (int i = 0; i < COLUMNS.size(); i++) {
            scoped.message(2, profile(i));
        }
        ProtobufWriter process = new ProtobufWriter();
        new TreeMap<>(resource).forEach((key, value) -> process.message(1, keyValue(key, value)));
        ProtobufWriter resourceProfiles = new ProtobufWriter();
        resourceProfiles.message(1, process);
        resourceProfiles.message(2, scoped);
        ProtobufWriter request = new ProtobufWriter();
        request.message(1, resourceProfiles);
        request.message(2, dictionary.message());
        return request.toBytes();
    }

    private void add(Sample sample) {
        Amount live = sample.live();
        if (live.isNone()) {
            return;
        }
        long wholeBytes = bytes.round(live.bytes());
        long wholeObjects = objects.round(live.objects());
        // A key once for each sample, as the format demands, whatever labels a file has.
        Map<String, Integer> attributes = new TreeMap<>();
        sample.labels()
                .forEach((key, values) -> attributes.put(
                        attributeKey(key), dictionary.attribute(attributeKey(key), LabelValues.of(values))));
        long size = BlockBytes.written(live, wholeObjects, wholeBytes);
        if (size > 0) {
            attributes.put(BlockBytes.LIVE, dictionary.attribute(BlockBytes.LIVE, size, "By"));
        }
        ProtobufWriter identity = new ProtobufWriter();
        identity.number(1, dictionary.stack(sample.stack()));
        identity.packed(
                2,
                attributes.values().stream()
                        .mapToLong(Integer::longValue)
                        .sorted()
                        .toArray());
        int number = identities.of(ByteBuffer.wrap(identity.toBytes()));
        if (number == figures.size()) {
            figures.add(new long[COLUMNS.size()]);
        }
        figures.get(number)[0] += wholeBytes;
        figures.get(number)[1] += wholeObjects;
    }

    private static String attributeKey(String label) {
        return label.equals(Sample.THREAD) ? "thread.name" : label;
    }

    private static ProtobufWriter scope() {
        ProtobufWriter scope = new ProtobufWriter();
        scope.text(1, "io.jemscope");
        String version = OtlpWriter.class.getPackage().getImplementationVersion();
        if (version != null) {
            scope.text(2, version);
        }
        scope.message(3, keyValue("jemscope.otlp.proto", PROTO));
        return scope;
    }

    private static ProtobufWriter keyValue(String key, String value) {
        ProtobufWriter any = new ProtobufWriter();
        any.text(1, value);
        ProtobufWriter pair = new ProtobufWriter();
        pair.text(1, key);
        pair.message(2, any);
        return pair;
    }

    private ProtobufWriter profile(int column) {
        SampleColumn type = COLUMNS.get(column);
        ProtobufWriter message = new ProtobufWriter();
        message.message(1, valueType(type.type(), type.measure().unit()));
        for (int i = 0; i < figures.size(); i++) {
            ProtobufWriter values = new ProtobufWriter();
            values.packed(4, new long[] {figures.get(i)[column]});
            // Two parts of one message may be written one after the other.
            message.bytes(2, joined(OtlpDictionary.bytes(identities.inOrder().get(i)), values.toBytes()));
        }
        message.fixed64(3, time.getEpochSecond() * NANOS_IN_SECOND + time.getNano());
        message.message(5, valueType("space", "bytes"));
        message.number(6, profile.rate().bytes());
        message.bytes(7, id(type));
        message.packed(11, attributes(type.measure()));
        return message;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private ProtobufWriter valueType(String type, String unit) {
        ProtobufWriter message = new ProtobufWriter();
        message.number(1, dictionary.string(type));
        message.number(2, dictionary.string(unit));
        return message;
    }

    private byte[] id(SampleColumn type) {
        return Arrays.copyOf(Sha256.of(content, type.type().getBytes(StandardCharsets.UTF_8)), ID_BYTES);
    }

    private long[] attributes(SampleType measure) {
        List<Integer> attributes = new ArrayList<>();
        ProfileMetadata facts = profile.metadata();
        for (String comment : PprofWriter.comments(facts)) {
            attributes.add(dictionary.attribute("pprof.profile.comment." + attributes.size(), comment));
        }
        facts.get(ProfileMetadata.DROP_FRAMES)
                .ifPresent(frames -> attributes.add(dictionary.attribute("pprof.profile.drop_frames", frames)));
        facts.get(ProfileMetadata.KEEP_FRAMES)
                .ifPresent(frames -> attributes.add(dictionary.attribute("pprof.profile.keep_frames", frames)));
        if (profile.rate().isKnown()) {
            Estimate total = total(measure);
            String unit = measure == SampleType.LIVE_BYTES ? "By" : "{object}";
            attributes.add(dictionary.attribute("jemscope.total.low", Math.round(total.low()), unit));
            attributes.add(dictionary.attribute("jemscope.total.high", Math.round(total.high()), unit));
        }
        return attributes.stream().mapToLong(Integer::longValue).toArray();
    }

    private Estimate total(SampleType measure) {
        Estimate.Sum sum = new Estimate.Sum();
        for (Sample sample : profile.samples()) {
            sum.add(
                    measure == SampleType.LIVE_BYTES
                            ? profile.rate().estimateBytes(sample.live())
                            : profile.rate().estimateObjects(sample.live()));
        }
        return sum.total().ofDependent(profile.dumpsOfOneProcess());
    }
}
