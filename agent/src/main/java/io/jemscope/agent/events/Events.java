package io.jemscope.agent.events;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What happened since the agent's start: the newest thousand, and how many of each kind there ever were. */
public final class Events implements EventLog {

    private static final int KEPT = 1_000;

    /** What others put into a sentence may be long; memory for a thousand of them may not. */
    private static final int LONGEST = 500;

    private final Clock clock;
    private final Deque<Event> newest = new ArrayDeque<>();
    private final Map<EventKind, Long> counts = new EnumMap<>(EventKind.class);
    private long last;

    /**
     * Begins with none.
     *
     * @param clock tells when each happened
     */
    public Events(Clock clock) {
        this.clock = clock;
    }

    /** Keeps the newest thousand; a text is cut after 500 characters. */
    @Override
    public synchronized void record(EventKind kind, String text) {
        if (newest.size() == KEPT) {
            newest.removeFirst();
        }
        String kept = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        newest.addLast(new Event(++last, clock.instant(), kind, kept));
        Long before = counts.get(kind);
        counts.put(kind, before == null ? 1 : before + 1);
    }

    /**
     * What happened after an event.
     *
     * @param number that event's number; 0 for all that are kept
     * @return the events, the oldest first
     */
    public synchronized List<Event> after(long number) {
        List<Event> after = new ArrayList<>();
        for (Event event : newest) {
            if (event.number() > number) {
                after.add(event);
            }
        }
        return after;
    }

    /**
     * The newest event's number.
     *
     * @return 0 where nothing has happened yet
     */
    public synchronized long last() {
        return last;
    }

    /** How many events of a kind there were since the start, kept or not. */
    public synchronized long count(EventKind kind) {
        Long count = counts.get(kind);
        return count == null ? 0 : count;
    }
}
