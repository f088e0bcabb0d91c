package io.jemscope.agent.jemalloc;

/** What can be asked of the allocator to take less memory. */
public enum Upkeep {
    /** Gives all unused pages back to the system at once. */
    PURGE("purge"),
    /** Gives back what is due by the decay times. */
    DECAY("decay");

    private final String word;

    Upkeep(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
