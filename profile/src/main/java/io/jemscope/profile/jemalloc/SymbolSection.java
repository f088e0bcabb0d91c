package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.JavaName;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.UnknownFrame;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names beside a dump, in the form of jeprof's symbol section: addresses with their names, a line each, between
 * {@code --- symbol} and {@code ---}. Jemscope's native library writes the Java frames' names and, as comments
 * {@code # key: value}, the dump's provenance; jeprof writes native names, those of inlined functions
 * joined by {@code --}, the outermost first (jeprof, {@code MapToSymbols} and {@code PrintSymbolizedProfile}).
 */
public final class SymbolSection {

    /** No names at all. */
    public static final SymbolSection NONE = new SymbolSection(new AddressNames(), ProfileMetadata.UNKNOWN, false);

    /** The first line of a section. */
    static final String BEGIN = "--- symbol";

    /** The fact with the form of figures and names that {@link SymbolizedWriter} wrote; not part of the metadata. */
    static final String FORM = "form";

    /** The only form: figures are scaled already, whatever the header says, and names are escaped. */
    static final String SCALED_AND_ESCAPED = "scaled, escaped";

    /** The beginning of every line between two sections. */
    static final String SEPARATOR = "---";

    /** Eight times what the native library's table of Java frames holds. */
    private static final int MOST_NAMES = 1 << 20;

    private static final int MOST_FACTS = 10_000;

    private final AddressNames names;
    private final ProfileMetadata metadata;
    private final boolean scaled;

    private SymbolSection(AddressNames names, ProfileMetadata metadata, boolean scaled) {
        this.names = names;
        this.metadata = metadata;
        this.scaled = scaled;
    }

    /**
     * Reads a section that stands alone, as beside a dump.
     *
     * @param in the section's text; read up to its end, not closed
     * @throws FormatException if it is not a symbol section, or ends too soon
     * @throws IOException if reading fails
     */
    public static SymbolSection read(InputStream in) throws IOException {
        LineScanner lines = new LineScanner(in, "symbols file");
        if (!lines.next()) {
            throw lines.failAtEnd("it is empty");
        }
        if (!lines.skip(BEGIN)) {
            throw lines.fail("a symbols file begins with '" + BEGIN + "'");
        }
        return readBody(lines);
    }

    /**
     * Reads the section from its second line to the separator at its end.
     *
     * @throws IOException if it isn't well-formed, or reading fails
     */
    static SymbolSection readBody(LineScanner lines) throws IOException {
        AddressNames names = new AddressNames();
        Map<String, String> facts = new LinkedHashMap<>();
        while (lines.next()) {
            if (lines.skip(SEPARATOR)) {
                boolean scaled = facts.remove(FORM) != null;
                return new SymbolSection(names, new ProfileMetadata(facts), scaled);
            }
            if (lines.peek() == '0') {
                long address = lines.hex();
                lines.skipBlanks();
                String text = lines.rest();
                names.put(
                        address, facts.containsKey(FORM) ? EscapedNames.frames(address, text) : frames(address, text));
            } else {
                readFact(lines, facts);
            }
            if (names.size() > MOST_NAMES || facts.size() > MOST_FACTS) {
                throw lines.fail("there are more names or facts than any process has");
            }
        }
        throw lines.failAtEnd("the section's last line, '" + SEPARATOR + "', is missing");
    }

    private static void readFact(LineScanner lines, Map<String, String> facts) throws FormatException {
        boolean ours = lines.skip('#');
        lines.skipBlanks();
        String text = lines.rest();
        String mark = ours ? ": " : "=";
        int at = text.indexOf(mark);
        if (at > 0) {
            String value = text.substring(at + mark.length());
            facts.put(text.substring(0, at), ours ? EscapedNames.unescape(value) : value);
            if (text.startsWith(FORM) && at == FORM.length() && !value.equals(SCALED_AND_ESCAPED)) {
                throw lines.fail("only the form '" + SCALED_AND_ESCAPED + "' is known; a newer release wrote this one");
            }
        } else if (!ours && !text.isBlank()) {
            throw lines.fail("there should be an address and its name, 'name=value' or '# key: value'");
        }
    }

    private static List<Frame> frames(long address, String text) {
        if (PseudoAddress.isPseudo(address)) {
            JavaFrame java = JavaName.parse(text);
            return List.of(java == null ? MarkerFrame.NAME_LOST : java);
        }
        List<Frame> frames = new ArrayList<>();
        for (int from = 0; from <= text.length(); ) {
            int joint = text.indexOf("--", from);
            // 'operator--' ends in what joins inlined names.
            while (joint >= 0 && text.startsWith("operator", Math.max(0, joint - 8))) {
                joint = text.indexOf("--", joint + 2);
            }
            int to = joint < 0 ? text.length() : joint;
            if (to > from) {
                String name = text.substring(from, to);
                frames.add(new NativeFrame(name, name, null, null));
            }
            from = to + 2;
        }
        Collections.reverse(frames);
        return List.copyOf(frames);
    }

    /**
     * The frames that an address of a stack stands for.
     *
     * @param address the address, as the dump has it
     * @return the frames, innermost first; empty if the section doesn't name the address
     */
    public List<Frame> frames(long address) {
        if (!PseudoAddress.isPseudo(address)) {
            // jeprof looks up names by calls, the byte before the return addresses in stacks.
            List<Frame> call = names.get(address - 1);
            if (call != null) {
                return call;
            }
        }
        List<Frame> known = names.get(address);
        return known == null ? List.of() : known;
    }

    /**
     * The location of an address of a stack, as far as the names alone determine it.
     *
     * @param address the address, as the dump has it
     * @param mapping the mapping that contains it; null if unknown, or if it is a pseudo-address
     * @return the location; without frames if it has no name
     */
    public Location locate(long address, @Nullable Mapping mapping) {
        if (!PseudoAddress.isPseudo(address)) {
            return new Location(address, mapping, placed(frames(address), mapping));
        }
        if (address == PseudoAddress.JAVA_CODE) {
            return new Location(address, null, List.of(MarkerFrame.JAVA_CODE));
        }
        List<Frame> known = address == PseudoAddress.CUT ? List.of(MarkerFrame.CUT) : frames(address);
        return new Location(address, null, known.isEmpty() ? List.of(MarkerFrame.NAME_LOST) : known);
    }

    /** Adds the path of the library to a frame without a symbol; names have only the last part of the path. */
    private static List<Frame> placed(List<Frame> frames, @Nullable Mapping mapping) {
        if (mapping != null && frames.size() == 1 && frames.get(0) instanceof UnknownFrame unknown) {
            UnknownFrame whole = new UnknownFrame(mapping.file(), unknown.offset());
            return whole.label().equals(unknown.label()) ? List.of(whole) : frames;
        }
        return frames;
    }

    /**
     * Where the dump comes from, and what it doesn't know.
     *
     * @return the facts that the section holds, in their order
     */
    public ProfileMetadata metadata() {
        return metadata;
    }

    /**
     * The sampling rate of a dump whose figures are scaled already.
     *
     * @return the rate; null if the dump's header has it
     */
    @Nullable
    SampleRate rateOfScaled() {
        return scaled
                ? new SampleRate(
                        Math.max(0, metadata.count(ProfileMetadata.RATE).orElse(0)))
                : null;
    }

    /** The number of addresses with names. */
    int size() {
        return names.size();
    }

    /**
     * A new section with the names and facts of both; the other section's win.
     */
    SymbolSection with(SymbolSection other) {
        if (other == NONE) {
            return this;
        }
        AddressNames both = new AddressNames();
        both.putAll(names);
        both.putAll(other.names);
        Map<String, String> facts = new LinkedHashMap<>(metadata.facts());
        facts.putAll(other.metadata.facts());
        return new SymbolSection(both, new ProfileMetadata(facts), scaled || other.scaled);
    }
}
