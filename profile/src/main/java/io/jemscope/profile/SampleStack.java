package io.jemscope.profile;

import java.util.AbstractList;
import java.util.RandomAccess;

/** The stack of a sample among {@link Samples} as a list, made when it is first looked at. */
final class SampleStack extends AbstractList<Location> implements RandomAccess {

    private final Samples samples;
    private final int sample;
    private final boolean empty;

    /** Volatile, so that another thread that sees the array sees what is in it. */
    private volatile Location[] locations = NOT_YET;

    private static final Location[] NOT_YET = new Location[0];

    SampleStack(Samples samples, int sample, boolean empty) {
        this.samples = samples;
        this.sample = sample;
        this.empty = empty;
    }

    @Override
    public Location get(int index) {
        return locations()[index];
    }

    @Override
    public int size() {
        return empty ? 0 : locations().length;
    }

    @Override
    public boolean isEmpty() {
        return empty;
    }

    private Location[] locations() {
        Location[] known = locations;
        if (known.length == 0) {
            known = samples.stack(sample);
            locations = known;
        }
        return known;
    }
}
