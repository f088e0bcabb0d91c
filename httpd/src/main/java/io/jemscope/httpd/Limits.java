package io.jemscope.httpd;

import java.time.Duration;

/**
 * What callers may take of the process that the server sits in.
 *
 * @param headBytes how long a request line and headers may be, together
 * @param bodyBytes how long a body may be
 * @param connections how many connections may be open; beyond that, connections that aren't authenticated
 *     yet are dropped first; without such, newcomers wait
 * @param waiting how many requests of readers, and how many of operators, may wait for a thread
 * @param workers how many requests of readers, and how many of operators, are worked on at once
 * @param head how long a request line and headers may take to arrive, and the agreement on keys before
 * @param body how long a body may take to arrive, from the end of its head
 * @param answer how long a request may wait and be worked on before its caller is hung up on
 * @param stall the time in which a caller must read {@code stallBytes} of the response, or the rest of it
 * @param stallBytes how much a caller must take in that time
 */
public record Limits(
        int headBytes,
        int bodyBytes,
        int connections,
        int waiting,
        int workers,
        Duration head,
        Duration body,
        Duration answer,
        Duration stall,
        int stallBytes) {

    /**
     * 8 KiB of head, 1 MiB of body (some clients send all they ask for in one request), 64 connections; of readers and of
     * operators each 64 waiting requests, two at work; 5 s for a head, 10 s for a body, 5 min to be answered, 32 KiB to be taken every 30 s.
     */
    public static final Limits DEFAULT = new Limits(
            8 << 10,
            1 << 20,
            64,
            64,
            2,
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            32 << 10);
}
