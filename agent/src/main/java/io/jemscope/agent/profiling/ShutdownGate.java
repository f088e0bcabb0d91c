package io.jemscope.agent.profiling;

import io.jemscope.allocator.AllocatorException;

/**
 * Refuses changes once the agent leaves the program. It leaves for good: an agent that comes back has other objects. Each component
 * that changes something in the program checks its gate, since requests may still be running while the agent leaves.
 */
public final class ShutdownGate {

    private volatile boolean begun;

    /** The agent stays, until {@link #begin}. */
    public ShutdownGate() {}

    /** From here on nothing begins. */
    public void begin() {
        begun = true;
    }

    /**
     * Refuses where the agent leaves.
     *
     * @param what the change that is refused, as half a sentence
     * @throws AllocatorException of the kind that becomes 409
     */
    public void check(String what) throws AllocatorException {
        if (begun) {
            throw new AllocatorException(
                    AllocatorException.Kind.REFUSED,
                    "",
                    0,
                    what,
                    "the agent is leaving this program",
                    "Attach the agent again, and ask that one.");
        }
    }
}
