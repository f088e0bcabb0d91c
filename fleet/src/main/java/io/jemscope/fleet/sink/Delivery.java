package io.jemscope.fleet.sink;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A profile on its way from an agent to a sink, with the figures of its process's memory. */
public final class Delivery {

    /** Held while a profile is read, so that the threads that fetch have one whole profile in memory, not one each. */
    private static final Object READING = new Object();

    private final Agent agent;
    private final Instant time;
    private final byte[] pprof;
    private final MemoryFigures memory;
    private @Nullable String instance;

    /**
     * Makes a delivery.
     *
     * @param agent the sender; without its token once it was on disk
     * @param time when the profile was requested, by the collector's clock
     * @param pprof the profile as the agent sent it: gzipped {@code profile.proto}; not copied, so it may not be changed
     */
    public Delivery(Agent agent, Instant time, byte[] pprof, MemoryFigures memory) {
        this.agent = agent;
        this.time = time;
        this.pprof = pprof;
        this.memory = memory;
    }

    public Agent agent() {
        return agent;
    }

    public Instant time() {
        return time;
    }

    public byte[] pprof() {
        return pprof;
    }

    public MemoryFigures memory() {
        return memory;
    }

    /** The id of the instance that the profile is of; empty if it can't be read. Reading takes some ms the first time. */
    String instance() {
        synchronized (READING) {
            if (instance == null) {
                try {
                    instance = ProfileReading.instance(
                                    agent, ProfileReading.profile(this).metadata())
                            .id();
                } catch (IOException | RuntimeException e) {
                    // A sink that is given it says so.
                    instance = "";
                }
            }
            return instance;
        }
    }
}
