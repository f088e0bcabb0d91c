package io.jemscope.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers equal things from 0, in the order of their first appearance. Formats refer to what they wrote before by such
 * numbers.
 *
 * @param <T> the type of the things
 */
public final class IdAssigner<T> {

    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> things = new ArrayList<>();

    public IdAssigner() {}

    /** A thing's number; the next free one if the thing is new. */
    public int of(T thing) {
        Integer known = numbers.get(thing);
        if (known == null) {
            known = things.size();
            numbers.put(thing, known);
            things.add(thing);
        }
        return known;
    }

    /** The count of numbered things, which is the number of the next new one. */
    public int size() {
        return things.size();
    }

    /** The things in the order of their numbers. The list grows with them. */
    public List<T> inOrder() {
        return Collections.unmodifiableList(things);
    }
}
