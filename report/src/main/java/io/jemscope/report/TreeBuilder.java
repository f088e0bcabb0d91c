package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import java.util.ArrayDeque;
import java.util.Deque;

/** Builds a call tree from the root on, a node at a time. A branch that is left out is never looked into. */
final class TreeBuilder {

    private record Pending(Tree.Node node, CallTreeWalker.Places places) {}

    private final CallTreeWalker steps;
    private final double least;

    private TreeBuilder(CallTreeWalker steps, TextOptions layout) {
        this.steps = steps;
        this.least = layout.least(steps.total());
    }

    static Tree.Node build(Profile profile, SampleType measure, Grouping grouping, TextOptions layout) {
        return new TreeBuilder(new CallTreeWalker(profile.compact(), measure, grouping), layout).build();
    }

    private Tree.Node build() {
        Tree.Node root = new Tree.Node("all", steps.total(), Double.POSITIVE_INFINITY);
        // A deque and no recursion: a hostile profile may be deeper than this thread's stack.
        Deque<Pending> pending = new ArrayDeque<>();
        pending.push(new Pending(root, steps.root()));
        while (!pending.isEmpty()) {
            Pending next = pending.pop();
            grow(next, pending);
        }
        return root;
    }

    private void grow(Pending at, Deque<Pending> pending) {
        steps.go(at.places());
        at.node().addFlat(steps.flat());
        for (int i = 0; i < steps.count(); i++) {
            // Of a difference, what lies below may be large where that which is above cancels out.
            if (steps.reach(i) >= least) {
                Tree.Node callee = new Tree.Node(steps.names().name(steps.name(i)), steps.sum(i), steps.reach(i));
                at.node().addCallee(callee);
                pending.push(new Pending(callee, steps.places(i)));
            } else {
                at.node().leaveOut(steps.sum(i));
            }
        }
        at.node().sortCallees();
    }
}
