package io.jemscope.profile.raw;

import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.Frame;
import io.jemscope.profile.IdAssigner;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.LabelValues;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.pprof.SampleColumn;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes everything in a profile as text, laid out as {@code pprof -raw} lays it out: comments, samples, locations,
 * the mappings that these lie in. Samples refer to locations by number, leaf first, and locations to mappings; of inlined
 * functions the innermost stands first. Figures are rounded as in our pprof files. What would break a line becomes a
 * question mark.
 */
public final class RawWriter {

    private final Profile profile;
    private final Writer text;
    private final IdAssigner<Location> locations = new IdAssigner<>();
    private final IdAssigner<Mapping> mappings = new IdAssigner<>();

    private RawWriter(Profile profile, Writer text) {
        this.profile = profile;
        this.text = text;
    }

    /**
     * Writes a profile.
     *
     * @param profile the profile, with or without frames
     * @param out where to, in UTF-8; flushed, not closed
     * @throws IOException if writing fails
     */
    public static void write(Profile profile, OutputStream out) throws IOException {
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        new RawWriter(profile, text).write();
        text.flush();
    }

    private void write() throws IOException {
        for (Map.Entry<String, String> fact : profile.metadata().facts().entrySet()) {
            line("Comment: " + fact.getKey() + ": " + fact.getValue());
        }
        line("PeriodType: space bytes");
        line("Period: " + profile.rate().bytes());
        Optional<Instant> time = profile.metadata().instant(ProfileMetadata.TIME);
        if (time.isPresent()) {
            line("Time: " + time.get());
        }
        writeSamples();
        line("Locations");
        for (int i = 0; i < locations.inOrder().size(); i++) {
            writeLocation(i + 1, locations.inOrder().get(i));
        }
        line("Mappings");
        for (int i = 0; i < mappings.inOrder().size(); i++) {
            writeMapping(i + 1, mappings.inOrder().get(i));
        }
    }

    private void writeSamples() throws IOException {
        List<SampleColumn> columns = SampleColumn.of(profile);
        line("Samples:");
        StringBuilder heading = new StringBuilder();
        CumulativeRounding[] roundings = new CumulativeRounding[columns.size()];
        for (int i = 0; i < roundings.length; i++) {
            roundings[i] = new CumulativeRounding();
            SampleColumn column = columns.get(i);
            heading.append(i == 0 ? "" : " ")
                    .append(column.type())
                    .append('/')
                    .append(column.measure().unit())
                    .append(column.equals(SampleColumn.DEFAULT) ? "[dflt]" : "");
        }
        line(heading.toString());
        for (Sample sample : profile.samples()) {
            for (int i = 0; i < roundings.length; i++) {
                text.append(' ');
                pad(roundings[i].round(columns.get(i).measure().of(sample)), 10);
            }
            text.append(':');
            for (Location location : sample.stack()) {
                text.append(' ').append(Integer.toString(locations.of(location) + 1));
            }
            line("");
            if (!sample.labels().isEmpty()) {
                writeLabels(sample);
            }
        }
    }

    private void writeLabels(Sample sample) throws IOException {
        StringBuilder labels = new StringBuilder("               ");
        new TreeMap<>(sample.labels())
                .forEach((key, value) -> labels.append(' ')
                        .append(key)
                        .append(":[")
                        .append(String.join(" ", LabelValues.of(value)))
                        .append(']'));
        line(labels.toString());
    }

    private void writeLocation(int number, Location location) throws IOException {
        pad(number, 6);
        text.append(": 0x").append(Long.toHexString(location.address()));
        if (location.mapping() != null) {
            text.append(" M=").append(Integer.toString(mappings.of(location.mapping()) + 1));
        }
        String indent = " ";
        for (Frame frame : location.frames()) {
            line(indent + description(frame));
            indent = "              ";
        }
        if (location.frames().isEmpty()) {
            line("");
        }
    }

    private static String description(Frame frame) {
        if (frame instanceof JavaFrame java) {
            return (java.loader() == null ? "" : java.loader() + "/")
                    + java.label()
                    + (java.isNative() ? " (native)" : position(java.source()));
        }
        if (frame instanceof NativeFrame function) {
            String symbol = function.systemName().equals(function.name()) ? "" : " (" + function.systemName() + ")";
            return function.name() + position(function.source()) + symbol;
        }
        return frame.label();
    }

    private static String position(@Nullable SourceLine source) {
        return source == null ? "" : " " + source;
    }

    private void writeMapping(int number, Mapping mapping) throws IOException {
        String buildId =
                mapping.buildId() == null ? "" : " " + mapping.buildId().hex();
        line(number + ": 0x" + Long.toHexString(mapping.start()) + "/0x" + Long.toHexString(mapping.limit()) + "/0x"
                + Long.toHexString(mapping.fileOffset()) + (mapping.file() == null ? "" : " " + mapping.shownName())
                + buildId);
    }

    private void pad(long number, int width) throws IOException {
        String digits = Long.toString(number);
        for (int i = digits.length(); i < width; i++) {
            text.append(' ');
        }
        text.append(digits);
    }

    private void line(String line) throws IOException {
        text.append(Printable.of(line)).append('\n');
    }
}
