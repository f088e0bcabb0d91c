package io.jemscope.fleet.store.clickhouse;

import java.io.IOException;
import java.util.List;

/**
 * The schema, in steps. A step that was released is never changed: a later one changes what it has made. Each can be run twice, since
 * ClickHouse has no transactions: a step that failed half-way is run again.
 */
final class Schema {

    private static final List<List<String>> STEPS = List.of(List.of(
            // A profile is one row, so it is whole or absent. Two equal rows are merged in the background; until then
            // questions read one of them. An hour's rows lie together, in short granules since they are long.
            "CREATE TABLE IF NOT EXISTS profiles (time Int64, instance UInt64, key UInt64, rate Int64, resident Int64,"
                    + " stack Array(UInt64), site Array(UInt64), bytes Array(Float64), objects Array(Float64),"
                    + " variance Array(Float64), weights Array(Float64), steps Array(Float64))"
                    + " ENGINE = ReplacingMergeTree() PARTITION BY intDiv(time, 86400000)"
                    + " ORDER BY (intDiv(time, 3600000), instance, time, key) SETTINGS index_granularity = 64",
            "CREATE TABLE IF NOT EXISTS instances (instance UInt64, id String, service String, version String, host String,"
                    + " labels String, updated UInt64) ENGINE = ReplacingMergeTree(updated) ORDER BY instance",
            "CREATE TABLE IF NOT EXISTS sites (site UInt64, name String) ENGINE = ReplacingMergeTree() ORDER BY site",
            "CREATE TABLE IF NOT EXISTS stacks (stack UInt64, frames String) ENGINE = ReplacingMergeTree() ORDER BY stack",
            "CREATE TABLE IF NOT EXISTS gone (key UInt64) ENGINE = MergeTree() ORDER BY key"));

    private Schema() {}

    /** Brings a shard to this version's schema. */
    static void apply(Shard shard) throws IOException {
        shard.create();
        shard.run(
                "CREATE TABLE IF NOT EXISTS migration (number UInt64, applied Int64) ENGINE = MergeTree() ORDER BY number");
        long done = done(shard);
        check(shard, done);
        for (int step = (int) done; step < STEPS.size(); step++) {
            for (String change : STEPS.get(step)) {
                shard.run(change);
            }
            shard.insert(
                    "migration",
                    "number, applied",
                    new RowWriter().add(step + 1L).add(System.currentTimeMillis()));
        }
    }

    /** Refuses a shard whose schema this version can't read. */
    static void require(Shard shard) throws IOException {
        long done = shard.has("migration") ? done(shard) : 0;
        check(shard, done);
        if (done < STEPS.size()) {
            throw shard.failure(
                    "its database " + shard.database() + " has the schema " + done + " of " + STEPS.size()
                            + ": run jemscope collect of this version on it once",
                    null);
        }
    }

    private static void check(Shard shard, long done) throws IOException {
        if (done > STEPS.size()) {
            throw shard.failure(
                    "its database " + shard.database() + " has the schema " + done + ", and this version knows "
                            + STEPS.size() + ": use the newer jemscope that wrote it",
                    null);
        }
    }

    private static long done(Shard shard) throws IOException {
        return shard.ask("SELECT max(number) FROM migration").number();
    }
}
