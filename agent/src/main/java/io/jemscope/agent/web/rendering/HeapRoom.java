package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.ApiException;
import io.jemscope.report.pipeline.ReportOption;
import java.util.concurrent.locks.LockSupport;

/**
 * How much of the program's Java heap a rendering may take. A dump is read into objects there; a program that is short of
 * heap must not meet the end of it, or a long collection, for a report that can be made elsewhere.
 *
 * <p>What one takes was measured by making forms of a dump of 5.5 MB in heaps of growing size until it went well: in 16 MB each by
 * itself, as text, graph, JSON and pprof; in 48 MB against another dump as large, since their stacks are compared by name. With a frame for each label and a filter
 * that changes stacks it takes as much again as by itself, and a call tree of all that it has twice as much as that.
 *
 * <p>What a picture takes beside that is known once its graph is: a line is a point in each layer that it crosses. Graphs of random stacks of up to
 * 128 frames took 20 MB of heap with 80 boxes and 361 lines, 24 MB with 200 and 1,282, 40 MB with 400 and 2,474; one of 900 and 2,396, 56 MB.
 */
final class HeapRoom {

    /** The classes' own, tables of libraries, buffers. */
    private static final long FIXED_BYTES = 12L << 20;

    /** What a byte of a dump becomes as objects, where it is read by itself, and where it is held against another. */
    private static final long TIMES_ALONE = 2;

    private static final long TIMES_COMPARED = 4;

    /** What it becomes beside that, where samples are chosen one by one. */
    private static final long TIMES_VIEWED = 2;

    /** And where there is a box for each way to a function. */
    private static final long TIMES_TREE = 4;

    /** What a line takes for each layer that it may cross; there is one for each box at most, where each calls the next. */
    private static final long LAYER_BYTES = 128;

    /** What an address becomes: a sample, what was found for it, its name, and the line that tells of it. */
    private static final long ADDRESS_BYTES = 1024;

    /** Of what is free; the rest is the program's. */
    private static final long SHARE = 2;

    /** After so many looks without room, a second in all, there is none. */
    private static final int LOOKS = 50;

    private static final long BETWEEN_LOOKS_NANOS = 20_000_000; // 20 ms

    private final Runtime runtime;

    HeapRoom(Runtime runtime) {
        this.runtime = runtime;
    }

    /**
     * Refuses where there isn't the room.
     *
     * @param dumpBytes how long the dumps and their symbols are
     * @param compared whether there are two of them
     * @param view what of them is wanted
     * @throws ApiException of status 503
     */
    void check(long dumpBytes, boolean compared, View view) throws ApiException {
        check(
                "The dump isn't analysed in the program",
                FIXED_BYTES + ((compared ? TIMES_COMPARED : TIMES_ALONE) + times(view)) * dumpBytes,
                "Download the dump and its symbols and run: jemscope report FILE. Or ask again after a collection.");
    }

    private static long times(View view) {
        boolean isTree = ReportOption.CALL_TREE.names().stream()
                .map(view.texts()::get)
                .anyMatch(text -> text != null && !text.equals("false"));
        return (view.isWhole() ? 0 : TIMES_VIEWED) + (isTree ? TIMES_TREE : 0);
    }

    /**
     * Refuses where there isn't the room to draw a graph.
     *
     * @param boxes how many it has
     * @param lines how many it has
     * @throws ApiException of status 503
     */
    void checkGraph(int boxes, int lines) throws ApiException {
        check(
                "The call graph isn't drawn in the program",
                LAYER_BYTES * lines * boxes,
                "Ask for the text, or for fewer boxes by nodecount. Or download the dump and its symbols and run:"
                        + " jemscope report FILE --svg.");
    }

    /**
     * Refuses where there isn't the room to name addresses.
     *
     * @param addresses how many
     * @param symbolsBytes how long the Java frames' names are
     * @throws ApiException of status 503
     */
    void checkNames(int addresses, long symbolsBytes) throws ApiException {
        check(
                "The addresses aren't looked up in the program",
                FIXED_BYTES + TIMES_ALONE * symbolsBytes + ADDRESS_BYTES * addresses,
                "Send fewer at once, ask again after a collection, or download the dump and its symbols and run:"
                        + " jemscope report FILE.");
    }

    private void check(String what, long need, String next) throws ApiException {
        long free = freeBytes();
        boolean mayFit = need <= runtime.maxMemory() / SHARE;
        for (int looks = 1; mayFit && need > free / SHARE && looks < LOOKS; looks++) {
            // Garbage counts as used until a collection has removed it, and the program's next one may be near.
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            free = freeBytes();
        }
        if (need > free / SHARE) {
            throw new ApiException(
                    503,
                    what,
                    "that can take " + megabytes(need) + " MB of its Java heap, and " + megabytes(free)
                            + " MB are free, of which half may be used",
                    next);
        }
    }

    private long freeBytes() {
        return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
    }

    private static long megabytes(long bytes) {
        return bytes >> 20;
    }
}
