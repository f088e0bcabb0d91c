package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes jeprof's symbolized form: {@code --- symbol} with the names of addresses, then {@code --- heap} with a dump. jeprof
 * reads it without the program ({@code jeprof --text FILE}), Java frames included, and {@link HeapReader} gives an equal
 * profile back.
 *
 * <p><b>The header is {@code heap_v2/1}, and the figures are scaled already.</b> A reader scales each line by the rate of
 * the header; of a filtered or merged profile, or one that came from pprof, no line is a number of samples any more that
 * would give the right figure at the real rate. At rate 1 the scaling leaves a line as it is, within 0.034 % for
 * jemalloc's smallest blocks (8 bytes) and much less for all others; it reaches 0.1 % for blocks of 7 bytes and fewer, which
 * jemalloc hasn't. The real rate is in the symbol section, for our own reader, which computes errors from it.
 * {@code go tool pprof} doesn't read symbolized heap profiles of any header, nor {@code heap_v2} without it;
 * {@link io.jemscope.profile.pprof.PprofWriter} is for it.
 *
 * <p><b>Addresses.</b> jeprof looks up the name of the leaf by its address and those of its callers by their address less
 * 1, so names stand at either. Java frames' pseudo-addresses lie too close for that and are given out anew, 16 apart, as are
 * addresses that a profile doesn't have (it came from pprof) or has for several locations.
 *
 * <p><b>Names</b> are escaped by backslashes where they have control characters, backslashes, or {@code --}, which stands
 * between inlined functions (the outermost first). Java's {@code <init>} is written {@code [init]}, since jeprof drops what
 * stands between angle brackets; no Java name can have square ones.
 *
 * <p>What doesn't survive: fractions, labels but the thread's, native functions' source lines and mangled names, the
 * libraries of addresses made up, and an empty stack, which becomes a frame of that name.
 */
public final class SymbolizedWriter {

    /** The heap reader's limit. */
    private static final double MOST = LineScanner.LARGEST_NUMBER;

    private final Profile profile;
    private final Writer text;
    private final SymbolizedNames names = new SymbolizedNames();
    private final SymbolizedStacks stacks;

    private SymbolizedWriter(Profile profile, Writer text) {
        this.profile = profile;
        this.text = text;
        for (Sample sample : profile.samples()) {
            names.add(sample.stack());
        }
        stacks = new SymbolizedStacks(profile.samples());
    }

    /**
     * Writes a profile.
     *
     * @param profile the profile; locations without frames are written without a name
     * @param out where to, in UTF-8; flushed, not closed
     * @throws IllegalArgumentException if the profile has negative amounts, for which the form has no room; nothing is
     *     written then
     * @throws IOException if writing fails
     */
    public static void write(Profile profile, OutputStream out) throws IOException {
        profile.requireNoNegatives("The symbolized form of jeprof");
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        new SymbolizedWriter(profile, text).write();
        text.flush();
    }

    private void write() throws IOException {
        writeNames();
        line("--- heap");
        line("heap_v2/1");
        writeTotal();
        for (SymbolizedStacks.Entry entry : stacks.entries()) {
            text.append('@');
            for (long address : names.addresses(stacks.stack(entry))) {
                text.append(" 0x").append(Long.toHexString(address));
            }
            line("");
            writeFigures("*", entry.total());
            for (Map.Entry<Long, SymbolizedStacks.Whole> share :
                    entry.byThread().entrySet()) {
                writeFigures(share.getKey().toString(), share.getValue());
            }
        }
        if (!profile.metadata().get(ProfileMetadata.MAPS).equals(Optional.of(ProfileMetadata.MISSING))) {
            writeMappings();
        }
    }

    private void writeNames() throws IOException {
        line(SymbolSection.BEGIN);
        Map<String, String> facts = profile.metadata().facts();
        if (facts.containsKey(ProfileMetadata.BINARY)) {
            line("binary=" + facts.get(ProfileMetadata.BINARY));
        }
        line("# " + SymbolSection.FORM + ": " + SymbolSection.SCALED_AND_ESCAPED);
        line("# " + ProfileMetadata.RATE + ": " + profile.rate().bytes());
        for (Map.Entry<String, String> fact : facts.entrySet()) {
            if (!SymbolizedNames.isWrittenElsewhere(fact.getKey())) {
                line("# " + fact.getKey() + ": " + escapeFact(fact.getValue()));
            }
        }
        for (SymbolizedNames.Name name : names.names()) {
            text.append("0x").append(Long.toHexString(name.address()));
            line(" " + name.text());
        }
        line(SymbolSection.SEPARATOR);
    }

    private static String escapeFact(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /** The process's totals by the dump's own header, where the profile still has them, else by its stacks. */
    private void writeTotal() throws IOException {
        SymbolizedStacks.Whole sum = stacks.total();
        writeFigures(
                "*",
                new SymbolizedStacks.Whole(
                        fact(ProfileMetadata.HEADER_OBJECTS, sum.objects()),
                        fact(ProfileMetadata.HEADER_BYTES, sum.bytes()),
                        fact(ProfileMetadata.HEADER_ACCUMULATED_OBJECTS, sum.accumulatedObjects()),
                        fact(ProfileMetadata.HEADER_ACCUMULATED_BYTES, sum.accumulatedBytes())));
        for (Map.Entry<Long, SymbolizedStacks.ThreadSum> thread :
                stacks.threads().entrySet()) {
            text.append("  t").append(thread.getKey().toString()).append(": ");
            String name = thread.getValue().name();
            line(thread.getValue().sum().figures() + (name.isEmpty() ? "" : " " + name));
        }
    }

    private long fact(String key, long otherwise) {
        long count = profile.metadata().count(key).orElse(otherwise);
        return count < 0 || count > MOST ? otherwise : count;
    }

    private void writeFigures(String thread, SymbolizedStacks.Whole figures) throws IOException {
        line("  t" + thread + ": " + figures.figures());
    }

    private void writeMappings() throws IOException {
        Set<Mapping> executed = new HashSet<>();
        for (Sample sample : profile.samples()) {
            for (Location location : sample.stack()) {
                if (location.mapping() != null) {
                    executed.add(location.mapping());
                }
            }
        }
        line("");
        line("MAPPED_LIBRARIES:");
        for (Mapping mapping : profile.mappings()) {
            text.append(Long.toHexString(mapping.start())).append('-').append(Long.toHexString(mapping.limit()));
            // What else the process was allowed to do there isn't known.
            text.append(executed.contains(mapping) ? " r-xp " : " r--p ");
            text.append(Long.toHexString(mapping.fileOffset())).append(" 00:00 0 ");
            line(mapping.shownName().replace("\n", "\\012"));
        }
    }

    private void line(String line) throws IOException {
        text.append(Printable.of(line)).append('\n');
    }
}
