package io.jemscope.benchmarks.verdict;

import io.jemscope.testkit.truth.Kind;
import io.jemscope.testkit.truth.Kind.Truth;
import io.jemscope.testkit.truth.TruthProgram;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table: a program and its speed.
 *
 * @param main the program's main class
 * @param kind its first argument
 * @param truth what is true of its lines
 * @param ledgerRow the row of the memory ledger that grows; empty for none
 * @param kibASecond its speed
 */
record Row(String main, String kind, Truth truth, String ledgerRow, int kibASecond) {

    private static final List<Integer> SPEEDS = List.of(32, 128, 512, 2_048);

    private static final int SPEED = 512;

    /** The kinds that leak at each of the four speeds. */
    private static final List<Kind> AT_EACH_SPEED =
            List.of(Kind.DIRECT_BUFFERS, Kind.UNSAFE, Kind.DEFLATERS, Kind.INFLATERS, Kind.JNI, Kind.THREAD_BUFFERS);

    /** A few that differ much, for a short run. */
    private static final List<String> QUICK = List.of(
            "direct-buffers 512",
            "inflaters 128",
            "leak-of-five-percent 512",
            "lru-cache 512",
            "pool-warm-up 512",
            "rising-sessions 512",
            "netty-pool 512");

    String name() {
        return kind + " " + kibASecond;
    }

    boolean isQuick() {
        return QUICK.contains(name());
    }

    /** All rows: leaks first. */
    static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int speed : AT_EACH_SPEED.contains(kind) ? SPEEDS : List.of(SPEED)) {
                rows.add(new Row(TruthProgram.class.getName(), kind.toString(), kind.truth(), kind.ledgerRow(), speed));
            }
        }
        String netty = NettyProgram.class.getName();
        rows.add(new Row(netty, NettyProgram.LEAK, Truth.LEAK, "", SPEED));
        rows.add(new Row(netty, NettyProgram.POOL, Truth.NO_LEAK, "", SPEED));
        rows.add(new Row(RocksDbProgram.class.getName(), RocksDbProgram.CACHE, Truth.NO_LEAK, "", SPEED));
        return rows;
    }
}
