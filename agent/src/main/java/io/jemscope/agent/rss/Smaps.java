package io.jemscope.agent.rss;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads {@code /proc/<pid>/smaps} as a stream (proc_pid_smaps(5)). Keeps one mapping at a time, whatever their number. What isn't understood is passed over: a later kernel has more.
 */
final class Smaps {

    /** Takes the mappings one by one, in the order of their addresses. */
    interface Sink {

        /**
         * Takes one.
         *
         * @return whether to go on
         */
        boolean take(MemoryMapping mapping);
    }

    private static final int ADDRESS_DIGITS = 16;

    private final SmapsLine line;
    private final Sink sink;

    private boolean open;
    private long start;
    private long end;
    private int access;
    private String name = "";
    private long resident;
    private long proportional;
    private long swapped;
    private long hugetlb;
    private long transparent;
    private int marks;

    private Smaps(InputStream in, Sink sink) {
        this.line = new SmapsLine(in);
        this.sink = sink;
    }

    /**
     * Reads all mappings.
     *
     * @param in the text
     * @param sink where they go
     * @return whether the text was read to its end, and not left because the sink had enough
     * @throws IOException where the text can't be read
     */
    static boolean read(InputStream in, Sink sink) throws IOException {
        return new Smaps(in, sink).read();
    }

    private boolean read() throws IOException {
        while (line.next()) {
            if (line.beginsMapping()) {
                if (!hand()) {
                    return false;
                }
                begin();
            } else if (open) {
                field();
            }
        }
        return hand();
    }

    private boolean hand() {
        if (!open) {
            return true;
        }
        open = false;
        return sink.take(new MemoryMapping(
                start, end, access, name, resident, proportional, swapped, hugetlb, transparent, marks));
    }

    /** {@code 7f00-7f01 rw-p 00000000 00:00 0   /a/file}. A line that is none leaves no mapping open. */
    private void begin() {
        resident = 0;
        proportional = 0;
        swapped = 0;
        hugetlb = 0;
        transparent = 0;
        marks = 0;
        start = line.hex(ADDRESS_DIGITS);
        if (!line.skip('-')) {
            return;
        }
        end = line.hex(ADDRESS_DIGITS);
        if (!line.skip(' ') || Long.compareUnsigned(start, end) >= 0) {
            return;
        }
        access = (line.skip('r') ? MemoryMapping.READ : line.pass())
                | (line.skip('w') ? MemoryMapping.WRITE : line.pass())
                | (line.skip('x') ? MemoryMapping.EXECUTE : line.pass())
                | (line.skip('s') ? MemoryMapping.SHARED : line.pass());
        if (!line.skip(' ')) {
            return;
        }
        line.skipWord();
        line.skipWord();
        line.skipWord();
        name = line.rest();
        open = true;
    }

    private void field() {
        if (line.skip("Rss:")) {
            resident = line.kilobytes();
        } else if (line.skip("Pss:")) {
            proportional = line.kilobytes();
        } else if (line.skip("Swap:")) {
            swapped = line.kilobytes();
        } else if (line.skip("AnonHugePages:")) {
            transparent = line.kilobytes();
        } else if (line.skip("Private_Hugetlb:") || line.skip("Shared_Hugetlb:")) {
            hugetlb = Sums.plus(hugetlb, line.kilobytes());
        } else if (line.skip("VmFlags:")) {
            marks = line.marks();
        }
    }
}
