package io.jemscope.cli.view;

import io.jemscope.profile.SampleType;
import io.jemscope.report.Grouping;
import io.jemscope.report.Top;

/**
 * What a report counts, and by what.
 *
 * @param measure what to count
 * @param grouping what frames are counted by, where the report counts frames
 * @param order what functions are ordered by, see {@link ReportFormat#isOrdered}
 */
public record Counting(SampleType measure, Grouping grouping, Top.Order order) {

    /** Bytes still held, by function. */
    public static final Counting USUAL = new Counting(SampleType.LIVE_BYTES, Grouping.FUNCTION, Top.Order.FLAT);
}
