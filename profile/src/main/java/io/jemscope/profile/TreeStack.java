package io.jemscope.profile;

import java.util.AbstractList;
import java.util.RandomAccess;

/** One stack of a {@link StackTree} as a list, made when it is first looked at. */
final class TreeStack extends AbstractList<Location> implements RandomAccess {

    private final Samples samples;
    private final int number;

    /** Volatile, so that another thread that sees the array sees what is in it. */
    private volatile Location[] locations = NOT_YET;

    private static final Location[] NOT_YET = new Location[0];

    TreeStack(Samples samples, int number) {
        this.samples = samples;
        this.number = number;
    }

    @Override
    public Location get(int index) {
        return locations()[index];
    }

    @Override
    public int size() {
        return number == StackTree.EMPTY ? 0 : locations().length;
    }

    @Override
    public boolean isEmpty() {
        return number == StackTree.EMPTY;
    }

    private Location[] locations() {
        Location[] known = locations;
        if (known.length == 0) {
            known = samples.stack(number);
            locations = known;
        }
        return known;
    }
}
