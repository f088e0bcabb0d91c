package io.jemscope.profile;

/** A fact about each stack, as a {@link StackFold} worked it out. Unchangeable; safe for several threads. */
public final class StackFacts {

    private final IntBlocks stackOf;
    private final int ofNothing;

    /** By the node of the tree that a stack begins in. */
    private final int[] facts;

    StackFacts(IntBlocks stackOf, int ofNothing, int[] facts) {
        this.stackOf = stackOf;
        this.ofNothing = ofNothing;
        this.facts = facts;
    }

    /**
     * The fact about a sample's stack.
     *
     * @param sample the sample's index
     * @return the fact
     */
    public int of(int sample) {
        int stack = stackOf.get(sample);
        return stack == StackTree.EMPTY ? ofNothing : facts[stack];
    }
}
