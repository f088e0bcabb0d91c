package io.jemscope.fleet.store.clickhouse;

import io.jemscope.history.Retention;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Removes from one server what a store doesn't keep. The server deletes in the background. */
final class Thinning {

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Shard shard;
    private final long mostAge;
    private final long now;

    Thinning(Shard shard, Duration mostAge, Instant now) {
        this.shard = shard;
        this.mostAge = mostAge.toMillis();
        this.now = now.toEpochMilli();
    }

    /** Removes profiles by age, and names that no profile refers to. Returns how many profiles are removed. */
    int thin() throws IOException {
        long removed = shard.ask("SELECT count() FROM (SELECT key FROM profiles WHERE time < " + (now - mostAge)
                        + " GROUP BY key)")
                .number();
        // A day's profiles lie in a partition, and go at once.
        RowReader old = shard.ask("SELECT DISTINCT intDiv(time, " + DAY + ") AS day FROM profiles WHERE intDiv(time, "
                + DAY + ") < " + (now - mostAge) / DAY);
        while (old.hasNext()) {
            shard.run("ALTER TABLE profiles DROP PARTITION " + old.number());
        }
        if (isFree("profiles")) {
            removed += thinOut();
        }
        for (String table : List.of("instances", "sites", "stacks")) {
            String isOld = " WHERE until < " + (now - mostAge);
            if (shard.ask("SELECT count() FROM " + table + isOld).number() > 0 && isFree(table)) {
                shard.run("ALTER TABLE " + table + " DELETE" + isOld);
            }
        }
        return (int) removed;
    }

    private long thinOut() throws IOException {
        StringBuilder step = new StringBuilder("multiIf(");
        StringBuilder slot = new StringBuilder("multiIf(");
        List<Retention.Interval> intervals = Retention.intervals();
        for (int i = 0; i < intervals.size(); i++) {
            String when = now + " - t <= " + intervals.get(i).upTo().toMillis() + ", ";
            step.append(when).append(i).append(", ");
            slot.append(when)
                    .append("intDiv(t, ")
                    .append(intervals.get(i).length().toMillis())
                    .append("), ");
        }
        step.append(intervals.size()).append(')');
        slot.append("0)");
        String all = "(SELECT key, any(instance) AS i, any(time) AS t FROM profiles GROUP BY key)";
        shard.run("TRUNCATE TABLE gone");
        shard.run("INSERT INTO gone SELECT key FROM " + all + " WHERE " + now + " - t > " + mostAge
                + " OR (key NOT IN (SELECT argMin(key, t) FROM " + all + " GROUP BY i, " + step + ", " + slot
                + ") AND key NOT IN (SELECT argMax(key, t) FROM " + all + " GROUP BY i))");
        long thinned = shard.ask("SELECT count() FROM gone WHERE key IN (SELECT key FROM profiles WHERE time >= "
                        + (now - mostAge) + ")")
                .number();
        if (shard.ask("SELECT count() FROM gone").number() > 0) {
            shard.run("ALTER TABLE profiles DELETE WHERE key IN (SELECT key FROM gone)");
        }
        return thinned;
    }

    /**
     * Whether a table has no unfinished deletion. While it has one, another isn't begun; the next thinning tries again.
     */
    private boolean isFree(String table) throws IOException {
        long begun = shard.ask("SELECT toUInt64(min(create_time)) FROM system.mutations WHERE database = "
                        + Shard.literal(shard.database()) + " AND table = '" + table + "' AND NOT is_done")
                .number();
        if (begun > 0 && now - begun * 1_000 > HOUR) {
            throw new IOException(shard + " hasn't finished the deletion in its table " + table + " that began at "
                    + Instant.ofEpochSecond(begun) + ": see its table system.mutations and its log");
        }
        return begun == 0;
    }
}
