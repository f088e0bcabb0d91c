package io.jemscope.profile;

/**
 * Works a fact about stacks out, frame by frame from the outermost one in. Stacks share what called them, so what depends on
 * the callers alone is worked out once for all stacks that have them, see {@link Samples#fold}.
 */
public interface StackFold {

    /**
     * The fact about a stack that is one location deeper.
     *
     * @param callers the fact about the stack without its innermost location
     * @param location the innermost location, as an index of {@link Samples#locations()}
     * @return the fact about the whole stack
     */
    int add(int callers, int location);
}
