package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header's figures and the stacks of a {@code heap_v2} dump (jemalloc, {@code prof_data.c},
 * {@code prof_dump_impl}):
 *
 * <pre>
 *   t*: C: B [AC: AB]               the whole process
 *   t5: C: B [AC: AB] name          a thread, with its name if it has one
 * &#64; 0xaddr 0xaddr …              a stack, leaf first
 *   t*: C: B [AC: AB]               the stack, all threads
 *   t5: C: B [AC: AB]               the stack, one thread
 * </pre>
 */
final class HeapV2Body {

    private final LineScanner lines;
    private final FigureReader reader;
    private final HeapProfileBuilder stacks;
    private final DumpTotals totals;
    private final ThreadShares shares = new ThreadShares();

    /** False while the header's figures are read. */
    private boolean inStack;

    /** The line {@code t*} of the current stack, or of the header; null before that line. */
    private @Nullable Figures total;

    HeapV2Body(LineScanner lines, SampleRate rate, HeapProfileBuilder stacks, DumpTotals totals) {
        this.lines = lines;
        this.reader = new FigureReader(rate);
        this.stacks = stacks;
        this.totals = totals;
    }

    /** Reads up to the maps or the end; returns whether the maps follow. */
    boolean read() throws IOException {
        while (lines.nextOpen()) {
            lines.skipBlanks();
            if (lines.skip('@')) {
                finish();
                stacks.read(lines);
                inStack = true;
                continue;
            }
            lines.close();
            if (lines.skip('t')) {
                readFigures();
            } else if (MapsLine.skipHeading(lines)) {
                finish();
                return true;
            } else if (!lines.atEnd() && !lines.skip("<jemalloc>:")) {
                throw lines.fail("there should be a stack '@ 0x…', its figures 't*: …', or MAPPED_LIBRARIES");
            }
        }
        finish();
        return false;
    }

    private void readFigures() throws FormatException {
        boolean everyThread = lines.skip('*');
        long thread = everyThread ? 0 : lines.decimal();
        lines.expect(':');
        Figures figures = reader.read(lines);
        if (!inStack && !everyThread && lines.skip(' ')) {
            String name = lines.rest();
            if (!name.isBlank()) {
                stacks.labels().name(lines, thread, name);
            }
        }
        lines.skipBlanks();
        if (!lines.atEnd()) {
            throw lines.fail("nothing should stand behind the figures");
        }
        if (!everyThread) {
            if (inStack) {
                shares.add(stacks.labels().thread(lines, thread), figures);
            }
            return;
        }
        if (total != null) {
            throw lines.fail("there is a second line 't*:'");
        }
        total = figures;
        if (inStack) {
            totals.add(reader.rawObjects(), reader.rawBytes(), figures.live());
        } else {
            totals.setHeader(reader.rawObjects(), reader.rawBytes(), figures);
        }
    }

    /** Ends the current stack, or the header. */
    private void finish() throws FormatException {
        if (total == null) {
            throw lines.failAtEnd("the stack or the header before it has no line 't*:'");
        }
        if (inStack) {
            shares.addSamples(stacks, lines, total);
        }
        total = null;
    }
}
