package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The parts of one dump, from its first line to its last. Used once. */
final class HeapParser {

    /** Linux allows 65,530 mappings by default. */
    private static final int MOST_MAPPINGS = 1 << 20;

    private final LineScanner lines;
    private SymbolSection names;
    private ProfileMetadata facts = ProfileMetadata.UNKNOWN;

    HeapParser(LineScanner lines, SymbolSection names) {
        this.lines = lines;
        this.names = names;
    }

    Profile parse() throws IOException {
        skipToHeader();
        HeapHeader header = HeapHeader.read(lines);
        if (header.figures() != null) {
            facts = facts.with(ProfileMetadata.FIGURES, header.figures());
        }
        HeapProfileBuilder stacks = new HeapProfileBuilder(names);
        DumpTotals totals = new DumpTotals(header.rate());
        boolean mapsFollow = readBody(header, stacks, totals);
        if (!mapsFollow && !totals.isWhole()) {
            // jemalloc ends every dump with them: without them, stacks may be missing as well.
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
        return stacks.profile(rate, mappings, metadata(rate, stacks));
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

    /** Steps over what may stand before the header; at its end the header is the line at hand. */
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

    /** Whether the line at hand says nothing: empty, a command, a wrapper, or one of jemalloc's leak reports. */
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

    private ProfileMetadata metadata(SampleRate rate, HeapProfileBuilder stacks) {
        ProfileMetadata known = names.metadata();
        for (var fact : facts.facts().entrySet()) {
            known = known.with(fact.getKey(), fact.getValue());
        }
        known = known.with(ProfileMetadata.RATE, Long.toString(rate.bytes()));
        Figures total = stacks.total();
        if (total != null) {
            known = known.with(
                            ProfileMetadata.HEADER_OBJECTS, whole(total.live().objects()))
                    .with(ProfileMetadata.HEADER_BYTES, whole(total.live().bytes()));
            if (!total.accumulated().isNone()) {
                known = known.with(
                                ProfileMetadata.HEADER_ACCUMULATED_OBJECTS,
                                whole(total.accumulated().objects()))
                        .with(
                                ProfileMetadata.HEADER_ACCUMULATED_BYTES,
                                whole(total.accumulated().bytes()));
            }
        }
        return known;
    }

    private static String whole(double figure) {
        return Long.toString(Math.round(figure));
    }

    /**
     * Says whether the line at hand begins the maps.
     *
     * @param lines the dump, at a line's beginning
     * @return whether what follows are mappings
     */
    static boolean isMapsHeading(LineScanner lines) {
        return lines.skip("MAPPED_LIBRARIES:") || lines.skip("--- Memory map:");
    }
}
