package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.RetryException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Requests heap profiles from agents. Safe for several threads. */
public final class Fetcher {

    private static final String PROFILE = "/debug/pprof/heap";
    private static final int OK = 200;

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
        HttpRequest.Builder request =
                HttpRequest.newBuilder(agent.address().resolve(PROFILE)).GET();
        if (!agent.token().isEmpty()) {
            request.header("Authorization", "Bearer " + agent.token());
        }
        HttpResponse<byte[]> response = client.send(request.build());
        if (response.statusCode() != OK) {
            throw refusal(response);
        }
        return response.body();
    }

    private static IOException refusal(HttpResponse<byte[]> response) {
        String why = switch (response.statusCode()) {
            case 401 -> "it rejects the token: a restarted program has a new one, unless token.file is set";
            case 403 -> "the token doesn't allow it";
            case 404 -> "it has no " + PROFILE + ": not an agent of Jemscope, or an older one";
            case 409 -> "its program doesn't profile: it runs without jemalloc, or sampling was never switched on";
            default -> "it answered " + response.statusCode();
        };
        return RetryException.of(response, why);
    }
}
