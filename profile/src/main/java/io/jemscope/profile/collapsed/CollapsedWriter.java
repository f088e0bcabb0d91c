package io.jemscope.profile.collapsed;

import io.jemscope.profile.CumulativeRounding;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes collapsed stacks (Brendan Gregg's FlameGraph): {@code root;caller;leaf 4711}, a line for each stack. Threads are
 * added up. Figures are whole numbers whose sum is the profile's; stacks that come to nothing are left out.
 */
public final class CollapsedWriter {

    private CollapsedWriter() {}

    /**
     * Writes a profile.
     *
     * @param profile the profile; frames without a name stand as addresses
     * @param type the figure to write
     * @param out gets UTF-8; flushed, not closed
     * @throws IllegalArgumentException where {@link #hasNegatives}
     */
    public static void write(Profile profile, SampleType type, OutputStream out) throws IOException {
        Map<String, Double> figures = figures(profile, type);
        if (hasNegatives(figures)) {
            throw new IllegalArgumentException("The collapsed form has no negative figures, and this profile, a"
                    + " difference of two, has some: write it as pprof or JSON");
        }
        CumulativeRounding rounding = new CumulativeRounding();
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        for (Map.Entry<String, Double> figure : figures.entrySet()) {
            long whole = rounding.round(figure.getValue());
            if (whole > 0) {
                writer.append(figure.getKey())
                        .append(' ')
                        .append(Long.toString(whole))
                        .append('\n');
            }
        }
        writer.flush();
    }

    /** Whether a line's figure is negative, as it can be in the difference of two profiles: the format has no such figures. */
    public static boolean hasNegatives(Profile profile, SampleType type) {
        for (Sample sample : profile.samples()) {
            if (type.of(sample) < 0) {
                return hasNegatives(figures(profile, type));
            }
        }
        return false;
    }

    private static boolean hasNegatives(Map<String, Double> figures) {
        for (double figure : figures.values()) {
            // Only what is written counts: there may be more bytes of fewer objects.
            if (Math.round(figure) < 0) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, Double> figures(Profile profile, SampleType type) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            figures.merge(line(sample.stack()), type.of(sample), Double::sum);
        }
        return figures;
    }

    private static String line(List<Location> stack) {
        StringBuilder line = new StringBuilder();
        for (int i = stack.size() - 1; i >= 0; i--) {
            Location location = stack.get(i);
            List<Frame> frames = location.frames();
            if (frames.isEmpty()) {
                append(line, "0x" + Long.toHexString(location.address()));
            }
            for (int inner = frames.size() - 1; inner >= 0; inner--) {
                append(line, frames.get(inner).label());
            }
        }
        return line.isEmpty() ? "[empty stack]" : line.toString();
    }

    private static void append(StringBuilder line, String name) {
        if (!line.isEmpty()) {
            line.append(';');
        }
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            // What would break the line, or steer the terminal it is shown on, isn't written.
            line.append(character == ';' ? ':' : Character.isISOControl(character) ? '?' : character);
        }
    }
}
