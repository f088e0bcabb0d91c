package io.jemscope.fleet.sink;

import io.jemscope.fleet.discovery.Agent;
import java.time.Instant;

/** A profile on its way from an agent to a sink. */
public final class Delivery {

    private final Agent agent;
    private final Instant time;
    private final byte[] pprof;

    /**
     * Makes a delivery.
     *
     * @param agent the sender; without its token once it was on disk
     * @param time when the profile was requested, by the collector's clock
     * @param pprof the profile as the agent sent it: gzipped {@code profile.proto}; not copied, so it may not be changed
     */
    public Delivery(Agent agent, Instant time, byte[] pprof) {
        this.agent = agent;
        this.time = time;
        this.pprof = pprof;
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
}
