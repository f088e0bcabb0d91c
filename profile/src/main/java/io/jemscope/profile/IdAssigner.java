package io.jemscope.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives equal things a number, from 0, in the order of their first appearance: how formats refer to what they wrote before.
 *
 * @param <T> what is numbered
 */
public final class IdAssigner<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> things = new ArrayList<>();

    /** Begins without any. */
    public IdAssigner() {}

    /** A thing's number, given to it now if it is new. */
    public int of(T thing) {
        Integer known = numbers.putIfAbsent(thing, things.size());
        if (known != null) {
            return known;
        }
        things.add(thing);
        return things.size() - 1;
    }

    /**
     * How many things have a number.
     *
     * @return their count: the number that the next new thing gets
     */
    public int size() {
        return things.size();
    }

    /**
     * Everything that has a number.
     *
     * @return the things in the order of their numbers; grows with them
     */
    public List<T> inOrder() {
        return Collections.unmodifiableList(things);
    }
}
