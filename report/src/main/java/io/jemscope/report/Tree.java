package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The call tree: callers above, what they call below, each with all that was asked for under it. A function that calls
 * itself stands once for each call.
 */
public final class Tree {

    /** A function as it was called on one way from the root. */
    public static final class Node {

        private final String name;
        private final double value;
        private final double reach;
        private double flat;
        private final List<Node> callees = new ArrayList<>(1);
        private int leftOut;
        private double leftOutValue;

        Node(String name, double value, double reach) {
            this.name = name;
            this.value = value;
            this.reach = reach;
        }

        /** The function, or what else is counted by. */
        public String name() {
            return name;
        }

        /**
         * What was asked for by it and everything it called.
         *
         * @return the value, in the measure's unit
         */
        public double value() {
            return value;
        }

        /**
         * What it asked for itself.
         *
         * @return the value, in the measure's unit
         */
        public double flat() {
            return flat;
        }

        /**
         * What it called, without what the tree leaves out.
         *
         * @return the callees, the greatest first, those of equal value by name
         */
        public List<Node> callees() {
            return Collections.unmodifiableList(callees);
        }

        /**
         * How many callees the tree leaves out since they are too small.
         *
         * @return the number
         */
        public int leftOut() {
            return leftOut;
        }

        /**
         * What the callees that the tree leaves out have together.
         *
         * @return the value, in the measure's unit
         */
        public double leftOutValue() {
            return leftOutValue;
        }

        /** What nothing below it can have more than, whatever its sign; its value, unless something below cancels out. */
        double reach() {
            return reach;
        }

        void addFlat(double more) {
            flat += more;
        }

        void addCallee(Node callee) {
            callees.add(callee);
        }

        void leaveOut(double calleeValue) {
            leftOut++;
            leftOutValue += calleeValue;
        }

        void sortCallees() {
            callees.sort((one, other) -> {
                int byFigure = Double.compare(Math.abs(other.value), Math.abs(one.value));
                return byFigure != 0 ? byFigure : one.name.compareTo(other.name);
            });
        }
    }

    private final SampleType measure;
    private final Grouping grouping;
    private final double nodeFraction;
    private final Node root;

    private Tree(SampleType measure, Grouping grouping, double nodeFraction, Node root) {
        this.measure = measure;
        this.grouping = grouping;
        this.nodeFraction = nodeFraction;
        this.root = root;
    }

    /**
     * Builds a profile's whole tree by functions.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     */
    public static Tree of(Profile profile, SampleType measure) {
        return of(profile, measure, Grouping.FUNCTION, 0);
    }

    /**
     * Builds a profile's tree. It needs the less memory the more is left out: nothing is kept of what a branch left out
     * calls.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param grouping what to count by
     * @param nodeFraction branches with a smaller share of the whole are left out, 0.01 being a per cent
     */
    public static Tree of(Profile profile, SampleType measure, Grouping grouping, double nodeFraction) {
        return of(profile, measure, grouping, TextOptions.WHOLE.withNodeFraction(nodeFraction));
    }

    /**
     * Builds a profile's tree likewise.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param grouping what to count by
     * @param layout what share branches have at least, and of what; how many rows are shown makes no difference
     */
    public static Tree of(Profile profile, SampleType measure, Grouping grouping, TextOptions layout) {
        return new Tree(
                measure, grouping, layout.nodeFraction(), TreeBuilder.build(profile, measure, grouping, layout));
    }

    /** What is counted. */
    public SampleType measure() {
        return measure;
    }

    /** What nodes stand for. */
    public Grouping grouping() {
        return grouping;
    }

    /**
     * The least share of the whole that a branch of the tree has.
     *
     * @return the share, 0.01 for a per cent; 0 where nothing is left out
     */
    public double nodeFraction() {
        return nodeFraction;
    }

    /** The root: no function of its own, but all there is. */
    public Node root() {
        return root;
    }
}
