package io.jemscope.profile.jemalloc;

import io.jemscope.profile.FormatException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
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
final class ThreadedBody {

    private static final int MOST_THREADS = 1 << 20;

    private final LineScanner lines;
    private final Scaling scaling;
    private final Stacks stacks;
    private final Map<Long, String> threadNames = new HashMap<>();
    private final ThreadShares shares = new ThreadShares();

    /** Whether a stack is at hand; else the header is. */
    private boolean inStack;

    /** What the line {@code t*} of the stack at hand, or of the header, says; null until it was met. */
    private @Nullable Figures total;

    ThreadedBody(LineScanner lines, Scaling scaling, Stacks stacks) {
        this.lines = lines;
        this.scaling = scaling;
        this.stacks = stacks;
    }

    /** Reads up to the maps or the end; returns whether the maps follow. */
    boolean read() throws IOException {
        while (lines.next()) {
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
        Figures figures = Figures.read(lines, scaling);
        boolean blank = lines.skip(' ');
        if (!inStack && !everyThread && blank) {
            nameThread(thread, lines.rest());
        }
        lines.skipBlanks();
        if (!lines.atEnd()) {
            throw lines.fail("nothing should stand behind the figures");
        }
        if (everyThread) {
            if (total != null) {
                throw lines.fail("there is a second line 't*:'");
            }
            total = figures;
        } else if (inStack) {
            shares.add(thread, figures);
        }
    }

    private void nameThread(long thread, String name) throws FormatException {
        if (name.isBlank()) {
            return;
        }
        threadNames.put(thread, name);
        if (threadNames.size() > MOST_THREADS) {
            throw lines.fail("there are more than " + MOST_THREADS + " threads");
        }
    }

    /** Hands over the stack, or header, whose last line was met. */
    private void finish() throws FormatException {
        Figures all = total;
        if (all == null) {
            throw lines.failAtEnd("the stack or the header before it has no line 't*:'");
        }
        if (inStack) {
            shares.stretch(all);
            for (int i = 0; i < shares.size(); i++) {
                stacks.add(lines, shares.live(i), shares.accumulated(i), name(shares.thread(i)));
            }
            stacks.add(lines, shares.restLive(), shares.restAccumulated(), null);
        } else {
            stacks.setTotal(all);
        }
        shares.clear();
        total = null;
    }

    private String name(long thread) {
        String name = threadNames.get(thread);
        return name == null ? "thread " + thread : name;
    }
}
