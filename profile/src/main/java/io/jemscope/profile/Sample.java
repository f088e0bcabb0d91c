package io.jemscope.profile;

import java.util.List;
import java.util.Map;

/**
 * A stack, and the memory that was allocated through it.
 *
 * @param stack the stack, leaf first
 * @param live what is still held
 * @param accumulated all memory allocated, freed or not; {@link Amount#NONE} if the allocator didn't count it
 * @param labels what else is known of the sample, such as {@link #THREAD}
 */
public record Sample(List<Location> stack, Amount live, Amount accumulated, Map<String, String> labels) {

    /** The label with the name of the thread that allocated the memory. */
    public static final String THREAD = "thread";

    /** The label that says whether the stack has Java frames: {@code java} or {@code native}. */
    public static final String KIND = "kind";

    /**
     * Makes the stack and the labels immutable.
     *
     * @param stack the stack; copied
     * @param live what is still held
     * @param accumulated all memory allocated
     * @param labels what else is known; copied
     */
    public Sample {
        // Such a stack is unchangeable, and not yet made.
        stack = stack instanceof SampleStack ? stack : List.copyOf(stack);
        labels = Map.copyOf(labels);
    }
}
