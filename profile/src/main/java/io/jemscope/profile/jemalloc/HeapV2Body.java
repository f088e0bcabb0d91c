package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import io.jemscope.profile.SampleRate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The header's figures and the stacks of a {@code heap_v2} dump (jemalloc, {@code prof_data.c}, {@code prof_dump_impl}):
 *
 * <pre>
 *   t*: C: B [AC: AB]               the whole process
 *   t5: C: B [AC: AB] name          a thread, with its name where it has one
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
    private final PlainFigures plain = new PlainFigures();
    private final ThreadShares shares = new ThreadShares();

    /** Whether a stack is at hand; else the header is. */
    private boolean inStack;

    /** What the line {@code t*} of the stack at hand, or of the header, says; null until it was met. */
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
            if (lines.bytes()[lines.position()] == '@') {
                finish();
                lines.moveTo(lines.position() + 1);
                stacks.read(lines);
                inStack = true;
                continue;
            }
            if (plain.read(lines)) {
                boolean everyThread = plain.thread() == PlainFigures.EVERY_THREAD;
                add(everyThread, plain.thread(), reader.read(plain));
                continue;
            }
            lines.close();
            lines.skipBlanks();
            if (lines.skip('@')) {
                finish();
                stacks.read(lines);
                inStack = true;
            } else if (lines.skip('t')) {
                readFigures();
            } else if (HeapParser.isMapsHeading(lines)) {
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
        boolean blank = lines.skip(' ');
        if (!inStack && !everyThread && blank) {
            nameThread(thread, lines.rest());
        }
        lines.skipBlanks();
        if (!lines.atEnd()) {
            throw lines.fail("nothing should stand behind the figures");
        }
        add(everyThread, thread, figures);
    }

    private void add(boolean everyThread, long thread, Figures figures) throws FormatException {
        if (everyThread) {
            if (total != null) {
                throw lines.fail("there is a second line 't*:'");
            }
            total = figures;
            if (inStack) {
                totals.add(reader.rawObjects(), reader.rawBytes(), figures.live());
            } else {
                totals.setHeader(reader.rawObjects(), reader.rawBytes(), figures.live());
            }
        } else if (inStack) {
            shares.add(stacks.threads().label(lines, thread), figures);
        }
    }

    private void nameThread(long thread, String name) throws FormatException {
        if (!name.isBlank()) {
            stacks.threads().name(lines, thread, name);
        }
    }

    /** Hands over the stack, or header, whose last line was met. */
    private void finish() throws FormatException {
        Figures all = total;
        if (all == null) {
            throw lines.failAtEnd("the stack or the header before it has no line 't*:'");
        }
        if (inStack && shares.isWhole(all)) {
            stacks.add(lines, all.live(), all.accumulated(), shares.thread(0));
        } else if (inStack) {
            shares.stretch(all);
            for (int i = 0; i < shares.size(); i++) {
                stacks.add(lines, shares.live(i), shares.accumulated(i), shares.thread(i));
            }
            stacks.add(lines, shares.restLive(), shares.restAccumulated(), SampleLabels.NO_THREAD);
        } else {
            stacks.setTotal(all);
        }
        shares.clear();
        total = null;
    }
}
