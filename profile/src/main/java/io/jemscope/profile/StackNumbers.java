package io.jemscope.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts stacks of locations into a {@link StackTree}, and gives the locations their numbers. */
final class StackNumbers {

    private final StackTree tree = new StackTree();
    /** Locations are compared by identity. */
    private final Map<Location, Integer> numbers = new HashMap<>();

    private final List<Location> locations = new ArrayList<>();
    private int[] stack = new int[128];

    int add(List<Location> leafFirst) {
        int depth = leafFirst.size();
        if (depth > stack.length) {
            stack = new int[Math.max(depth, 2 * stack.length)];
        }
        int filled = 0;
        for (Location location : leafFirst) {
            Integer known = numbers.get(location);
            if (known == null) {
                known = locations.size();
                numbers.put(location, known);
                locations.add(location);
            }
            stack[filled++] = known;
        }
        return tree.add(stack, depth);
    }

    /** The tree, to which nothing is added any more. */
    StackTree complete() {
        tree.complete();
        return tree;
    }

    /** The locations by their numbers. */
    Location[] locations() {
        return locations.toArray(new Location[0]);
    }
}
