package io.jemscope.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts stacks of locations into {@link StackPool}, and gives the locations their numbers. */
final class StackNumbers {

    private final StackPool stacks = new StackPool();

    /** Locations are compared by identity. */
    private final Map<Location, Integer> numbers = new HashMap<>();

    private final List<Location> locations = new ArrayList<>();
    private int[] stack = new int[128];

    /** What was added last: a stack that several threads called is held once. */
    private int[] before = new int[128];

    private int depthBefore;
    private int placeBefore = StackPool.EMPTY;

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
        if (depth == depthBefore && Arrays.equals(stack, 0, depth, before, 0, depth)) {
            return placeBefore;
        }
        placeBefore = stacks.add(stack, depth);
        depthBefore = depth;
        int[] free = before;
        before = stack;
        stack = free;
        return placeBefore;
    }

    /** The stacks. */
    StackPool stacks() {
        return stacks;
    }

    /** The locations by their numbers. */
    Location[] locations() {
        return locations.toArray(new Location[0]);
    }
}
