package io.jemscope.agent.web.rendering;

import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Top;
import io.jemscope.report.graph.GraphLimits;
import io.jemscope.report.shaping.ProfileTransform;

/**
 * A view as it was read.
 *
 * @param shaping what is left of the profile
 * @param measure what is counted
 * @param order of a table's rows
 * @param layout of a table
 * @param dropNegative whether what there is less of than in the baseline is left out
 * @param normalize whether the dump is brought to the baseline's total first
 */
record RenderOptions(
        ProfileTransform shaping,
        SampleType measure,
        Grouping grouping,
        Top.Order order,
        TextOptions layout,
        GraphLimits limits,
        boolean dropNegative,
        boolean normalize) {}
