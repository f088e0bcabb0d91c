package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads heap dumps: jemalloc's {@code heap_v2}, with or without jeprof's wrappers around it, and the older text forms
 * of jemalloc 3, tcmalloc, gperftools and mimalloc.
 *
 * <p>The text is read once, as a stream; only the profile itself takes memory. A sample of the result is a stack as one
 * thread allocated through it. A stack's total is its own scaled line. The scaled lines of its threads add up to
 * slightly more, so they are scaled again to add up to the total. Locations have no frames, except those of Java frames
 * and those that the symbol section names.
 */
public final class HeapReader {

    /** Linux allows 65,530 mappings by default. */
    private static final int MOST_MAPPINGS = 1 << 20;

    private final LineScanner lines;
    private SymbolSection names;
    private ProfileMetadata facts = ProfileMetadata.UNKNOWN;

    private HeapReader(LineScanner lines, SymbolSection names) {
        this.lines = lines;
        this.names = names;
    }

    /**
     * Reads a dump.
     *
     * @param heap the dump's text; read up to its end, not closed
     * @param names the names from the file beside the dump; {@link SymbolSection#NONE} without one. Names in the dump's
     *     own symbol section are added to them
     * @return the profile. Its metadata has the names' facts and, if the dump has them,
     *     <ul>
     *       <li>{@code rate}: the sampling rate in bytes,
     *       <li>{@code header.objects}, {@code header.bytes}: the total of the whole process from the header, scaled, to
     *           compare with the sum of the stacks,
     *       <li>{@code header.accumulated.objects}, {@code header.accumulated.bytes}: the same for accumulated figures,
     *       <li>{@code maps}: {@code missing} if the dump ends before its mappings, as a dump that was cut short does,
     *       <li>{@code warning}: the text of {@code %warn} lines
     *     </ul>
     *
     * @throws FormatException if the text is not a heap dump, or is damaged, with the line's number
     * @throws IOException if reading fails
     */
    public static Profile read(InputStream heap, SymbolSection names) throws IOException {
        return new HeapReader(new LineScanner(heap, "heap dump"), names).read();
    }

    private Profile read() throws IOException {
        skipToHeader();
        HeapHeader header = HeapHeader.read(lines);
        if (header.figures() != null) {
            facts = facts.with(ProfileMetadata.FIGURES, header.figures());
        }
        HeapProfileBuilder stacks = new HeapProfileBuilder(names);
        DumpTotals totals = new DumpTotals(header.rate());
        boolean mapsFollow = readBody(header, stacks, totals);
        if (!mapsFollow && !totals.isWhole()) {
            // jemalloc writes the mappings last, so stacks may be missing too.
            facts = facts.with(ProfileMetadata.MAPS, ProfileMetadata.MISSING);
            if (totals.isCut() || (totals.isLess() && lines.endsWithinLine())) {
                throw lines.failAtEnd("it was cut short: " + totals.words());
            }
        }
        MappingTable mappings = new MappingTable(mapsFollow ? readMaps() : List.of());
        if (mapsFollow && lines.endsWithinLine()) {
            facts = facts.with(ProfileMetadata.MAPS, ProfileMetadata.CUT_SHORT);
        }
        SampleRate scaledFrom = names.rateOfScaled();
        SampleRate rate = scaledFrom == null ? header.rate() : scaledFrom;
        return stacks.profile(rate, mappings, metadata(rate, totals.header()));
    }

    private boolean readBody(HeapHeader header, HeapProfileBuilder stacks, DumpTotals totals) throws IOException {
        try {
            return header.byThread()
                    ? new HeapV2Body(lines, header.rate(), stacks, totals).read()
                    : new LegacyHeapBody(lines, header, stacks, totals).read();
        } catch (FormatException e) {
            if (!lines.isOver() && !lines.endsWithinLine()) {
                throw e;
            }
            FormatException cut = lines.failAtEnd("it was cut short: " + totals.words());
            cut.initCause(e);
            throw cut;
        }
    }

    /** Skips the lines that may precede the header, and stops at the header's line. */
    private void skipToHeader() throws IOException {
        while (lines.next()) {
            if (lines.skip(SymbolSection.BEGIN)) {
                names = names.with(SymbolSection.readBody(lines));
            } else if (lines.skip("%warn")) {
                lines.skipBlanks();
                facts = facts.with(ProfileMetadata.WARNING, lines.rest());
            } else if (!isSkipped()) {
                return;
            }
        }
        throw lines.failAtEnd("there is no header such as 'heap_v2/524288'");
    }

    /** Whether the line is empty, a command, a wrapper, or one of jemalloc's leak reports. */
    private boolean isSkipped() {
        lines.skipBlanks();
        boolean skipped = lines.atEnd() || lines.skip('%') || lines.skip("--- heap") || lines.skip("<jemalloc>:");
        lines.rewind();
        return skipped;
    }

    private List<Mapping> readMaps() throws IOException {
        List<Mapping> mappings = new ArrayList<>();
        MapsLine maps = new MapsLine();
        while (lines.next()) {
            Mapping mapping = maps.read(lines);
            if (mapping != null) {
                if (mappings.size() == MOST_MAPPINGS) {
                    throw lines.fail("there are more than " + MOST_MAPPINGS + " mappings");
                }
                mappings.add(mapping);
            }
        }
        if (lines.endsWithinLine() && !mappings.isEmpty()) {
            // The last line may lack the end of its path.
            mappings.remove(mappings.size() - 1);
        }
        return mappings;
    }

    private ProfileMetadata metadata(SampleRate rate, @Nullable Figures header) {
        ProfileMetadata known = names.metadata();
        for (var fact : facts.facts().entrySet()) {
            known = known.with(fact.getKey(), fact.getValue());
        }
        known = known.with(ProfileMetadata.RATE, Long.toString(rate.bytes()));
        if (header == null) {
            return known;
        }
        known = known.with(ProfileMetadata.HEADER_OBJECTS, whole(header.live().objects()))
                .with(ProfileMetadata.HEADER_BYTES, whole(header.live().bytes()));
        if (header.accumulated().isNone()) {
            return known;
        }
        return known.with(
                        ProfileMetadata.HEADER_ACCUMULATED_OBJECTS,
                        whole(header.accumulated().objects()))
                .with(
                        ProfileMetadata.HEADER_ACCUMULATED_BYTES,
                        whole(header.accumulated().bytes()));
    }

    private static String whole(double figure) {
        return Long.toString(Math.round(figure));
    }
}
