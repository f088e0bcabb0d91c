package io.jemscope.profile.jemalloc;

import java.io.IOException;

/** The stacks of the older forms, a line each: {@code C: B [AC: AB] @ 0xaddr 0xaddr …}. */
final class FlatBody {

    private final LineScanner lines;
    private final FigureReader figures;
    private final Stacks stacks;

    FlatBody(LineScanner lines, Scaling scaling, Stacks stacks) {
        this.lines = lines;
        this.figures = new FigureReader(scaling);
        this.stacks = stacks;
    }

    /** Reads up to the maps or the end; returns whether the maps follow. */
    boolean read() throws IOException {
        while (lines.next()) {
            lines.skipBlanks();
            // Go's own text form comments each stack with its functions.
            if (lines.atEnd() || lines.peek() == '#') {
                continue;
            }
            if (HeapParser.isMapsHeading(lines)) {
                return true;
            }
            Figures amounts = figures.read(lines);
            lines.skipBlanks();
            lines.expect('@');
            stacks.read(lines);
            stacks.add(lines, amounts.live(), amounts.accumulated(), SampleLabels.NO_THREAD);
        }
        return false;
    }
}
