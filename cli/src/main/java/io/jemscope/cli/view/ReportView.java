package io.jemscope.cli.view;

import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.collapsed.CollapsedWriter;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Coverage;
import io.jemscope.report.CoverageText;
import io.jemscope.report.Holders;
import io.jemscope.report.HoldersText;
import io.jemscope.report.OwnCode;
import io.jemscope.report.Top;
import io.jemscope.report.TopText;
import io.jemscope.report.Tree;
import io.jemscope.report.TreeText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Which report of a profile is wanted.
 *
 * @param format its form
 * @param own the packages of the program's own code; empty to take them from the main class
 * @param rows how many rows at most
 * @param measure what to count
 * @param order what {@link ReportFormat#TOP} is ordered by
 */
public record ReportView(ReportFormat format, List<String> own, int rows, Measure measure, Top.Order order) {

    /** How many rows are shown where nobody says. */
    public static final int ROWS = 20;

    /** Branches below this share of the whole are left out of trees. */
    private static final double LEAST_SHARE = 0.01;

    /**
     * Keeps the list unchangeable.
     *
     * @param format its form
     * @param own the program's own packages; copied
     * @param rows how many rows at most
     * @param measure what to count
     * @param order what to order by
     */
    public ReportView {
        own = List.copyOf(own);
    }

    /**
     * Writes the report.
     *
     * @param profile the profile, with its frames known
     * @param out where to; not closed
     * @throws IOException where it can't be written
     */
    public void write(Profile profile, OutputStream out) throws IOException {
        switch (format) {
            case COLLAPSED -> CollapsedWriter.write(profile, measure, out);
            case PPROF -> PprofWriter.write(profile, out);
            case HOLDERS, TOP, TREE -> out.write(text(profile).getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
    }

    private String text(Profile profile) {
        String table = switch (format) {
            case TOP -> TopText.print(Top.of(profile, measure, order), rows);
            case TREE -> TreeText.print(Tree.of(profile, measure), LEAST_SHARE);
            default ->
                HoldersText.print(Holders.of(profile, ownCode(profile), AllocatorFunctions.KNOWN, measure), rows);
        };
        return table + "\n" + CoverageText.print(Coverage.of(profile));
    }

    private OwnCode ownCode(Profile profile) {
        return own.isEmpty() ? OwnCode.of(profile) : new OwnCode(own);
    }
}
