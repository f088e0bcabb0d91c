package io.jemscope.agent.events;

/** Where those who do something note it. */
public interface EventLog {

    /** Records nothing. */
    EventLog NONE = new EventLog() {
        @Override
        public void record(EventKind kind, String text) {}
    };

    /**
     * Notes that something happened.
     *
     * @param kind what kind of thing
     * @param text a sentence for a person, which names no file outside the agent's own folders
     */
    void record(EventKind kind, String text);
}
