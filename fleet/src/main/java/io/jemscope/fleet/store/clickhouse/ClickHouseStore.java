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
import io.jemscope.fleet.store.WrongStoreException;
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

    /** The last millisecond of the year 9999: ends of all times are brought into what a server can compare. */
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    /** The columns of {@link MemoryFigures}, in its order; the first three are about the limit. */
    private static final String MEMORY = "resident, ceiling, charged, heap, allocated, holds, other";

    /** How much of its limit an instance has used; -1 if it is unknown, and for its sites. */
    private static final String SHARE = "if(k = 0 AND m1 > 0 AND m2 >= 0, m2 / m1, -1.0)";

    /** The columns of {@link Sums}, in its order. */
    private static final String SUMS = "bytes, objects, variance, weights, steps";

    private static final String STACK_SUMS = "stack_bytes, stack_objects, stack_variance, stack_weights, stack_steps";

    /** The arrays of a profile's sites, and those of its stacks. */
    private static final String SITES = "site, " + SUMS;

    private static final String STACKS = "stack, " + STACK_SUMS;

    private static final List<ToDoubleFunction<Sums>> EACH_SUM =
            List.of(Sums::bytes, Sums::objects, Sums::variance, Sums::weights, Sums::steps);

    private static final String ADDED = "sum(b) AS sb, sum(o) AS so, sum(v) AS sv, sum(w) AS sw, sum(p) AS sp";

    /** The id of each instance, and its last service and version. */
    private static final String NAMES =
            "(SELECT instance, any(id) AS i, argMax(service, updated) AS s, argMax(version, updated) AS r"
                    + " FROM instances GROUP BY instance)";

    /** The site key of the row with a profile's totals. */
    private static final long ALL_SITES = 0;

    /** A row for each site of each profile, and a row for the whole profile. One read has both, since a profile may be added between two reads. */
    private static final String BY_SITE =
            "(SELECT instance, k, time AS t, resident AS m0, ceiling AS m1, charged AS m2, b, o, v, w, p FROM %s"
                    + " ARRAY JOIN arrayPushFront(site, toUInt64(" + ALL_SITES + ")) AS k"
                    + whole("bytes", "b") + whole("objects", "o") + whole("variance", "v") + whole("weights", "w")
                    + whole("steps", "p") + ") AS held";

    /** The microsecond of the last update of an instance, or one more: of two updates the later one counts. */
    private static final AtomicLong LAST_UPDATE = new AtomicLong();

    private final List<Shard> shards;
    private final ExecutorService threads;

    /** The names of sites by key. A key is its name's hash, so a name never changes. */
    private final Map<Long, String> siteNames = new HashMap<>();

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

    /** The user of {@code CLICKHOUSE_USER}; the server's {@code default} if only a password is set; empty if neither is. */
    public static String user(Map<String, String> environment) {
        String user = environment.getOrDefault("CLICKHOUSE_USER", "");
        boolean isDefault = user.isEmpty()
                && !environment.getOrDefault("CLICKHOUSE_PASSWORD", "").isEmpty();
        return isDefault ? "default" : user;
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
                    user(environment),
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
                // Waiting for the other servers doesn't correct a wrong list.
                failure = failure == null || its instanceof WrongStoreException ? its : failure;
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
        shard.insert("profiles", "time, instance, key, rate, " + MEMORY + ", " + SITES + ", " + STACKS, rows);
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
        long newest = 0;
        for (StoredProfile profile : profiles) {
            newest = Math.max(newest, profile.time().toEpochMilli());
            instances.put(instanceKey(profile.instance()), profile.instance());
            for (StackSum stack : profile.stacks()) {
                sites.put(key(stack.site(), ""), stack.site());
                stacks.put(key(stack.site(), stack.stack()), stack);
            }
        }
        long updated = LAST_UPDATE.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis() * 1_000));
        // What was written within the last day needn't be written again.
        long now = Math.max(System.currentTimeMillis(), newest);
        long until = now + DAY;
        RowWriter rows = new RowWriter();
        instances.forEach((key, instance) -> rows.add(key)
                .add(instance.id())
                .add(instance.service())
                .add(instance.version())
                .add(instance.host())
                .add(new Gson().toJson(instance.labels()))
                .add(updated)
                .add(until));
        shard.insert("instances", "instance, id, service, version, host, labels, updated, until", rows);
        sites.keySet().removeAll(named(shard, "sites", "site", sites.keySet(), now));
        RowWriter names = new RowWriter();
        sites.forEach((key, name) -> names.add(key).add(name).add(until));
        shard.insert("sites", "site, name, until", names);
        stacks.keySet().removeAll(named(shard, "stacks", "stack", stacks.keySet(), now));
        RowWriter frames = new RowWriter();
        stacks.forEach((key, stack) ->
                frames.add(key).add(key(stack.site(), "")).add(stack.stack()).add(until));
        shard.insert("stacks", "stack, site, frames, until", frames);
    }

    /** The keys whose rows are kept for profiles up to this time. */
    private static Set<Long> named(Shard shard, String table, String column, Set<Long> keys, long now)
            throws IOException {
        Set<Long> named = new HashSet<>();
        for (List<Long> some : chunks(keys)) {
            RowReader rows = shard.ask("SELECT DISTINCT " + column + " FROM " + table + " WHERE " + column + " IN "
                    + literals(some) + " AND until >= " + now);
            while (rows.hasNext()) {
                named.add(rows.number());
            }
        }
        return named;
    }

    private static void add(RowWriter rows, long key, StoredProfile profile) {
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
        Map<Long, Sums> sites = new LinkedHashMap<>();
        Map<Long, Sums> stacks = new LinkedHashMap<>();
        for (StackSum stack : profile.stacks()) {
            sites.merge(key(stack.site(), ""), stack.sums(), Sums::plus);
            stacks.merge(key(stack.site(), stack.stack()), stack.sums(), Sums::plus);
        }
        add(rows, sites);
        add(rows, stacks);
    }

    /** An array of keys, and one of each of their sums. */
    private static void add(RowWriter rows, Map<Long, Sums> sums) {
        rows.length(sums.size());
        sums.keySet().forEach(rows::add);
        for (ToDoubleFunction<Sums> each : EACH_SUM) {
            rows.length(sums.size());
            sums.values().forEach(its -> rows.add(each.applyAsDouble(its)));
        }
    }

    /**
     * A table of the profile that each instance has in a selection, as a part of a question. Two rows of one profile are equal.
     * PREWHERE reads the arrays only where the conditions hold.
     */
    private static String chosen(String columns, Selection selection) {
        String service = selection.service();
        String span = in(selection.span());
        return "(SELECT " + columns + " FROM profiles PREWHERE " + span
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

    @Override
    public Totals totals(Selection selection) throws IOException {
        String question = "SELECT s, r, k, count(), " + ADDED + ", sum(b * b), max(t), countIf(m0 >= 0),"
                + " sumIf(m0, m0 >= 0), sumIf(b, m0 >= 0), max(" + SHARE + "), argMax(i, " + SHARE
                + "), argMax(m0, " + SHARE + "), argMax(m1, " + SHARE + "), argMax(m2, " + SHARE + ") FROM "
                + BY_SITE.formatted(chosen("instance, time, resident, ceiling, charged, " + SITES, selection))
                + " ALL INNER JOIN " + NAMES + " AS names USING instance GROUP BY s, r, k";
        Map<List<String>, Population> populations = new HashMap<>();
        record At(String service, String version, long site) {}
        Map<At, SiteTotal> sites = new HashMap<>();
        for (RowReader rows : onEach(shard -> shard.askOneState(question))) {
            while (rows.hasNext()) {
                String service = rows.text();
                String version = rows.text();
                long site = rows.number();
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
                            new At(service, version, site),
                            new SiteTotal(service, version, "", count, sums, squares),
                            SiteTotal::plus);
                }
            }
        }
        nameSites(sites.keySet().stream().map(At::site).toList());
        List<SiteTotal> named = new ArrayList<>();
        sites.forEach((at, total) -> named.add(total.at(siteName(at.site()))));
        return new Totals(List.copyOf(populations.values()), named);
    }

    private static MemoryTotals memory(RowReader rows) throws IOException {
        int instances = (int) rows.number();
        long resident = rows.number();
        double live = rows.real();
        boolean isLimited = rows.real() >= 0;
        MemoryTotals.Nearest nearest = new MemoryTotals.Nearest(
                rows.text(), new MemoryFigures(rows.number(), rows.number(), rows.number(), -1, -1, -1, -1));
        return new MemoryTotals(instances, resident, live, isLimited ? nearest : null);
    }

    /** Reads the names of sites that aren't known yet. They are there: a profile's names are inserted before it. */
    private void nameSites(Collection<Long> keys) throws IOException {
        Set<Long> unknown = new HashSet<>(keys);
        unknown.removeAll(siteNames.keySet());
        siteNames.putAll(texts("sites", "site", "name", unknown));
    }

    private String siteName(long key) {
        return siteNames.getOrDefault(key, "");
    }

    @Override
    public List<InstanceSites> instances(Selection selection) throws IOException {
        String question = "SELECT i, s, r, h, l, time, " + MEMORY + ", " + SITES + " FROM "
                + chosen("instance, time, " + MEMORY + ", " + SITES, selection)
                + " AS chosen ALL INNER JOIN (SELECT instance, argMax(id, updated) AS i, argMax(service, updated) AS s,"
                + " argMax(version, updated) AS r, argMax(host, updated) AS h, argMax(labels, updated) AS l FROM instances"
                + " GROUP BY instance) AS names USING instance";
        record Held(Instance instance, Instant time, MemoryFigures memory, Map<Long, Sums> sites) {}
        List<Held> all = new ArrayList<>();
        Set<Long> sites = new HashSet<>();
        for (RowReader rows : onEach(shard -> shard.askOneState(question))) {
            while (rows.hasNext()) {
                Held held =
                        new Held(instance(rows), Instant.ofEpochMilli(rows.number()), figures(rows), sumsByKey(rows));
                sites.addAll(held.sites().keySet());
                all.add(held);
            }
        }
        nameSites(sites);
        List<InstanceSites> named = new ArrayList<>();
        for (Held held : all) {
            Map<String, Sums> its = new HashMap<>();
            held.sites().forEach((key, sums) -> its.merge(siteName(key), sums, Sums::plus));
            named.add(new InstanceSites(held.instance(), held.time(), held.memory(), its));
        }
        return named;
    }

    private static Instance instance(RowReader rows) throws IOException {
        String id = rows.text();
        String service = rows.text();
        String version = rows.text();
        String host = rows.text();
        Map<String, String> labels =
                Objects.requireNonNull(new Gson().fromJson(rows.text(), new TypeToken<Map<String, String>>() {}));
        return Instance.of(id, service, version, host, labels);
    }

    private static MemoryFigures figures(RowReader rows) throws IOException {
        return new MemoryFigures(
                rows.number(),
                rows.number(),
                rows.number(),
                rows.number(),
                rows.number(),
                rows.number(),
                rows.number());
    }

    /** What {@link #add(RowWriter, Map)} has written. */
    private static Map<Long, Sums> sumsByKey(RowReader rows) throws IOException {
        long[] keys = rows.numbers();
        double[] bytes = rows.reals();
        double[] objects = rows.reals();
        double[] variance = rows.reals();
        double[] weights = rows.reals();
        double[] steps = rows.reals();
        Map<Long, Sums> sums = new HashMap<>();
        for (int i = 0; i < keys.length; i++) {
            sums.put(keys[i], new Sums(bytes[i], objects[i], variance[i], weights[i], steps[i]));
        }
        return sums;
    }

    private static Sums sums(RowReader rows) throws IOException {
        return new Sums(rows.real(), rows.real(), rows.real(), rows.real(), rows.real());
    }

    @Override
    public List<StackTotal> stacks(Selection selection, String site, int most) throws IOException {
        String question = "SELECT t, count(), " + ADDED + " FROM (SELECT t, b, o, v, w, p FROM "
                + chosen("instance, " + STACKS, selection)
                + " ARRAY JOIN stack AS t, stack_bytes AS b, stack_objects AS o, stack_variance AS v, stack_weights AS w,"
                + " stack_steps AS p) WHERE t IN (SELECT stack FROM stacks WHERE site = "
                + Long.toUnsignedString(key(site, "")) + ") GROUP BY t";
        Map<Long, StackTotal> byKey = new HashMap<>();
        for (RowReader rows : onEach(shard -> shard.askOneState(question))) {
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
    private Map<Long, String> texts(String table, String key, String text, Collection<Long> keys) throws IOException {
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
        return onEach(shard -> new Thinning(shard, mostAge, now).thin()).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
