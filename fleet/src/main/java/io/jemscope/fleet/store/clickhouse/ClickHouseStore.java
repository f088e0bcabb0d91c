package io.jemscope.fleet.store.clickhouse;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Key;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.MemoryTotals;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.SiteTotal;
import io.jemscope.fleet.store.StackSum;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.Totals;
import io.jemscope.history.Retention;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store in one or several servers of ClickHouse, from version 18.16 on. An instance's profiles are all on one server (a shard). Each
 * question is asked of every shard, which adds up its own; the sums of the shards are added here.
 *
 * <p>A profile is one row, so it is stored whole or not at all; but ClickHouse has no transactions, so an {@code append} that fails may
 * have stored some profiles of a batch. Those are left out when it is repeated. A profile that is there already is looked for within an
 * hour of its time.
 */
public final class ClickHouseStore implements FleetStore {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int MOST_BYTES = 512 << 20;
    private static final long HOUR = 3_600_000;
    private static final long DAY = 86_400_000;

    /** Literals in one question: 100 KB of the 256 KiB that a server takes. */
    private static final int MOST_KEYS = 5_000;

    private static final long MUTATION_PAUSE_MILLIS = 100;
    private static final long MUTATION_MILLIS = 60_000;

    /** The last millisecond of the year 9999: ends of all times are brought into what a server can compare. */
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    /** The columns of {@link MemoryFigures}, in its order; the first three are about the limit. */
    private static final String MEMORY = "resident, ceiling, charged, heap, allocated, holds, other";

    private static final String[] FIGURES = {"m0", "m1", "m2", "m3", "m4", "m5", "m6"};

    /** How much of its limit an instance has used; -1 if it is unknown, and for its sites. */
    private static final String SHARE = "if(k = 0 AND m1 > 0 AND m2 >= 0, m2 / m1, -1.0)";

    private static final String PROFILE_COLUMNS =
            "time, instance, key, rate, " + MEMORY + ", stack, site, bytes, objects, variance, weights, steps";

    private static final String ADDED = "sum(b) AS sb, sum(o) AS so, sum(v) AS sv, sum(w) AS sw, sum(p) AS sp";

    /** The last service and version of each instance. */
    private static final String NAMES = "(SELECT instance, argMax(service, updated) AS s, argMax(version, updated) AS r"
            + " FROM instances GROUP BY instance)";

    private static final String SITE_NAMES = "(SELECT site AS k, any(name) AS name FROM sites GROUP BY site) AS lines";

    /** The key that a whole profile has among its sites. */
    private static final long ALL_SITES = 0;

    private static final String SUMS = "bytes, objects, variance, weights, steps";

    /** What a profile holds at each site, and in all. One read has both, since a profile may be added between two reads. */
    private static final String BY_SITE = "(SELECT instance, k, any(time) AS t, any(resident) AS m0,"
            + " any(ceiling) AS m1, any(charged) AS m2, any(heap) AS m3, any(allocated) AS m4, any(holds) AS m5,"
            + " any(other) AS m6, sum(b1) AS b,"
            + " sum(o1) AS o, sum(v1) AS v, sum(w1) AS w, sum(p1) AS p FROM %s"
            + " ARRAY JOIN arrayPushFront(site, toUInt64(" + ALL_SITES + ")) AS k"
            + whole("bytes", "b1") + whole("objects", "o1") + whole("variance", "v1") + whole("weights", "w1")
            + whole("steps", "p1") + " GROUP BY instance, k) AS held";

    /** The microsecond of the last update of an instance, or one more: of two updates the later one counts. */
    private static final AtomicLong LAST_UPDATE = new AtomicLong();

    private final List<Shard> shards;
    private final ExecutorService threads;

