package io.jemscope.fleet.store.duckdb;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * A store in one file of DuckDB. A process that has it open to write excludes all others, so open it for a batch or a question and close
 * it again, which takes some 50 ms.
 */
public final class DuckDbStore implements FleetStore {

    /** How long an opening waits for other processes by default. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The five sums, added up. */
    private static final String ADDED = "sum(bytes), sum(objects), sum(variance), sum(weights), sum(steps)";

    /** The same, named. */
    private static final String SUMMED = "sum(bytes) AS bytes, sum(objects) AS objects, sum(variance) AS variance,"
            + " sum(weights) AS weights, sum(steps) AS steps";

    private final Path file;
    private final Connection connection;

    private DuckDbStore(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /**
     * Opens a store to read and write; creates it where it is absent. A new file is for its owner alone, and so is a new folder.
     *
     * @param patience how long to wait while another process has it open
     */
    public static DuckDbStore write(Path file, Duration patience) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        boolean isNew = !Files.exists(file);
        DuckDbStore store = open(file, true, patience);
        try {
            if (isNew) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            // The next opening would take it as it is.
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /**
     * Opens a store to read.
     *
     * @param patience how long to wait while another process writes it
     */
    public static DuckDbStore read(Path file, Duration patience) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return open(file, false, patience);
    }

    /**
     * Opens a store that this process also writes, to read it. What it reads is of one moment, and no writer waits for its
     * end: DuckDB lets a process have a file open several times if all may write it.
     *
     * @param patience how long to wait while another process has it open
     */
    public static DuckDbStore beside(Path file, Duration patience) throws IOException {
        DuckDbStore store = write(file, patience);
        try {
            store.connection.setAutoCommit(false);
            return store;
        } catch (SQLException e) {
            store.close();
            throw store.failure("cannot read", e);
        }
    }

    private static DuckDbStore open(Path file, boolean isWriter, Duration patience) throws IOException {
        Connection connection = DuckDb.open(file, isWriter, patience);
        DuckDbStore store = new DuckDbStore(file, connection);
        try {
            if (isWriter) {
                Migrations.apply(connection, file);
            } else {
                Migrations.require(connection, file);
            }
            return store;
        } catch (SQLException e) {
            store.close();
            throw store.failure("cannot read the schema of", e);
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public int append(List<StoredProfile> profiles) throws IOException {
        return inTransaction("cannot add to", () -> add(profiles));
    }

    private int add(List<StoredProfile> profiles) throws SQLException {
        Map<UUID, StoredProfile> fresh = new LinkedHashMap<>();
        for (StoredProfile profile : profiles) {
            fresh.putIfAbsent(Key.of(profile.instance().id(), profile.id()), profile);
        }
        fresh.keySet()
                .removeAll(numbers("profile", "key", "UUID", fresh.keySet(), UUID.class)
                        .keySet());
        if (fresh.isEmpty()) {
            return 0;
        }
        Map<String, Integer> instances = instances(fresh.values());
        Map<UUID, Integer> stacks = stacks(fresh.values());
        Columns added = new Columns(
                "profile", "BIGINT", "UUID", "INTEGER", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT",
                "BIGINT", "BIGINT", "BIGINT");
        Columns samples = new Columns("sample", "BIGINT", "INTEGER", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE");
        long number = lastNumber("profile");
        for (Map.Entry<UUID, StoredProfile> entry : fresh.entrySet()) {
            StoredProfile profile = entry.getValue();
            MemoryFigures memory = profile.memory();
            number++;
            added.add(
                    number,
                    entry.getKey().toString(),
                    known(instances, profile.instance().id()),
                    profile.time().toEpochMilli(),
                    profile.rateBytes(),
                    memory.residentBytes(),
                    memory.limitBytes(),
                    memory.chargedBytes(),
                    memory.heapBytes(),
                    memory.allocatedBytes(),
                    memory.heldBytes(),
                    memory.otherBytes());
            for (Map.Entry<UUID, Sums> sample : samples(profile).entrySet()) {
                Sums sums = sample.getValue();
                samples.add(
                        number,
                        known(stacks, sample.getKey()),
                        sums.bytes(),
                        sums.objects(),
                        sums.variance(),
                        sums.weights(),
                        sums.steps());
            }
        }
        added.insert(connection);
        samples.insert(connection);
        return fresh.size();
    }

    /** A profile's stacks, each once. */
    private static Map<UUID, Sums> samples(StoredProfile profile) {
        Map<UUID, Sums> samples = new LinkedHashMap<>();
        for (StackSum stack : profile.stacks()) {
            samples.merge(key(stack), stack.sums(), Sums::plus);
        }
        return samples;
    }

    private static UUID key(StackSum stack) {
        return Key.of(stack.site(), stack.stack());
    }

    /** The numbers of the profiles' instances; adds those that are new, and brings the others up to date. */
    private Map<String, Integer> instances(Iterable<StoredProfile> profiles) throws SQLException {
        Map<String, Instance> newest = new LinkedHashMap<>();
        profiles.forEach(profile -> newest.put(profile.instance().id(), profile.instance()));
        Map<String, Integer> numbers = numbers("instance", "id", "VARCHAR", newest.keySet(), String.class);
        int number = (int) lastNumber("instance");
        Columns rows = new Columns("instance", "INTEGER", "VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR", "VARCHAR");
        List<Integer> known = new ArrayList<>(numbers.values());
        for (Instance instance : newest.values()) {
            Integer its = numbers.get(instance.id());
            if (its == null) {
                number++;
                its = number;
                numbers.put(instance.id(), its);
            }
            rows.add(
                    its,
                    instance.id(),
                    instance.service(),
                    instance.version(),
                    instance.host(),
                    new Gson().toJson(instance.labels()));
        }
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM instance WHERE number IN (SELECT unnest(?::INTEGER[]))")) {
            delete.setArray(1, connection.createArrayOf("INTEGER", known.toArray()));
            delete.execute();
        }
        rows.insert(connection);
        return numbers;
    }

    /** The numbers of the profiles' stacks; adds those that are new, with their sites. */
    private Map<UUID, Integer> stacks(Iterable<StoredProfile> profiles) throws SQLException {
        Map<UUID, StackSum> all = new LinkedHashMap<>();
        profiles.forEach(profile -> profile.stacks().forEach(stack -> all.putIfAbsent(key(stack), stack)));
        Map<UUID, Integer> numbers = numbers("stack", "key", "UUID", all.keySet(), UUID.class);
        all.keySet().removeAll(numbers.keySet());
        Map<String, Integer> sites = sites(all.values());
        Columns added = new Columns("stack", "INTEGER", "UUID", "INTEGER", "VARCHAR");
        int number = (int) lastNumber("stack");
        for (Map.Entry<UUID, StackSum> entry : all.entrySet()) {
            number++;
            numbers.put(entry.getKey(), number);
            StackSum stack = entry.getValue();
            added.add(number, entry.getKey().toString(), known(sites, stack.site()), stack.stack());
        }
        added.insert(connection);
        return numbers;
    }

    private Map<String, Integer> sites(Iterable<StackSum> stacks) throws SQLException {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        stacks.forEach(stack -> wanted.put(stack.site(), 0));
        Map<String, Integer> numbers = numbers("site", "name", "VARCHAR", wanted.keySet(), String.class);
        Columns added = new Columns("site", "INTEGER", "VARCHAR");
        int number = (int) lastNumber("site");
        for (String site : wanted.keySet()) {
            if (!numbers.containsKey(site)) {
                number++;
                numbers.put(site, number);
                added.add(number, site);
            }
        }
        added.insert(connection);
        return numbers;
    }

    /** The numbers of the rows that have one of these keys. */
    private <K> Map<K, Integer> numbers(String table, String column, String type, Iterable<K> keys, Class<K> kind)
            throws SQLException {
        List<String> texts = new ArrayList<>();
        keys.forEach(key -> texts.add(key.toString()));
        Map<K, Integer> numbers = new HashMap<>();
        if (texts.isEmpty()) {
            return numbers;
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT " + column + ", number FROM " + table
                + " WHERE " + column + " IN (SELECT unnest(?::VARCHAR[])::" + type + ")")) {
            select.setArray(1, connection.createArrayOf("VARCHAR", texts.toArray()));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    numbers.put(kind.cast(rows.getObject(1)), rows.getInt(2));
                }
            }
        }
        return numbers;
    }

