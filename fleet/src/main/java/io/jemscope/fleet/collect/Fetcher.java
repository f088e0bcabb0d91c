package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Requests heap profiles and figures of memory from agents. Safe for several threads. */
public final class Fetcher {

    private static final String PROFILE = "/debug/pprof/heap";
    private static final int OK = 200;

    /** Cheap for the program: it waits for no dump. The agent walks its page tables at most 1 % of the time. */
    private static final String METRICS = "/metrics";

    /** An agent sends about 10 KB. */
    private static final int MOST_METRICS = 256 << 10;

    private static final Duration METRICS_TIMEOUT = Duration.ofSeconds(5);

    private final BoundedClient client;

    public Fetcher(BoundedClient client) {
        this.client = client;
    }

    /**
     * Requests a profile.
     *
     * @return gzipped {@code profile.proto}
     * @throws RetryException if the agent says when to try again
     * @throws IOException if it can't be reached, refuses, or takes too long
     */
    byte[] fetch(Agent agent) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request(agent, PROFILE));
        if (response.statusCode() != OK) {
            throw refusal(response);
        }
        return response.body();
    }

    /**
     * Requests the figures of the process's memory.
     *
     * @return the figures, as far as the agent has them
     * @throws IOException if it has none, can't be reached, refuses, or takes too long
     */
    MemoryFigures memory(Agent agent) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request(agent, METRICS), METRICS_TIMEOUT, MOST_METRICS);
        if (response.statusCode() != OK) {
            throw new IOException(METRICS + " answered " + response.statusCode());
        }
        MemoryFigures memory = MetricsText.read(response.body());
        if (memory.equals(MemoryFigures.UNKNOWN)) {
            throw new IOException(METRICS + " has no figures of memory");
        }
        return memory;
    }

    private static HttpRequest request(Agent agent, String address) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(agent.address().resolve(address)).GET();
        if (!agent.token().isEmpty()) {
            request.header("Authorization", "Bearer " + agent.token());
        }
        return request.build();
    }

    private static IOException refusal(HttpResponse<byte[]> response) {
        String why = switch (response.statusCode()) {
            case 401 -> "it rejects the token: a restarted program has a new one, unless token.file is set";
            case 403 -> "the token doesn't allow it";
            case 404 -> "it has no " + PROFILE + ": not an agent of Jemscope, or an older one";
            case 409 ->
                "its program isn't sampling: run jemscope activate PID on its machine, or start it with jemscope run";
            default -> "it answered " + response.statusCode();
        };
        return RetryException.of(response, why);
    }
}