    private ClickHouseStore(List<Shard> shards) {
        this.shards = shards;
        threads = Executors.newFixedThreadPool(shards.size(), work -> {
            Thread thread = new Thread(work, "jemscope-clickhouse");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens a store to read and write; creates its databases and tables where they are absent.
     *
     * @param addresses the shards, always in the same order, such as {@code http://host:8123/database}
     * @param environment {@code CLICKHOUSE_USER} and {@code CLICKHOUSE_PASSWORD}
     * @param authorities certificates in PEM to trust; null for the JDK's
     */
    public static ClickHouseStore write(
            List<URI> addresses, Map<String, String> environment, @Nullable Path authorities) throws IOException {
        return open(addresses, environment, authorities, Schema::apply);
    }

    /**
     * Opens one server of a store to write the profiles of its instances, also while others are down.
     *
     * @param addresses all servers of the store
     * @param number which of them, from 0
     */
    public static ClickHouseStore writeOne(
            List<URI> addresses, int number, Map<String, String> environment, @Nullable Path authorities)
            throws IOException {
        return open(List.of(shards(addresses, environment, authorities).get(number)), Schema::apply);
    }

    /** The number of the server, from 0, that has an instance. */
    public static int server(String instance, int servers) {
        return (int) Long.remainderUnsigned(key(instance, ""), servers);
    }

    /** Opens a store to read. */
    public static ClickHouseStore read(List<URI> addresses, Map<String, String> environment, @Nullable Path authorities)
            throws IOException {
        return open(addresses, environment, authorities, Schema::require);
    }

    private static String whole(String column, String name) {
        return ", arrayPushFront(" + column + ", arraySum(" + column + ")) AS " + name;
    }

    /** What is done on a shard. */
    @FunctionalInterface
    private interface Work<T> {

        T on(Shard shard) throws IOException;
    }

    /** The same without an answer. */
    @FunctionalInterface
    private interface Task {

        void on(Shard shard) throws IOException;
    }

    private static ClickHouseStore open(
            List<URI> addresses, Map<String, String> environment, @Nullable Path authorities, Task preparation)
            throws IOException {
        return open(shards(addresses, environment, authorities), preparation);
    }

    private static List<Shard> shards(List<URI> addresses, Map<String, String> environment, @Nullable Path authorities)
            throws IOException {
        BoundedClient client = new BoundedClient(authorities, TIMEOUT, MOST_BYTES);
        List<Shard> shards = new ArrayList<>();
        for (URI address : addresses) {
            shards.add(new Shard(
                    client,
                    address,
                    new Shard.Place(shards.size() + 1, addresses.size()),
                    environment.getOrDefault("CLICKHOUSE_USER", ""),
                    environment.getOrDefault("CLICKHOUSE_PASSWORD", "")));
        }
        return shards;
    }

    private static ClickHouseStore open(List<Shard> shards, Task preparation) throws IOException {
        ClickHouseStore store = new ClickHouseStore(shards);
        try {
            store.onEach(shard -> {
                preparation.on(shard);
                return shard;
            });
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Works on all shards at once, and returns their results in the shards' order. */
    private <T> List<T> onEach(Work<T> work) throws IOException {
        List<Future<T>> running = new ArrayList<>();
        for (Shard shard : shards) {
            running.add(threads.submit(() -> work.on(shard)));
        }
        List<T> results = new ArrayList<>();
        IOException failure = null;
        for (Future<T> each : running) {
            try {
                results.add(each.get());
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                IOException its = cause instanceof IOException io ? io : new IOException(String.valueOf(cause), e);
                failure = failure == null ? its : failure;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while ClickHouse was asked", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
        return results;
    }

    private static long key(String first, String second) {
        return Key.of(first, second).getMostSignificantBits();
    }

    private static long instanceKey(Instance instance) {
        return key(instance.id(), "");
    }

    @Override
    public int append(List<StoredProfile> profiles) throws IOException {
        Map<Shard, List<StoredProfile>> parts = new HashMap<>();
        for (StoredProfile profile : profiles) {
            Shard its = shards.get(server(profile.instance().id(), shards.size()));
            parts.computeIfAbsent(its, shard -> new ArrayList<>()).add(profile);
        }
        return onEach(shard -> append(shard, parts.getOrDefault(shard, List.of()))).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static int append(Shard shard, List<StoredProfile> profiles) throws IOException {
        Map<Long, StoredProfile> fresh = new LinkedHashMap<>();
        for (StoredProfile profile : profiles) {
            fresh.putIfAbsent(key(profile.instance().id(), profile.id()), profile);
        }
        fresh.keySet().removeAll(stored(shard, fresh));
        if (fresh.isEmpty()) {
            return 0;
        }
        // The names first, so that no profile is there without them.
        insertNames(shard, fresh.values());
        RowWriter rows = new RowWriter();
        fresh.forEach((key, profile) -> add(rows, key, profile));
        shard.insert("profiles", PROFILE_COLUMNS, rows);
        return fresh.size();
    }

    /** The keys of those profiles that are there already. */
    private static Set<Long> stored(Shard shard, Map<Long, StoredProfile> profiles) throws IOException {
        Set<Long> stored = new HashSet<>();
        for (List<Map.Entry<Long, StoredProfile>> some : chunks(profiles.entrySet())) {
            long first = Long.MAX_VALUE;
            long last = 0;
            List<Long> keys = new ArrayList<>();
            Set<Long> instances = new HashSet<>();
            for (Map.Entry<Long, StoredProfile> each : some) {
                long hour = each.getValue().time().toEpochMilli() / HOUR;
                first = Math.min(first, hour);
                last = Math.max(last, hour);
                keys.add(each.getKey());
                instances.add(instanceKey(each.getValue().instance()));
            }
            RowReader found = shard.ask("SELECT DISTINCT key FROM profiles WHERE intDiv(time, " + HOUR + ") >= "
                    + (first - 1) + " AND intDiv(time, " + HOUR + ") <= " + (last + 1) + " AND instance IN "
                    + literals(instances) + " AND key IN " + literals(keys));
            while (found.hasNext()) {
                stored.add(found.number());
            }
        }
        return stored;
    }

    private static <T> List<List<T>> chunks(Collection<T> all) {
        List<T> list = List.copyOf(all);
        List<List<T>> chunks = new ArrayList<>();
        for (int i = 0; i < list.size(); i += MOST_KEYS) {
            chunks.add(list.subList(i, Math.min(list.size(), i + MOST_KEYS)));
        }
        return chunks;
    }

    private static String literals(Collection<Long> keys) {
        StringJoiner joined = new StringJoiner(",", "(", ")");
        keys.forEach(key -> joined.add(Long.toUnsignedString(key)));
        return joined.toString();
    }

    private static void insertNames(Shard shard, Collection<StoredProfile> profiles) throws IOException {
        Map<Long, Instance> instances = new LinkedHashMap<>();
        Map<Long, String> sites = new LinkedHashMap<>();
        Map<Long, StackSum> stacks = new LinkedHashMap<>();
        for (StoredProfile profile : profiles) {
            instances.put(instanceKey(profile.instance()), profile.instance());
            for (StackSum stack : profile.stacks()) {
                sites.put(key(stack.site(), ""), stack.site());
                stacks.put(key(stack.site(), stack.stack()), stack);
            }
        }
        long updated = LAST_UPDATE.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis() * 1_000));
        RowWriter rows = new RowWriter();
        instances.forEach((key, instance) -> rows.add(key)
                .add(instance.id())
                .add(instance.service())
                .add(instance.version())
                .add(instance.host())
                .add(new Gson().toJson(instance.labels()))
                .add(updated));
        shard.insert("instances", "instance, id, service, version, host, labels, updated", rows);
        RowWriter names = new RowWriter();
        sites.forEach((key, name) -> names.add(key).add(name));
        shard.insert("sites", "site, name", names);
        for (List<Long> some : chunks(stacks.keySet())) {
            RowReader known = shard.ask("SELECT stack FROM stacks WHERE stack IN " + literals(some));
            while (known.hasNext()) {
                stacks.remove(known.number());
            }
        }
        RowWriter frames = new RowWriter();
        stacks.forEach((key, stack) -> frames.add(key).add(stack.stack()));
        shard.insert("stacks", "stack, frames", frames);
    }

    private static void add(RowWriter rows, long key, StoredProfile profile) {
        Map<Long, Long> sites = new LinkedHashMap<>();
        Map<Long, Sums> sums = new LinkedHashMap<>();
        for (StackSum stack : profile.stacks()) {
            long its = key(stack.site(), stack.stack());
            sites.put(its, key(stack.site(), ""));
            sums.merge(its, stack.sums(), Sums::plus);
        }
        rows.add(profile.time().toEpochMilli())
                .add(instanceKey(profile.instance()))
                .add(key)
                .add(profile.rateBytes());
        MemoryFigures memory = profile.memory();
        rows.add(memory.residentBytes())
                .add(memory.limitBytes())
                .add(memory.chargedBytes())
                .add(memory.heapBytes())
                .add(memory.allocatedBytes())
                .add(memory.heldBytes())
                .add(memory.otherBytes());
        rows.length(sites.size());
        sites.keySet().forEach(rows::add);
        rows.length(sites.size());
        sites.values().forEach(rows::add);
        List<ToDoubleFunction<Sums>> columns =
                List.of(Sums::bytes, Sums::objects, Sums::variance, Sums::weights, Sums::steps);
        for (ToDoubleFunction<Sums> column : columns) {
            rows.length(sums.size());
            sums.values().forEach(each -> rows.add(column.applyAsDouble(each)));
        }
    }

    /** A table of the profile that each instance has in a selection, as a part of a question. */
    private static String chosen(String columns, Selection selection) {
        String service = selection.service();
        String span = in(selection.span());
        return "(SELECT " + columns + " FROM profiles WHERE " + span
                + " AND (instance, time) IN (SELECT instance, " + (selection.isOldest() ? "min" : "max")
                + "(time) FROM profiles WHERE " + span
                + (service == null
                        ? ""
                        : " AND instance IN (SELECT instance FROM " + NAMES + " WHERE s = " + Shard.literal(service)
                                + ")")
                + " GROUP BY instance) LIMIT 1 BY instance)";
    }

    /** The hours are in the primary key, and say which granules need not be read. */
    private static String in(TimeSpan span) {
        long from = millis(span.from());
        long until = millis(span.until());
        return "intDiv(time, " + HOUR + ") >= " + from / HOUR + " AND intDiv(time, " + HOUR + ") <= " + until / HOUR
                + " AND time >= " + from + " AND time < " + until;
    }

    private static long millis(Instant time) {
        if (time.isBefore(Instant.EPOCH)) {
            return 0;
        }
        return time.isAfter(Instant.ofEpochMilli(LAST_MILLIS)) ? LAST_MILLIS : time.toEpochMilli();
    }

    private static String bySite(Selection selection) {
        return BY_SITE.formatted(chosen("instance, time, " + MEMORY + ", site, " + SUMS, selection));
    }

    @Override
    public Totals totals(Selection selection) throws IOException {
        String question = "SELECT k, s, r, name, c, sb, so, sv, sw, sp, q, st, kn, rs, rl, sh, n, n0, n1, n2 FROM"
                + " (SELECT s, r, k, count() AS c, " + ADDED
                + ", sum(b * b) AS q, max(t) AS st, countIf(m0 >= 0) AS kn,"
                + " sumIf(m0, m0 >= 0) AS rs, sumIf(b, m0 >= 0) AS rl, max(" + SHARE + ") AS sh, argMax(instance, "
                + SHARE
                + ") AS n, argMax(m0, " + SHARE + ") AS n0, argMax(m1, " + SHARE + ") AS n1, argMax(m2, " + SHARE
                + ") AS n2 FROM " + bySite(selection)
                + " ALL INNER JOIN " + NAMES + " AS names USING instance GROUP BY s, r, k) AS added ALL LEFT JOIN "
                + SITE_NAMES + " USING k";
        Map<List<String>, Population> populations = new HashMap<>();
        Map<List<String>, SiteTotal> sites = new HashMap<>();
        for (RowReader rows : onEach(shard -> shard.ask(question))) {
            while (rows.hasNext()) {
                long site = rows.number();
                String service = rows.text();
                String version = rows.text();
                String name = rows.text();
                int count = (int) rows.number();
                Sums sums = sums(rows);
                double squares = rows.real();
                Instant newest = Instant.ofEpochMilli(rows.number());
                MemoryTotals memory = memory(rows);
                if (site == ALL_SITES) {
                    populations.merge(
                            List.of(service, version),
                            new Population(service, version, count, sums, squares, memory, newest),
                            Population::plus);
                } else {
                    sites.merge(
                            List.of(service, version, name),
                            new SiteTotal(service, version, name, count, sums, squares),
                            SiteTotal::plus);
                }
            }
        }
        return new Totals(named(populations.values()), List.copyOf(sites.values()));
    }

    /** The memory of some instances, of which the nearest to its limit has its key in place of its id. */
    private static MemoryTotals memory(RowReader rows) throws IOException {
        int instances = (int) rows.number();
        long resident = rows.number();
        double live = rows.real();
        boolean isLimited = rows.real() >= 0;
        String key = Long.toUnsignedString(rows.number());
        MemoryFigures memory = new MemoryFigures(rows.number(), rows.number(), rows.number(), -1, -1, -1, -1);
        return new MemoryTotals(instances, resident, live, isLimited ? new MemoryTotals.Nearest(key, memory) : null);
    }

    /** Names the instances that are nearest to their limits. An id never changes. */
    private List<Population> named(Collection<Population> populations) throws IOException {
        List<Long> keys = new ArrayList<>();
        for (Population population : populations) {
            MemoryTotals.Nearest nearest = population.memory().nearest();
            if (nearest != null) {
                keys.add(Long.parseUnsignedLong(nearest.instance()));
            }
        }
        Map<Long, String> ids = texts("instances", "instance", "id", keys);
        return populations.stream()
                .map(each ->
                        each.with(each.memory().renamed(key -> ids.getOrDefault(Long.parseUnsignedLong(key), key))))
                .toList();
    }

    @Override
    public List<InstanceSites> instances(Selection selection) throws IOException {
        String question = "SELECT k, instance, name, b, o, v, w, p" + ofWhole("0", "t") + ofWhole("0", FIGURES)
                + ofWhole("''", "i", "s", "r", "h", "l")
                + " FROM (SELECT k, instance, t, " + String.join(", ", FIGURES) + ", b, o, v, w, p, i, s, r, h, l FROM "
                + bySite(selection)
                + " ALL INNER JOIN (SELECT instance, argMax(id, updated) AS i, argMax(service, updated) AS s,"
                + " argMax(version, updated) AS r, argMax(host, updated) AS h, argMax(labels, updated) AS l FROM instances"
                + " GROUP BY instance) AS names USING instance) AS named ALL LEFT JOIN " + SITE_NAMES + " USING k";
        List<InstanceSites> all = new ArrayList<>();
        onEach(shard -> instances(shard.ask(question))).forEach(all::addAll);
        return all;
    }

    /** Columns that a profile has once; the rows of its sites have nothing there. */
    private static String ofWhole(String nothing, String... columns) {
        StringBuilder all = new StringBuilder();
        for (String column : columns) {
            all.append(", if(k = " + ALL_SITES + ", " + column + ", " + nothing + ")");
        }
        return all.toString();
    }

    private static List<InstanceSites> instances(RowReader rows) throws IOException {
        record Head(long key, Instance instance, Instant time, MemoryFigures memory) {}
        List<Head> heads = new ArrayList<>();
        Map<Long, Map<String, Sums>> byInstance = new HashMap<>();
        // A site has its name once in memory, not once for each instance.
        Map<String, String> names = new HashMap<>();
        while (rows.hasNext()) {
            long site = rows.number();
            long key = rows.number();
            String name = rows.text();
            Sums sums = sums(rows);
            Instant time = Instant.ofEpochMilli(rows.number());
            MemoryFigures memory = new MemoryFigures(
                    rows.number(),
                    rows.number(),
                    rows.number(),
                    rows.number(),
                    rows.number(),
                    rows.number(),
                    rows.number());
            String id = rows.text();
            String service = rows.text();
            String version = rows.text();
            String host = rows.text();
            String labels = rows.text();
            if (site == ALL_SITES) {
                Map<String, String> its =
                        Objects.requireNonNull(new Gson().fromJson(labels, new TypeToken<Map<String, String>>() {}));
                heads.add(new Head(key, Instance.of(id, service, version, host, its), time, memory));
            } else {
                byInstance
                        .computeIfAbsent(key, any -> new HashMap<>())
                        .put(names.computeIfAbsent(name, same -> same), sums);
            }
        }
        return heads.stream()
                .map(head -> new InstanceSites(
                        head.instance(), head.time(), head.memory(), byInstance.getOrDefault(head.key(), Map.of())))
                .toList();
    }

    private static Sums sums(RowReader rows) throws IOException {
        return new Sums(rows.real(), rows.real(), rows.real(), rows.real(), rows.real());
    }

    @Override
    public List<StackTotal> stacks(Selection selection, String site, int most) throws IOException {
        String question = "SELECT t, count(), " + ADDED + " FROM (SELECT t, b, o, v, w, p, k FROM "
                + chosen("instance, stack, site, " + SUMS, selection)
                + " ARRAY JOIN stack AS t, site AS k, bytes AS b, objects AS o, variance AS v, weights AS w, steps AS p)"
                + " WHERE k = " + Long.toUnsignedString(key(site, "")) + " GROUP BY t";
        Map<Long, StackTotal> byKey = new HashMap<>();
        for (RowReader rows : onEach(shard -> shard.ask(question))) {
            while (rows.hasNext()) {
                long key = rows.number();
                byKey.merge(
                        key,
                        new StackTotal("", (int) rows.number(), sums(rows)),
                        (one, other) -> new StackTotal(
                                "", one.holders() + other.holders(), one.sums().plus(other.sums())));
            }
        }
        List<Map.Entry<Long, StackTotal>> largest = byKey.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        each -> -each.getValue().sums().bytes()))
                .limit(most)
                .toList();
        Map<Long, String> frames = texts(
                "stacks",
                "stack",
                "frames",
                largest.stream().map(Map.Entry::getKey).toList());
        return largest.stream()
                .map(each -> new StackTotal(
                        frames.getOrDefault(each.getKey(), ""),
                        each.getValue().holders(),
                        each.getValue().sums()))
                .toList();
    }

    /** The texts of some keys of a table, which every row of a key has. */
    private Map<Long, String> texts(String table, String key, String text, List<Long> keys) throws IOException {
        Map<Long, String> texts = new HashMap<>();
        for (List<Long> some : chunks(keys)) {
            String question = "SELECT " + key + ", any(" + text + ") FROM " + table + " WHERE " + key + " IN "
                    + literals(some) + " GROUP BY " + key;
            for (RowReader rows : onEach(shard -> shard.ask(question))) {
                while (rows.hasNext()) {
                    texts.put(rows.number(), rows.text());
                }
            }
        }
        return texts;
    }

    @Override
    public int thin(Duration mostAge, Instant now) throws IOException {
        return onEach(shard -> thin(shard, mostAge.toMillis(), now.toEpochMilli())).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static int thin(Shard shard, long mostAge, long now) throws IOException {
        long removed = shard.ask("SELECT count() FROM (SELECT key FROM profiles WHERE time < " + (now - mostAge)
                        + " GROUP BY key)")
                .number();
        // A day's profiles lie in a partition, and go at once.
        RowReader old = shard.ask("SELECT DISTINCT intDiv(time, " + DAY + ") AS day FROM profiles WHERE intDiv(time, "
                + DAY + ") < " + (now - mostAge) / DAY);
        while (old.hasNext()) {
            shard.run("ALTER TABLE profiles DROP PARTITION " + old.number());
        }
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
            await(shard);
        }
        return (int) (removed + thinned);
    }

    /** Waits for a deletion, which a server does in the background; one that takes long goes on without us. */
    private static void await(Shard shard) throws IOException {
        long end = System.nanoTime() + MUTATION_MILLIS * 1_000_000;
        while (System.nanoTime() - end < 0
                && shard.ask("SELECT count() FROM system.mutations WHERE database = " + Shard.literal(shard.database())
                                        + " AND table = 'profiles' AND NOT is_done")
                                .number()
                        > 0) {
            try {
                Thread.sleep(MUTATION_PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
