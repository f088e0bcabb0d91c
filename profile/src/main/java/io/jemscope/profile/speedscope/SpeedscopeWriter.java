package io.jemscope.profile.speedscope;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.Amount;
import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.Frame;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.json.JsonStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes speedscope's own format (jlfwong/speedscope, {@code src/lib/file-format-spec.ts}; schema {@value #SCHEMA}): one
 * sampled profile for each measure, the live bytes first, so that its viewer offers them in a list. Stacks are root
 * first; threads are added up. A frame is a function at a line. Weights are whole numbers whose sum is the profile's;
 * stacks that come to nothing are left out.
 */
public final class SpeedscopeWriter {

    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /** The frame of a sample without a stack, which the viewer would show as a gap. */
    private static final Box NONE = new Box("[empty stack]", null, 0);

    private final OutputStream out;
    private final JsonWriter json;
    private final Profile profile;
    private final IdAssigner<Box> boxes = new IdAssigner<>();
    private final Map<List<Integer>, Sum> sums = new LinkedHashMap<>();

    /**
     * A frame of speedscope.
     *
     * @param name the function
     * @param file the source file; null if it isn't known
     * @param line the line; 0 if it isn't known
     */
    private record Box(String name, @Nullable String file, int line) {}

    /**
     * What one stack holds, all threads together.
     *
     * @param live what is still held
     * @param accumulated all memory allocated
     */
    private record Sum(Amount live, Amount accumulated) {

        Sum plus(Sum other) {
            return new Sum(live.plus(other.live), accumulated.plus(other.accumulated));
        }

        double of(SampleType measure) {
            return measure.of(live, accumulated);
        }
    }

    private SpeedscopeWriter(Profile profile, OutputStream out) {
        this.profile = profile;
        this.out = out;
        json = JsonStream.to(out);
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
        profile.requireNoNegatives("Speedscope's format");
        new SpeedscopeWriter(profile, out).write();
    }

    private void write() throws IOException {
        for (Sample sample : profile.samples()) {
            sums.merge(stack(sample), new Sum(sample.live(), sample.accumulated()), Sum::plus);
        }
        json.beginObject();
        json.name("$schema").value(SCHEMA);
        json.name("exporter").value("jemscope");
        json.name("name")
                .value(profile.metadata().get(ProfileMetadata.MAIN).orElse("Native memory"))
                .name("activeProfileIndex")
                .value(0);
        json.name("shared").beginObject().name("frames").beginArray();
        for (Box box : boxes.inOrder()) {
            writeBox(box);
        }
        json.endArray().endObject().name("profiles").beginArray();
        writeProfile("Live bytes", SampleType.LIVE_BYTES);
        writeProfile("Live objects", SampleType.LIVE_OBJECTS);
        if (!profile.accumulated().isNone()) {
            writeProfile("Accumulated bytes", SampleType.ACCUMULATED_BYTES);
            writeProfile("Accumulated objects", SampleType.ACCUMULATED_OBJECTS);
        }
        json.endArray().endObject();
        JsonStream.end(json, out);
    }

    private List<Integer> stack(Sample sample) {
        List<Integer> numbers = new ArrayList<>(sample.stack().size() + 4);
        for (int i = sample.stack().size() - 1; i >= 0; i--) {
            Location location = sample.stack().get(i);
            if (location.frames().isEmpty()) {
                numbers.add(boxes.of(new Box("0x" + Long.toHexString(location.address()), file(location), 0)));
            }
            for (int inner = location.frames().size() - 1; inner >= 0; inner--) {
                numbers.add(boxes.of(box(location, location.frames().get(inner))));
            }
        }
        return numbers.isEmpty() ? List.of(boxes.of(NONE)) : List.copyOf(numbers);
    }

    private static Box box(Location location, Frame frame) {
        SourceLine source = frame.source();
        return source == null
                ? new Box(frame.label(), file(location), 0)
                : new Box(frame.label(), source.file(), source.line());
    }

    /** The library, where the source isn't known: the viewer colours by file. */
    private static @Nullable String file(Location location) {
        return location.mapping() == null ? null : location.mapping().file();
    }

    private void writeBox(Box box) throws IOException {
        json.beginObject().name("name").value(box.name);
        if (box.file != null) {
            json.name("file").value(box.file);
        }
        if (box.line > 0) {
            json.name("line").value(box.line);
        }
        json.endObject();
    }

    private void writeProfile(String name, SampleType measure) throws IOException {
        CumulativeRounding rounding = new CumulativeRounding();
        List<Long> weights = new ArrayList<>();
        long total = 0;
        json.beginObject().name("type").value("sampled").name("name").value(name);
        json.name("unit").value(measure.unit().equals("bytes") ? "bytes" : "none");
        json.name("samples").beginArray();
        for (Map.Entry<List<Integer>, Sum> sum : sums.entrySet()) {
            long weight = rounding.round(sum.getValue().of(measure));
            if (weight > 0) {
                weights.add(weight);
                total += weight;
                writeNumbers(sum.getKey());
            }
        }
        json.endArray().name("weights").beginArray();
        for (long weight : weights) {
            json.value(weight);
        }
        json.endArray();
        json.name("startValue").value(0).name("endValue").value(total).endObject();
    }

    private void writeNumbers(List<Integer> numbers) throws IOException {
        json.beginArray();
        for (int number : numbers) {
            json.value(number);
        }
        json.endArray();
    }
}
