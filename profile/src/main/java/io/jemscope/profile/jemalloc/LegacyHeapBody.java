package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.FormatException;
import java.io.IOException;

/**
 * The stacks of the older forms, a line each, and the functions that Go's {@code debug=1} lists below a stack:
 *
 * <pre>
 * C: B [AC: AB] @ 0xaddr 0xaddr …
 * #	0xaddr-1	main.fill+0x50		/src/main.go:7
 * </pre>
 */
final class LegacyHeapBody {

    /** Go writes this line after the last stack, and no mappings. */
    private static final String GO_STATISTICS = " runtime.MemStats";

    private final LineScanner lines;
    private final FigureReader figures;
    private final boolean countsFreed;
    private final HeapProfileBuilder stacks;
    private final DumpTotals totals;
    private final CommentedStack comments = new CommentedStack();

    LegacyHeapBody(LineScanner lines, HeapHeader header, HeapProfileBuilder stacks, DumpTotals totals) {
        this.lines = lines;
        this.figures = new FigureReader(header.rate());
        this.countsFreed = header.countsFreed();
        this.stacks = stacks;
        this.totals = totals;
        totals.setHeader(header.bytes());
    }

    /** Reads up to the maps or the end; returns whether the maps follow. */
    boolean read() throws IOException {
        Figures amounts = Figures.NONE;
        while (lines.next()) {
            lines.skipBlanks();
            if (lines.atEnd()) {
                continue;
            }
            if (lines.skip('#')) {
                if (lines.skip(GO_STATISTICS)) {
                    totals.setWhole();
                }
                comments.read(lines);
                continue;
            }
            add(amounts);
            amounts = Figures.NONE;
            if (MapsLine.skipHeading(lines)) {
                return true;
            }
            amounts = figures.read(lines);
            totals.add(figures.rawObjects(), figures.rawBytes(), amounts.live());
            lines.skipBlanks();
            lines.expect('@');
            stacks.readAddresses(lines);
        }
        add(amounts);
        return false;
    }

    /** Adds the stack before, now that the comments below it are known. */
    private void add(Figures amounts) throws FormatException {
        if (!amounts.isNone()) {
            stacks.keep(lines, comments);
            stacks.add(
                    lines, amounts.live(), countsFreed ? amounts.accumulated() : Amount.NONE, ThreadLabels.NO_THREAD);
        }
        comments.clear();
    }
}
