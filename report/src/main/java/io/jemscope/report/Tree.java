package io.jemscope.report;

import io.jemscope.profile.Frame;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The call tree: callers above, what they call below, each with all that was asked for under it. */
public final class Tree {

    /** A function as it was called on one way from the root. */
    public static final class Node {

        private final String function;
        private double value;
        private final Map<String, Node> callees = new LinkedHashMap<>();

        private Node(String function) {
            this.function = function;
        }

        /**
         * The function.
         *
         * @return its name
         */
        public String function() {
            return function;
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
         * What it called.
         *
         * @return the callees, the greatest first, those of equal value by name
         */
        public List<Node> callees() {
            Collection<Node> nodes = callees.values();
            List<Node> sorted = new ArrayList<>(nodes);
            sorted.sort((one, other) -> one.value == other.value
                    ? one.function.compareTo(other.function)
                    : Double.compare(other.value, one.value));
            return sorted;
        }
    }

    private final Measure measure;
    private final Node root;

    private Tree(Measure measure, Node root) {
        this.measure = measure;
        this.root = root;
    }

    /**
     * Builds a profile's tree.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @return the tree
     */
    public static Tree of(Profile profile, Measure measure) {
        Node root = new Node("all");
        for (Sample sample : profile.samples()) {
            double value = measure.of(sample);
            if (value == 0) {
                continue;
            }
            List<Frame> frames = Stacks.frames(sample);
            Node node = root;
            node.value += value;
            for (int i = frames.size() - 1; i >= 0; i--) {
                node = node.callees.computeIfAbsent(frames.get(i).label(), Node::new);
                node.value += value;
            }
        }
        return new Tree(measure, root);
    }

    /**
     * What is counted.
     *
     * @return the measure
     */
    public Measure measure() {
        return measure;
    }

    /**
     * The root: no function of its own, but all there is.
     *
     * @return the root
     */
    public Node root() {
        return root;
    }
}
