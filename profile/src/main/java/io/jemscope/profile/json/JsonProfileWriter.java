package io.jemscope.profile.json;

import com.google.gson.stream.JsonWriter;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.UnknownFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a profile as JSON, with everything that the model knows: for scripts and pages. The fields are kept stable; what
 * is added comes as new fields, and {@code version} grows when an old one changes its meaning.
 *
 * <pre>
 * {"format": "jemscope-profile", "version": 1,
 *  "rateBytes": 524288,                  the sampling rate; null if it isn't known
 *  "totals": {amounts,                   the sum of the samples
 *    "liveBytesError": 1234.5},          one standard error of liveBytes; null if it isn't known
 *  "provenance": {"pid": "4711", …},     facts, all of them texts
 *  "mappings": [{"start": "0x7f…", "limit": "0x7f…", "fileOffset": "0x1000",
 *    "file": "/lib/libz.so" or null, "deleted": false, "buildId": "00ff…" or null}],
 *  "frames": [{"kind": "java", "name": "a.B.c", "loader": null, "class": "a.B", "method": "c", "native": false,
 *      "file": "B.java" or null, "line": 42 or null},
 *    {"kind": "native", "name": "f()", "systemName": "_Z1fv", "library": "/lib/a.so" or null, "file": …, "line": …},
 *    {"kind": "unknown", "name": "a.so+0x12", "library": "/lib/a.so" or null, "offset": "0x12"},
 *    {"kind": "marker", "name": "[stack cut here]", "marker": "CUT"}],
 *  "locations": [{"address": "0x7f…" or null, "mapping": 0 or null, "frames": [0, 1]}],
 *  "samples": [{"stack": [0, 1], amounts, "labels": {"thread": "main"}}]}
 *
 * amounts: "liveObjects": 1.5, "liveBytes": 4096, "accumulatedObjects": 0, "accumulatedBytes": 0
 * </pre>
 *
 * <p>Stacks are leaf first and hold the numbers of locations; a location's frames are innermost first and are numbers in
 * {@code frames}. Amounts are scaled already and keep their fractions. Addresses are texts in hexadecimal digits, since
 * JSON's readers lose digits of large numbers.
 */
public final class JsonProfileWriter {

    private static final int VERSION = 1;

    private final Profile profile;
    private final OutputStream out;
    private final JsonWriter json;
    private final IdAssigner<Mapping> mappings = new IdAssigner<>();
    private final IdAssigner<Frame> frames = new IdAssigner<>();
    private final IdAssigner<Location> locations = new IdAssigner<>();

    private JsonProfileWriter(Profile profile, OutputStream out) {
        this.profile = profile;
        this.out = out;
        this.json = JsonStream.to(out);
    }

    /**
     * Writes a profile.
     *
     * @param profile the profile, with or without frames
     * @param out where to, in UTF-8; flushed, not closed
     * @throws IOException if writing fails
     */
    public static void write(Profile profile, OutputStream out) throws IOException {
        new JsonProfileWriter(profile, out).write();
    }

    private void write() throws IOException {
        number();
        json.beginObject().name("format").value("jemscope-profile");
        json.name("version").value(VERSION);
        json.name("rateBytes");
        if (profile.rate().isKnown()) {
            json.value(profile.rate().bytes());
        } else {
            json.nullValue();
        }
        writeTotals();
        json.name("provenance");
        writeTexts(profile.metadata().facts());
        json.name("mappings").beginArray();
        for (Mapping mapping : mappings.inOrder()) {
            writeMapping(mapping);
        }
        json.endArray().name("frames").beginArray();
        for (Frame frame : frames.inOrder()) {
            writeFrame(frame);
        }
        json.endArray().name("locations").beginArray();
        for (Location location : locations.inOrder()) {
            writeLocation(location);
        }
        json.endArray().name("samples").beginArray();
        for (Sample sample : profile.samples()) {
            writeSample(sample);
        }
        json.endArray().endObject();
        JsonStream.end(json, out);
    }

