package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.Samples;
import io.jemscope.profile.filter.NamePattern;
import java.util.ArrayList;
import java.util.List;

/**
 * Selected functions with their callers and callees. A call's figure counts once per stack;
 * where a function calls itself, that call is left out (pprof counts alike).
 *
 * @param functions the functions, those with the greatest cumulative figures first
 * @param measure what is counted
 * @param grouping what functions stand for
 * @param pattern what their names match
 * @param total all of it, in the measure's unit
 */
public record Peek(List<Function> functions, SampleType measure, Grouping grouping, String pattern, double total) {

    /**
     * One function.
     *
     * @param flat what it asked for itself
     * @param cumulative what was asked for with it on the stack
     * @param callers who calls it, the greatest first
     * @param callees what it calls, the greatest first
     */
    public record Function(String name, double flat, double cumulative, List<Edge> callers, List<Edge> callees) {

        /**
         * Makes the lists unchangeable.
         *
         * @param flat what it asked for itself
         * @param cumulative what was asked for with it on the stack
         * @param callers who calls it; copied
         * @param callees what it calls; copied
         */
        public Function {
            callers = List.copyOf(callers);
            callees = List.copyOf(callees);
        }
    }

    /**
     * A caller or a callee.
     *
     * @param value what was asked for through this call
     */
    public record Edge(String name, double value) {}

    /**
     * Makes the list unchangeable.
     *
     * @param functions the functions; copied
     * @param measure what is counted
     * @param grouping what functions stand for
     * @param pattern what their names match
     * @param total all of it
     */
    public Peek {
        functions = List.copyOf(functions);
    }

    /**
     * The same in another order.
     *
     * @param order what functions are ordered by
     * @return the functions, the greatest first
     */
    public Peek ordered(Top.Order order) {
        List<Function> ordered = new ArrayList<>(functions);
        ordered.sort((one, other) ->
                order.compare(one.flat, one.cumulative, one.name, other.flat, other.cumulative, other.name));
        return new Peek(ordered, measure, grouping, pattern, total);
    }

    /**
     * The functions that are to be shown.
     *
     * @param layout how many, and the least cumulative share of one
     * @return the first functions that are great enough
     */
    public List<Function> shown(TextOptions layout) {
        return layout.shown(functions, Function::cumulative, total);
    }

    /**
     * Looks around the functions that match a pattern.
     *
     * @param profile the profile, with its frames known
     * @param measure what to count
     * @param grouping what to count by
     * @param pattern what is to be found anywhere in their names
     * @return the functions that have anything of the measure
     */
    public static Peek of(Profile profile, SampleType measure, Grouping grouping, NamePattern pattern) {
        FlatAndCumulative figures = FlatAndCumulative.of(profile, measure, grouping);
        FrameNames names = figures.names();
        boolean[] matches = new boolean[names.size()];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = figures.isAny(i) && pattern.isIn(names.name(i));
        }
        EdgeTable edges = edges(profile, measure, figures.stacks(), matches);
        List<List<Edge>> callers = lists(matches.length);
        List<List<Edge>> callees = lists(matches.length);
        edges.forEach((caller, callee, value, isResidual) -> {
            if (matches[callee]) {
                callers.get(callee).add(new Edge(names.name(caller), value));
            }
            if (matches[caller]) {
                callees.get(caller).add(new Edge(names.name(callee), value));
            }
        });
        List<Function> functions = new ArrayList<>();
        for (int i = 0; i < matches.length; i++) {
            if (matches[i]) {
                functions.add(new Function(
                        names.name(i),
                        figures.flat(i),
                        figures.cumulative(i),
                        sorted(callers.get(i)),
                        sorted(callees.get(i))));
            }
        }
        functions.sort((one, other) -> {
            int byFigure = Double.compare(Math.abs(other.cumulative), Math.abs(one.cumulative));
            return byFigure != 0 ? byFigure : one.name.compareTo(other.name);
        });
        return new Peek(functions, measure, grouping, pattern.text(), figures.total());
    }

    private static EdgeTable edges(Profile profile, SampleType measure, StackNames stacks, boolean[] matches) {
        EdgeTable edges = new EdgeTable();
        int stack = 0;
        Samples samples = profile.compact();
        for (int sample = 0; sample < samples.size(); sample++) {
            double value = measure.of(samples, sample);
            if (value == 0) {
                continue;
            }
            stack++;
            int depth = stacks.read(sample);
            for (int i = 1; i < depth; i++) {
                int caller = stacks.at(i);
                int callee = stacks.at(i - 1);
                if (caller != callee && (matches[caller] || matches[callee])) {
                    edges.add(caller, callee, stack, value, false);
                }
            }
        }
        return edges;
    }

    private static List<List<Edge>> lists(int size) {
        List<List<Edge>> lists = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            lists.add(new ArrayList<>(0));
        }
        return lists;
    }

    private static List<Edge> sorted(List<Edge> edges) {
        edges.sort((one, other) -> {
            int byFigure = Double.compare(Math.abs(other.value), Math.abs(one.value));
            return byFigure != 0 ? byFigure : one.name.compareTo(other.name);
        });
        return edges;
    }
}
