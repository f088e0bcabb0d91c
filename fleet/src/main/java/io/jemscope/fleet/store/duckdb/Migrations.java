package io.jemscope.fleet.store.duckdb;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The schema, in steps. A step that was released is never changed: a later one changes what it has made. No column has an
 * index or a constraint: DuckDB keeps these in memory, and one writer at a time checks what it adds.
 */
final class Migrations {

    private static final List<List<String>> STEPS = List.of(
            List.of(
                    "CREATE TABLE instance (number INTEGER, id VARCHAR, service VARCHAR, version VARCHAR, host VARCHAR, labels VARCHAR)",
                    "CREATE TABLE site (number INTEGER, name VARCHAR)",
                    // The key is a hash of the site and the frames: each stack is stored once.
                    "CREATE TABLE stack (number INTEGER, key UUID, site INTEGER, frames VARCHAR)",
                    // The key is a hash of the instance's id and the profile's.
                    "CREATE TABLE profile (number BIGINT, key UUID, instance INTEGER, time_millis BIGINT, rate_bytes BIGINT,"
                            + " resident_bytes BIGINT)",
                    // In the order of the profiles' numbers, so that a query skips what isn't of its time.
                    "CREATE TABLE sample (profile BIGINT, stack INTEGER, bytes DOUBLE, objects DOUBLE, variance DOUBLE, weights DOUBLE,"
                            + " steps DOUBLE)"),
            // A figure that isn't known is -1, as the resident memory has it.
            List.of(
                    "ALTER TABLE profile ADD COLUMN limit_bytes BIGINT DEFAULT -1",
                    "ALTER TABLE profile ADD COLUMN charged_bytes BIGINT DEFAULT -1",
                    "ALTER TABLE profile ADD COLUMN heap_bytes BIGINT DEFAULT -1",
                    "ALTER TABLE profile ADD COLUMN allocated_bytes BIGINT DEFAULT -1",
                    "ALTER TABLE profile ADD COLUMN held_bytes BIGINT DEFAULT -1",
                    "ALTER TABLE profile ADD COLUMN other_bytes BIGINT DEFAULT -1"));

    private Migrations() {}

    /** Brings a store to this version's schema, in one transaction. */
    static void apply(Connection connection, Path file) throws SQLException, IOException {
        int done = version(connection);
        check(done, file);
        if (done == STEPS.size()) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS migration (number INTEGER, applied_millis BIGINT)");
            for (int step = done; step < STEPS.size(); step++) {
                for (String change : STEPS.get(step)) {
                    statement.execute(change);
                }
                statement.execute("INSERT INTO migration VALUES (" + (step + 1) + ", epoch_ms(now()::TIMESTAMP))");
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Refuses a store whose schema this version can't read. */
    static void require(Connection connection, Path file) throws SQLException, IOException {
        int done = version(connection);
        check(done, file);
        if (done < STEPS.size()) {
            throw new IOException("the store " + file + " has the schema " + done + ", and this version reads schema "
                    + STEPS.size() + ": run jemscope collect of this version on it once");
        }
    }

    private static void check(int done, Path file) throws IOException {
        if (done > STEPS.size()) {
            throw new IOException("the store " + file + " has the schema " + done + ", and this version knows "
                    + STEPS.size() + ": use the newer jemscope that wrote it");
        }
    }

    private static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found = statement.executeQuery(
                    "SELECT count(*) FROM information_schema.tables WHERE table_name = 'migration'")) {
                found.next();
                if (found.getLong(1) == 0) {
                    return 0;
                }
            }
            try (ResultSet found = statement.executeQuery("SELECT coalesce(max(number), 0) FROM migration")) {
                found.next();
                return found.getInt(1);
            }
        }
    }
}
