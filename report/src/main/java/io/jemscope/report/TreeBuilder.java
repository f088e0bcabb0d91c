package io.jemscope.report;

import io.jemscope.profile.Location;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Builds a call tree from the root on, a node at a time. The stacks that lead through a node stand next to one another in
 * one array, as in a radix sort: of these the next name is read, the names are added up, and the stacks are moved together
 * by name. Each frame is looked at twice at most, a branch that is left out is never looked into, and beside the tree
 * there are a few numbers a stack. A map a node would hold millions of maps where stacks differ near their leaves.
 */
final class TreeBuilder {

    private static final int END = -1;
    private static final int LEFT_OUT = -1;

    /** The stacks of a node, as a range of {@link #order}. */
    private record Pending(Tree.Node node, int from, int to) {}

    private final StackNames names;
    private final boolean byThread;
    private final boolean coarse;
    private final double least;
    private final Tree.Node root;

    private final Sample[] samples;
    private final double[] values;

    /** Where each stack was read to: the location and the frame within it, counted from the outermost down. */
    private final int[] location;

    private final int[] frame;

    /** The name read last of each stack; {@link #END} before the first one and behind the last. */
    private final int[] name;

    private final int[] order;
    private final int[] spare;

    /** By name: the value under the node at hand, and the place among the node's callees. */
    private double[] sums = new double[1024];

    private int[] places = new int[1024];
    private int[] met = new int[1024];
    private int metCount;

    /** By name: the node it was met under last. Its sum doesn't tell, since amounts of a difference cancel out. */
    private int[] lastMet = new int[1024];

    private int node;

    TreeBuilder(Profile profile, Measure measure, Grouping grouping, double nodeFraction) {
        names = new StackNames(grouping);
        byThread = grouping == Grouping.THREAD;
        coarse = grouping.isCoarse();
        samples = counted(profile, measure);
        int size = samples.length;
        values = new double[size];
        location = new int[size];
        frame = new int[size];
        name = new int[size];
        order = new int[size];
        spare = new int[size];
        double total = 0;
        for (int i = 0; i < size; i++) {
            values[i] = measure.of(samples[i]);
            total += values[i];
            location[i] = samples[i].stack().size();
            name[i] = END;
            order[i] = i;
        }
        root = new Tree.Node("all", total);
        least = nodeFraction * Math.abs(total);
    }

    private static Sample[] counted(Profile profile, Measure measure) {
        return profile.samples().stream()
                .filter(sample -> measure.of(sample) != 0)
                .toArray(Sample[]::new);
    }

    Tree.Node build() {
        // A deque and no recursion: a hostile profile may be deeper than this thread's stack.
        Deque<Pending> pending = new ArrayDeque<>();
        pending.push(new Pending(root, 0, order.length));
        while (!pending.isEmpty()) {
            Pending next = pending.pop();
            grow(next, pending);
        }
        return root;
    }

    private void grow(Pending at, Deque<Pending> pending) {
        addUp(at);
        for (int i = 0; i < metCount; i++) {
            int callee = met[i];
            if (Math.abs(sums[callee]) >= least) {
                places[callee] = at.node().callees().size();
                at.node().addCallee(new Tree.Node(names.name(callee), sums[callee]));
            } else {
                places[callee] = LEFT_OUT;
                at.node().leaveOut(sums[callee]);
            }
            sums[callee] = 0;
        }
        List<Tree.Node> callees = List.copyOf(at.node().callees());
        if (!callees.isEmpty()) {
            int[] ends = moveTogether(at, callees.size());
            int from = at.from();
            for (int i = 0; i < ends.length; i++) {
                pending.push(new Pending(callees.get(i), from, ends[i]));
                from = ends[i];
            }
        }
        at.node().sortCallees();
    }

    /** Reads the next name of each stack of a node, and adds the names up. */
    private void addUp(Pending at) {
        metCount = 0;
        node++;
        for (int i = at.from(); i < at.to(); i++) {
            int stack = order[i];
            int next = read(stack);
            name[stack] = next;
            if (next == END) {
                at.node().addFlat(values[stack]);
            } else {
                makeRoom();
                if (lastMet[next] != node) {
                    lastMet[next] = node;
                    met[metCount++] = next;
                }
                sums[next] += values[stack];
            }
        }
    }

    /**
     * Orders the stacks of a node by the callee they go on with.
     *
     * @return where each callee's stacks end; the next one's begin there
     */
    private int[] moveTogether(Pending at, int callees) {
        int[] ends = new int[callees];
        for (int i = at.from(); i < at.to(); i++) {
            int place = place(order[i]);
            if (place != LEFT_OUT) {
                ends[place]++;
            }
        }
        int end = at.from();
        for (int i = 0; i < callees; i++) {
            int size = ends[i];
            ends[i] = end;
            end += size;
        }
        System.arraycopy(order, at.from(), spare, at.from(), at.to() - at.from());
        for (int i = at.from(); i < at.to(); i++) {
            int place = place(spare[i]);
            if (place != LEFT_OUT) {
                order[ends[place]++] = spare[i];
            }
        }
        return ends;
    }

    private int place(int stack) {
        return name[stack] == END ? LEFT_OUT : places[name[stack]];
    }

    /** The next name of a stack, from the outermost on. */
    private int read(int stack) {
        if (byThread) {
            return location[stack] == END ? END : thread(stack);
        }
        List<Location> locations = samples[stack].stack();
        while (true) {
            if (frame[stack] == 0) {
                if (location[stack] == 0) {
                    return END;
                }
                location[stack]--;
                frame[stack] = names.ofLocation(locations.get(location[stack])).length;
            }
            frame[stack]--;
            int next = names.ofLocation(locations.get(location[stack]))[frame[stack]];
            if (!coarse || next != name[stack]) {
                return next;
            }
        }
    }

    private int thread(int stack) {
        location[stack] = END;
        names.read(samples[stack]);
        return names.at(0);
    }

    private void makeRoom() {
        if (names.size() > sums.length) {
            int room = Math.max(names.size(), 2 * sums.length);
            sums = Arrays.copyOf(sums, room);
            places = Arrays.copyOf(places, room);
            met = Arrays.copyOf(met, room);
            lastMet = Arrays.copyOf(lastMet, room);
        }
    }
}