    /** Numbers everything that samples refer to, since it is written before them. */
    private void number() {
        profile.mappings().forEach(mappings::of);
        for (Sample sample : profile.samples()) {
            for (Location location : sample.stack()) {
                int known = locations.size();
                if (locations.of(location) == known) {
                    location.frames().forEach(frames::of);
                    if (location.mapping() != null) {
                        mappings.of(location.mapping());
                    }
                }
            }
        }
    }

    private void writeTotals() throws IOException {
        Estimate live = Estimate.ZERO;
        for (Sample sample : profile.samples()) {
            live = live.plus(profile.rate().estimateBytes(sample.live()));
        }
        json.name("totals").beginObject();
        writeAmounts(profile.live(), profile.accumulated());
        json.name("liveBytesError")
                .value(JsonStream.number(
                        live.ofDependent(profile.dumpsOfOneProcess()).standardError()))
                .endObject();
    }

    private void writeAmounts(Amount live, Amount accumulated) throws IOException {
        json.name("liveObjects").value(JsonStream.number(live.objects()));
        json.name("liveBytes").value(JsonStream.number(live.bytes()));
        json.name("accumulatedObjects").value(JsonStream.number(accumulated.objects()));
        json.name("accumulatedBytes").value(JsonStream.number(accumulated.bytes()));
    }

    private void writeTexts(Map<String, String> texts) throws IOException {
        json.beginObject();
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.name(text.getKey()).value(text.getValue());
        }
        json.endObject();
    }

    private void writeMapping(Mapping mapping) throws IOException {
        json.beginObject();
        json.name("start").value(hex(mapping.start()));
        json.name("limit").value(hex(mapping.limit()));
        json.name("fileOffset").value(hex(mapping.fileOffset()));
        json.name("file").value(mapping.file());
        json.name("deleted").value(mapping.deleted());
        json.name("buildId")
                .value(mapping.buildId() == null ? null : mapping.buildId().hex());
        json.endObject();
    }

    private void writeFrame(Frame frame) throws IOException {
        json.beginObject();
        if (frame instanceof JavaFrame java) {
            begin("java", java);
            json.name("loader").value(java.loader());
            json.name("class").value(java.className());
            json.name("method").value(java.method());
            json.name("native").value(java.isNative());
            writeSource(java.source());
        } else if (frame instanceof NativeFrame function) {
            begin("native", function);
            json.name("systemName").value(function.systemName());
            json.name("library").value(function.library());
            writeSource(function.source());
        } else if (frame instanceof UnknownFrame unknown) {
            begin("unknown", unknown);
            json.name("library").value(unknown.library());
            json.name("offset").value(hex(unknown.offset()));
        } else {
            begin("marker", frame);
            json.name("marker").value(((MarkerFrame) frame).name());
        }
        json.endObject();
    }

    private void begin(String kind, Frame frame) throws IOException {
        json.name("kind").value(kind).name("name").value(frame.label());
    }

    private void writeSource(@Nullable SourceLine source) throws IOException {
        json.name("file").value(source == null ? null : source.file());
        json.name("line");
        if (source == null || source.line() <= 0) {
            json.nullValue();
        } else {
            json.value(source.line());
        }
    }

    private void writeLocation(Location location) throws IOException {
        json.beginObject();
        json.name("address").value(location.address() == 0 ? null : hex(location.address()));
        json.name("mapping");
        if (location.mapping() == null) {
            json.nullValue();
        } else {
            json.value(mappings.of(location.mapping()));
        }
        json.name("frames");
        writeNumbers(frames, location.frames());
        json.endObject();
    }

    private void writeSample(Sample sample) throws IOException {
        json.beginObject().name("stack");
        writeNumbers(locations, sample.stack());
        writeAmounts(sample.live(), sample.accumulated());
        json.name("labels");
        Map<String, String> labels = new TreeMap<>(sample.labels());
        labels.replaceAll((key, values) -> LabelValues.shown(values));
        writeTexts(labels);
        json.endObject();
    }

    private <T> void writeNumbers(IdAssigner<T> numbering, List<T> things) throws IOException {
        json.beginArray();
        for (T thing : things) {
            json.value(numbering.of(thing));
        }
        json.endArray();
    }

    private static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }
}
