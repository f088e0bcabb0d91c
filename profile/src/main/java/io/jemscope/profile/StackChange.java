package io.jemscope.profile;

/**
 * Changes stacks: leaves frames out, or takes others. Stacks are numbers of locations here, since a profile may have
 * millions of stacks of some thousand locations: what there is to know of a location is best found out once for each.
 */
@FunctionalInterface
public interface StackChange {

    /**
     * Changes a stack in its place.
     *
     * @param numbers the stack, leaf first, as indices of {@link Samples#locations()}; what is behind its depth means
     *     nothing
     * @param depth how deep the stack is
     * @return how deep the changed stack is, at most as deep as it was
     */
    int change(int[] numbers, int depth);
}
