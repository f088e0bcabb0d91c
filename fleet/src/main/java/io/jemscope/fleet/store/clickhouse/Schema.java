package io.jemscope.fleet.store.clickhouse;

import io.jemscope.fleet.store.WrongStoreException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema, in steps. A step that was released is never changed: a later one changes what it has made. Each can be run twice, since
 * ClickHouse has no transactions: a step that failed half-way is run again.
 */
final class Schema {

    private static final List<List<String>> STEPS = List.of(List.of(
            // A profile is one row, so it is whole or absent. Two equal rows are merged in the background;
            // until then questions read one of them. An hour's rows lie together, in short granules since
            // they are long. Sums by site are there beside those by stack, since most questions ask for these.
            "CREATE TABLE IF NOT EXISTS profiles (time Int64, instance UInt64, key UInt64, rate Int64, resident Int64,"
                    + " ceiling Int64, charged Int64, heap Int64, allocated Int64, holds Int64, other Int64,"
                    + " site Array(UInt64), bytes Array(Float64), objects Array(Float64), variance Array(Float64),"
                    + " weights Array(Float64), steps Array(Float64), stack Array(UInt64),"
                    + " stack_bytes Array(Float64), stack_objects Array(Float64), stack_variance Array(Float64),"
                    + " stack_weights Array(Float64), stack_steps Array(Float64))"
                    + " ENGINE = ReplacingMergeTree() PARTITION BY intDiv(time, 86400000)"
                    + " ORDER BY (intDiv(time, 3600000), instance, time, key) SETTINGS index_granularity = 64",
            // A name is removed once all profiles up to the time "until" are too old.
            "CREATE TABLE IF NOT EXISTS instances (instance UInt64, id String, service String, version String, host String,"
                    + " labels String, updated UInt64, until Int64) ENGINE = ReplacingMergeTree(updated) ORDER BY instance",
            "CREATE TABLE IF NOT EXISTS sites (site UInt64, name String, until Int64) ENGINE = ReplacingMergeTree(until) ORDER BY site",
            "CREATE TABLE IF NOT EXISTS stacks (stack UInt64, site UInt64, frames String, until Int64) ENGINE = ReplacingMergeTree(until)"
                    + " ORDER BY stack",
            "CREATE TABLE IF NOT EXISTS gone (key UInt64) ENGINE = MergeTree() ORDER BY key"));

    private Schema() {}

    /**
     * Brings a shard to this version's schema. A new one keeps its number and that of all servers.
     *
     * @throws WrongStoreException if it is a newer version's, or another server of a store than it is named as
     */
    static void apply(Shard shard) throws IOException {
        shard.create();
        shard.run(
                "CREATE TABLE IF NOT EXISTS migration (number UInt64, applied Int64) ENGINE = MergeTree() ORDER BY number");
        long done = done(shard);
        check(shard, done);
        shard.run("CREATE TABLE IF NOT EXISTS server (number UInt64, servers UInt64, created Int64)"
                + " ENGINE = MergeTree() ORDER BY created");
        if (place(shard) == null) {
            shard.insert(
                    "server",
                    "number, servers, created",
                    new RowWriter()
                            .add(shard.place().number())
                            .add(shard.place().servers())
                            .add(System.currentTimeMillis()));
        }
        checkPlace(shard);
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

    /**
     * Refuses a shard whose schema this version can't read.
     *
     * @throws WrongStoreException if it is a newer version's, or another server of a store than it is named as
     */
    static void require(Shard shard) throws IOException {
        long done = shard.has("migration") ? done(shard) : 0;
        check(shard, done);
        if (shard.has("server")) {
            checkPlace(shard);
        }
        if (done < STEPS.size()) {
            throw shard.wrong("has the schema " + done + " of " + STEPS.size()
                    + ": run jemscope collect of this version on it once");
        }
    }

    private static void check(Shard shard, long done) throws IOException {
        if (done > STEPS.size()) {
            throw shard.wrong("has the schema " + done + ", and this version knows " + STEPS.size()
                    + ": use the newer jemscope that wrote it");
        }
    }

    /** An instance's server follows from its hash and the number of servers: with others, an instance would move and count twice. */
    private static void checkPlace(Shard shard) throws IOException {
        Shard.Place its = place(shard);
        if (its != null && !its.equals(shard.place())) {
            throw shard.wrong(
                    "is server " + its + " of its store, and --store names it as " + shard.place()
                            + ". Name the same servers in the same order; for other servers, choose databases that don't exist yet");
        }
    }

    /** What a shard was created as; of collectors that created it at the same time the first counts. */
    private static Shard.@Nullable Place place(Shard shard) throws IOException {
        RowReader row = shard.ask("SELECT number, servers FROM server ORDER BY created, servers, number LIMIT 1");
        return row.hasNext() ? new Shard.Place(row.number(), row.number()) : null;
    }

    private static long done(Shard shard) throws IOException {
        return shard.ask("SELECT max(number) FROM migration").number();
    }
}
