package io.jemscope.fleet.discovery;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.Token;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The agents that an HTTP server lists, in the form of Prometheus's http_sd_config, see {@link TargetGroups}. */
public final class HttpDiscovery implements Discovery {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final Pattern JSON =
            Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?", Pattern.CASE_INSENSITIVE);

    private final URI address;
    private final String source;
    private final @Nullable Path token;
    private final BoundedClient client;

    /**
     * Makes one.
     *
     * @param token the file with the token of agents for which the list has none; null for no token
     * @param authorities see {@link BoundedClient}
     * @throws IllegalArgumentException as {@link #check}
     */
    public HttpDiscovery(URI address, @Nullable Path token, @Nullable Path authorities) throws IOException {
        this(address, token, new BoundedClient(authorities, TIMEOUT, TargetGroups.MOST_BYTES));
    }

    HttpDiscovery(URI address, @Nullable Path token, BoundedClient client) {
        check(address);
        this.address = address;
        this.token = token;
        // A query may have a secret.
        source = address.getQuery() == null
                ? address.toString()
                : address.resolve(address.getRawPath()).toString();
        this.client = client;
    }

    /**
     * Checks an address.
     *
     * @throws IllegalArgumentException if the address isn't one of HTTP, or has a password, which would be in the log
     */
    public static void check(URI address) {
        boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!isHttp || address.getHost() == null || address.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "a list of agents has an address such as http://host:8080/targets, without a password");
        }
    }

    @Override
    public List<Agent> agents() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .header("X-Prometheus-Refresh-Interval-Seconds", Long.toString(PolledDiscovery.INTERVAL.toSeconds()))
                .build();
        HttpResponse<byte[]> response = send(request);
        if (response.statusCode() != OK) {
            throw failure("it answered " + response.statusCode() + ", not 200", null);
        }
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!JSON.matcher(type.strip()).matches()) {
            throw failure("its Content-Type is \"" + type + "\", not \"application/json\"", null);
        }
        String shared = Token.read(token);
        return TargetGroups.read(response.body(), source, null, shared, Token.isSafe(shared, address));
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
        try {
            return client.send(request);
        } catch (IOException e) {
            throw failure(Reason.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the request of " + source + " was interrupted");
        }
    }

    private IOException failure(String why, @Nullable Exception cause) {
        return new IOException("cannot read the list of agents " + source + ": " + why, cause);
    }
}
