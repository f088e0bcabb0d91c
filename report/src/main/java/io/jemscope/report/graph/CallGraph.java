package io.jemscope.report.graph;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleType;
import io.jemscope.report.CallTree;
import io.jemscope.report.FrameKind;
import io.jemscope.report.Grouping;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Who calls whom on the way to an allocation, cut down to what a person can take in. The rules are pprof's but for one, so
 * that its users find the same graph:
 *
 * <ul>
 *   <li>A node's flat figure is what was asked for in stacks whose innermost frame it is; its cumulative figure counts a
 *       stack once however often the node recurs in it. An edge counts a stack once, too, and a node has none to itself.
 *   <li>Nodes below the least share go first. Of more than may stay, those stay that tell most: a node that is merely
 *       passed through, from one caller to one callee, tells least.
 *   <li>What pprof doesn't have: where nodes beyond the count must go, a Java method counts what it holds as its own, which
 *       is what was asked for in stacks whose innermost line it is that a reader could change. Else the line that a reader can change would go first, since it is
 *       merely passed through as a rule.
 *   <li>Where nodes between two others were left out, a <em>residual</em> edge stands for the way through them. It is left
 *       out in turn where other edges link the two anyway.
 *   <li>The flat figure of a node that was left out isn't given to its caller: {@link LeftOut#value()} has it.
 * </ul>
 *
 * @param measure what is counted
 * @param limits how much was to be kept
 * @param metadata where the profile comes from
 * @param total the whole, in the measure's unit, stacks without any frame included
 * @param whole what shares are of: the total, or with a difference something that says more
 * @param nodes the nodes, the most telling first; a node's number is its place in the list, from 1
 * @param edges the edges, the heaviest first
 * @param leftOut what isn't in the graph
 */
public record CallGraph(
        SampleType measure,
        Grouping grouping,
        GraphLimits limits,
        ProfileMetadata metadata,
        double total,
        double whole,
        List<Node> nodes,
        List<Edge> edges,
        LeftOut leftOut) {

    /**
     * Makes the lists unchangeable.
     *
     * @param measure what is counted
     * @param grouping what a node is
     * @param limits how much was to be kept
     * @param metadata where the profile comes from
     * @param total the whole
     * @param whole what shares are of
     * @param nodes the nodes; copied
     * @param edges the edges; copied
     * @param leftOut what isn't in the graph
     */
    public CallGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /**
     * A function, or whatever the grouping makes of it; in a call tree, as it was called on one way.
     *
     * @param name its full name
     * @param kind what kind of code it is
     * @param allocator whether it only passes on the wish for memory and says nothing of why
     * @param flat what was asked for by itself, in the measure's unit
     * @param cumulative what was asked for by it and everything it called
     */
    public record Node(int number, String name, FrameKind kind, boolean allocator, double flat, double cumulative) {}

    /**
     * A call.
     *
     * @param from the caller's number
     * @param to the callee's number
     * @param weight what was asked for through this call, in the measure's unit
     * @param residual whether some of it went through nodes that were left out
     */
    public record Edge(int from, int to, double weight, boolean residual) {}

    /**
     * What isn't in the graph.
     *
     * @param smallNodes how many nodes are below the least share
     * @param furtherNodes how many others didn't fit
     * @param smallEdges how many edges between the nodes shown are below the least share
     * @param redundantEdges how many residual edges were left out, since others link their ends
     * @param furtherEdges how many edges were left out since their nodes have heavier ones
     * @param value what was asked for by functions that aren't shown, in the measure's unit; part of the total, and of
     *     their callers' cumulative figures
     */
    public record LeftOut(
            int smallNodes, int furtherNodes, int smallEdges, int redundantEdges, int furtherEdges, double value) {}

    /**
     * Draws up a profile's graph.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param grouping what a node is
     * @param limits how much to keep
     */
    public static CallGraph of(Profile profile, SampleType measure, Grouping grouping, GraphLimits limits) {
        return of(profile, measure, grouping, limits, OptionalDouble.empty());
    }

    /**
     * Draws up a profile's graph with shares of something else than its total.
     *
     * @param profile the profile, with its frames known; the difference of two, as a rule
     * @param measure what to count
     * @param grouping what a node is
     * @param limits how much to keep
     * @param whole what shares are of, in the measure's unit; empty for the profile's total
     */
    public static CallGraph of(
            Profile profile, SampleType measure, Grouping grouping, GraphLimits limits, OptionalDouble whole) {
        GraphSource source = limits.callTree()
                ? new TreeSource(CallTree.counted(profile, measure, grouping, limits.nodeFraction(), whole))
                : new StackSource(profile, measure, grouping);
        return new GraphTrimmer(source, limits, whole).graph(profile, measure, grouping);
    }
}
