package io.jemscope.fleet.store.clickhouse;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.Token;
import io.jemscope.fleet.store.WrongStoreException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One server of ClickHouse and its database, over HTTP. */
final class Shard {

    private static final int OK = 200;

    /** By it all parts of a question read one state of a table. Servers from 2025 on have it. */
    private static final String ONE_STATE = "enable_shared_storage_snapshot_in_query";

    private final BoundedClient client;
    private final URI address;
    private final Place place;
    private final String database;
    private final String authorization;
    private @Nullable String oneState;

    /** Which server of a store it is: from 1 to the number of servers, of which an instance's hash chooses one. */
    record Place(long number, long servers) {

        @Override
        public String toString() {
            return number + " of " + servers;
        }
    }

    /**
     * Makes one.
     *
     * @param address such as {@code http://host:8123/jemscope}, whose path is the database
     * @param user the user's name; empty for the server's default
     */
    Shard(BoundedClient client, URI address, Place place, String user, String password) {
        this.client = client;
        this.address = address;
        this.place = place;
        String path = address.getPath().replaceFirst("^/", "").replaceFirst("/$", "");
        database = path.isEmpty() ? "jemscope" : path;
        authorization = user.isEmpty() ? "" : Token.authorization(user + ":" + password);
    }

    String database() {
        return database;
    }

    Place place() {
        return place;
    }

    /** Runs a statement without an answer, in the database. */
    void run(String statement) throws IOException {
        send("database=" + encoded(database), statement.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes the database, where it is absent. */
    void create() throws IOException {
        // A user with rights to an existing database alone may not create it, even if it exists.
        if (ask("", "SELECT count() FROM system.databases WHERE name = " + literal(database))
                        .number()
                == 0) {
            send(
                    "",
                    ("CREATE DATABASE IF NOT EXISTS `" + database.replace("`", "") + "`")
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Whether the database has a table. */
    boolean has(String table) throws IOException {
        return ask(
                                "",
                                "SELECT count() FROM system.tables WHERE database = " + literal(database)
                                        + " AND name = " + literal(table))
                        .number()
                > 0;
    }

    /** A text as a literal. */
    static String literal(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\0", "\\0") + "'";
    }

    /** Asks a question. */
    RowReader ask(String question) throws IOException {
        return ask("database=" + encoded(database), question);
    }

    /** Asks a question that reads a table twice, which must be the same both times. */
    RowReader askOneState(String question) throws IOException {
        if (oneState == null) {
            boolean hasSetting = ask("", "SELECT count() FROM system.settings WHERE name = '" + ONE_STATE + "'")
                            .number()
                    > 0;
            oneState = hasSetting ? "&" + ONE_STATE + "=1" : "";
        }
        return ask("database=" + encoded(database) + oneState, question);
    }

    private RowReader ask(String parameters, String question) throws IOException {
        return new RowReader(send(parameters, (question + " FORMAT RowBinary").getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds rows, in one block, which is whole or absent. */
    void insert(String table, String columns, RowWriter rows) throws IOException {
        if (!rows.isEmpty()) {
            send(
                    "database=" + encoded(database) + "&query="
                            + encoded("INSERT INTO " + table + " (" + columns + ") FORMAT RowBinary"),
                    rows.bytes());
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private byte[] send(String parameters, byte[] body) throws IOException {
        // Without the wait, an answer could begin with 200 and end with an error's text.
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        address.resolve("/?wait_end_of_query=1" + (parameters.isEmpty() ? "" : "&" + parameters)))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build());
        } catch (IOException e) {
            throw failure(Reason.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("interrupted", e);
        }
        if (response.statusCode() != OK) {
            throw failure("it " + Reason.of(response), null);
        }
        return response.body();
    }

    /** A mistake in what this server is used as. */
    WrongStoreException wrong(String why) {
        return new WrongStoreException("the database " + database + " of " + this + " " + why);
    }

    @Override
    public String toString() {
        return "ClickHouse at " + address;
    }

    /** A failure of this server. */
    IOException failure(String why, @Nullable Exception cause) {
        return new IOException(
                this + " fails: " + why
                        + ". Check the address, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and the server's log",
                cause);
    }
}