    private static <K> int known(Map<K, Integer> numbers, K key) {
        return Objects.requireNonNull(numbers.get(key));
    }

    private long lastNumber(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet last = statement.executeQuery("SELECT coalesce(max(number), 0) FROM " + table)) {
            last.next();
            return last.getLong(1);
        }
    }

    /**
     * A question about the profile that each instance has in a selection: its newest one or its oldest one. The parameters of the
     * selection are set; they come first.
     */
    private PreparedStatement prepared(String sql, Selection selection) throws SQLException {
        String service = selection.service();
        String end = selection.isOldest() ? "min" : "max";
        PreparedStatement select = connection.prepareStatement("WITH chosen AS (SELECT p.instance, arg_" + end
                + "(p.number, p.time_millis) AS number, " + end
                + "(p.time_millis) AS time FROM profile p WHERE p.time_millis >= ? AND p.time_millis < ?"
                + (service == null ? "" : " AND p.instance IN (SELECT number FROM instance WHERE service = ?)")
                + " GROUP BY p.instance) " + sql);
        select.setLong(1, millis(selection.span().from()));
        select.setLong(2, millis(selection.span().until()));
        if (service != null) {
            select.setString(3, service);
        }
        return select;
    }

    private static long millis(Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException e) {
            // The ends of all times.
            return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    @Override
    public Totals totals(Selection selection) throws IOException {
        return ofOneState(() -> new Totals(populations(selection), siteTotals(selection)));
    }

    /** Reads in one transaction. */
    private <T> T ofOneState(Reading<T> reading) throws IOException {
        try {
            boolean isAlone = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                return reading.read();
            } finally {
                connection.setAutoCommit(isAlone);
            }
        } catch (SQLException e) {
            throw failure("cannot read", e);
        }
    }

    /** What is read by several statements. */
    private interface Reading<T> {

        T read() throws SQLException;
    }

    private List<Population> populations(Selection selection) throws SQLException {
        List<Population> populations = new ArrayList<>();
        String sql = ", held AS (SELECT n.instance, any_value(n.number) AS number, any_value(n.time) AS time, " + SUMMED
                + " FROM chosen n LEFT JOIN sample s ON s.profile = n.number GROUP BY n.instance)"
                + " SELECT coalesce(sum(bytes), 0), coalesce(sum(objects), 0), coalesce(sum(variance), 0),"
                + " coalesce(sum(weights), 0), coalesce(sum(steps), 0), i.service, i.version, count(*),"
                + " coalesce(sum(bytes * bytes), 0), max(time), count(*) FILTER (resident >= 0),"
                + " coalesce(sum(resident) FILTER (resident >= 0), 0)::BIGINT,"
                + " coalesce(sum(bytes) FILTER (resident >= 0), 0), arg_max(i.id, share), arg_max(resident, share),"
                + " arg_max(limited, share), arg_max(charged, share)"
                + " FROM held JOIN instance i ON i.number = held.instance JOIN (SELECT number AS profile,"
                + " resident_bytes AS resident, limit_bytes AS limited, charged_bytes AS charged,"
                + " CASE WHEN limit_bytes > 0 AND charged_bytes >= 0 THEN charged_bytes / limit_bytes END AS share"
                + " FROM profile) ON profile = held.number GROUP BY i.service, i.version";
        try (PreparedStatement select = prepared(sql, selection);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                populations.add(new Population(
                        rows.getString(6),
                        rows.getString(7),
                        rows.getInt(8),
                        sums(rows),
                        rows.getDouble(9),
                        memory(rows),
                        Instant.ofEpochMilli(rows.getLong(10))));
            }
        }
        return populations;
    }

    /** From the columns behind a population's own. */
    private static MemoryTotals memory(ResultSet rows) throws SQLException {
        String id = rows.getString(14);
        MemoryTotals.Nearest nearest = id == null
                ? null
                : new MemoryTotals.Nearest(
                        id, new MemoryFigures(rows.getLong(15), rows.getLong(16), rows.getLong(17), -1, -1, -1, -1));
        return new MemoryTotals(rows.getInt(11), rows.getLong(12), rows.getDouble(13), nearest);
    }

    private List<SiteTotal> siteTotals(Selection selection) throws SQLException {
        List<SiteTotal> totals = new ArrayList<>();
        String sql = ", held AS (SELECT n.instance, k.site, " + SUMMED
                + " FROM chosen n JOIN sample s ON s.profile = n.number JOIN stack k ON k.number = s.stack"
                + " GROUP BY n.instance, k.site) SELECT " + ADDED
                + ", i.service, i.version, t.name, count(*), sum(bytes * bytes)"
                + " FROM held JOIN instance i ON i.number = held.instance JOIN site t ON t.number = held.site"
                + " GROUP BY i.service, i.version, t.name";
        try (PreparedStatement select = prepared(sql, selection);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                totals.add(new SiteTotal(
                        rows.getString(6),
                        rows.getString(7),
                        rows.getString(8),
                        rows.getInt(9),
                        sums(rows),
                        rows.getDouble(10)));
            }
        }
        return totals;
    }

    @Override
    public List<InstanceSites> instances(Selection selection) throws IOException {
        return ofOneState(() -> {
            Map<Integer, Map<String, Sums>> sites = sitesByInstance(selection);
            List<InstanceSites> instances = new ArrayList<>();
            String sql = "SELECT i.id, i.service, i.version, i.host, i.labels, n.time, i.number, p.resident_bytes,"
                    + " p.limit_bytes, p.charged_bytes, p.heap_bytes, p.allocated_bytes, p.held_bytes, p.other_bytes"
                    + " FROM chosen n JOIN instance i ON i.number = n.instance JOIN profile p ON p.number = n.number";
            try (PreparedStatement select = prepared(sql, selection);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Map<String, String> labels = Objects.requireNonNull(
                            new Gson().fromJson(rows.getString(5), new TypeToken<Map<String, String>>() {}));
                    instances.add(new InstanceSites(
                            Instance.of(
                                    rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4), labels),
                            Instant.ofEpochMilli(rows.getLong(6)),
                            new MemoryFigures(
                                    rows.getLong(8),
                                    rows.getLong(9),
                                    rows.getLong(10),
                                    rows.getLong(11),
                                    rows.getLong(12),
                                    rows.getLong(13),
                                    rows.getLong(14)),
                            sites.getOrDefault(rows.getInt(7), Map.of())));
                }
            }
            return instances;
        });
    }

    private Map<Integer, Map<String, Sums>> sitesByInstance(Selection selection) throws SQLException {
        Map<Integer, Map<String, Sums>> byInstance = new HashMap<>();
        // Added up before the names are joined. A site has its name once in memory, not once for each instance.
        Map<Integer, String> names = new HashMap<>();
        String sql = ", held AS (SELECT n.instance, k.site, " + SUMMED
                + " FROM chosen n JOIN sample s ON s.profile = n.number JOIN stack k ON k.number = s.stack"
                + " GROUP BY n.instance, k.site) SELECT bytes, objects, variance, weights, steps, instance, site, t.name"
                + " FROM held JOIN site t ON t.number = held.site";
        try (PreparedStatement select = prepared(sql, selection);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                String name = names.get(rows.getInt(7));
                if (name == null) {
                    name = rows.getString(8);
                    names.put(rows.getInt(7), name);
                }
                byInstance
                        .computeIfAbsent(rows.getInt(6), any -> new HashMap<>())
                        .put(name, sums(rows));
            }
        }
        return byInstance;
    }

    @Override
    public List<StackTotal> stacks(Selection selection, String site, int most) throws IOException {
        List<StackTotal> totals = new ArrayList<>();
        String sql = "SELECT " + ADDED + ", k.frames, count(DISTINCT n.instance)"
                + " FROM chosen n JOIN sample s ON s.profile = n.number JOIN stack k ON k.number = s.stack"
                + " JOIN site t ON t.number = k.site AND t.name = ?"
                + " GROUP BY k.frames ORDER BY 1 DESC, k.frames LIMIT " + most;
        try (PreparedStatement select = prepared(sql, selection)) {
            select.setString(select.getParameterMetaData().getParameterCount(), site);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    totals.add(new StackTotal(rows.getString(6), rows.getInt(7), sums(rows)));
                }
            }
        } catch (SQLException e) {
            throw failure("cannot read", e);
        }
        return totals;
    }

    /** The first five columns of a row. */
    private static Sums sums(ResultSet rows) throws SQLException {
        return new Sums(rows.getDouble(1), rows.getDouble(2), rows.getDouble(3), rows.getDouble(4), rows.getDouble(5));
    }

    @Override
    public int thin(Duration mostAge, Instant now) throws IOException {
        int removed = inTransaction("cannot thin out", () -> remove(mostAge.toMillis(), now.toEpochMilli()));
        if (removed > 0) {
            try (Statement statement = connection.createStatement()) {
                // Gives the space of what was removed to what is added next.
                statement.execute("CHECKPOINT");
            } catch (SQLException e) {
                throw failure("cannot write", e);
            }
        }
        return removed;
    }

    private int remove(long mostAgeMillis, long nowMillis) throws SQLException {
        StringBuilder step = new StringBuilder("CASE");
        StringBuilder slot = new StringBuilder("CASE");
        List<Retention.Interval> intervals = Retention.intervals();
        for (int i = 0; i < intervals.size(); i++) {
            String when = " WHEN age <= " + intervals.get(i).upTo().toMillis() + " THEN ";
            step.append(when).append(i);
            slot.append(when)
                    .append("time_millis // ")
                    .append(intervals.get(i).length().toMillis());
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE gone AS SELECT number FROM (SELECT number, age,"
                    + " row_number() OVER (PARTITION BY instance ORDER BY time_millis DESC, number DESC) AS from_last,"
                    + " row_number() OVER (PARTITION BY instance, " + step + " END, " + slot
                    + " END ORDER BY time_millis, number) AS from_first"
                    + " FROM (SELECT *, " + nowMillis + " - time_millis AS age FROM profile))"
                    + " WHERE age > " + mostAgeMillis + " OR (from_first > 1 AND from_last > 1)");
            int removed = statement.executeUpdate("DELETE FROM profile WHERE number IN (SELECT number FROM gone)");
            if (removed > 0) {
                statement.execute("DELETE FROM sample WHERE profile IN (SELECT number FROM gone)");
                statement.execute("DELETE FROM stack WHERE number NOT IN (SELECT DISTINCT stack FROM sample)");
                statement.execute("DELETE FROM site WHERE number NOT IN (SELECT DISTINCT site FROM stack)");
                statement.execute("DELETE FROM instance WHERE number NOT IN (SELECT DISTINCT instance FROM profile)");
            }
            statement.execute("DROP TABLE gone");
            return removed;
        }
    }

    /** Work on the store that is done as a whole or not at all. */
    private interface Work {

        int run() throws SQLException;
    }

    private int inTransaction(String what, Work work) throws IOException {
        try {
            connection.setAutoCommit(false);
            try {
                int count = work.run();
                connection.commit();
                return count;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw failure(what, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failure("cannot close", e);
        }
    }

    private IOException failure(String what, SQLException e) {
        return new IOException(
                what + " the store " + file + ": " + DuckDb.firstLine(e)
                        + ". Check the disk's free space, and that this user may write the file and its folder",
                e);
    }
}
