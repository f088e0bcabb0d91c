package io.jemscope.agent.rendering;

import io.jemscope.profile.Measure;
import io.jemscope.report.Grouping;
import io.jemscope.report.Layout;
import io.jemscope.report.Top;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.shaping.Shaping;

/**
 * A view as it was read.
 *
 * @param shaping what is left of the profile
 * @param measure what is counted
 * @param grouping by what
 * @param order of a table's rows
 * @param layout of a table
 * @param limits of a graph
 * @param dropNegative whether what there is less of than in the baseline is left out
 * @param normalize whether the dump is brought to the baseline's total first
 */
record Wanted(
        Shaping shaping,
        Measure measure,
        Grouping grouping,
        Top.Order order,
        Layout layout,
        GraphLimits limits,
        boolean dropNegative,
        boolean normalize) {}
