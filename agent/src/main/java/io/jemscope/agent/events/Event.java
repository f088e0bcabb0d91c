package io.jemscope.agent.events;

import java.time.Instant;

/**
 * One thing that happened.
 *
 * @param number 1 for the first since the agent's start, without gaps
 * @param time when, by the wall clock
 * @param kind what kind of thing
 * @param text what happened, a sentence for a person
 */
public record Event(long number, Instant time, EventKind kind, String text) {}
