package io.jemscope.agent.http;

import java.time.Duration;

/**
 * What a caller may take of the process that the server sits in.
 *
 * @param headBytes how long a request line and headers may be, together
 * @param bodyBytes how long a body may be
 * @param connections how many connections may be open
 * @param waiting how many requests may wait for a thread
 * @param request how long a request may take to arrive
 * @param answer how long a request may wait and be worked on before its caller is hung up on
 * @param stall how long an answer may stand still because the caller doesn't read
 */
public record Limits(
        int headBytes, int bodyBytes, int connections, int waiting, Duration request, Duration answer, Duration stall) {

    /**
     * 8 KiB of head, 64 KiB of body, 32 connections, 16 waiting requests, 5 s to ask, 5 min to be answered, 30 s without
     * progress.
     */
    public static final Limits DEFAULT =
            new Limits(8 << 10, 64 << 10, 32, 16, Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofSeconds(30));
}
