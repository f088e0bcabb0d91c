package io.jemscope.report.verdict;

import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the verdict on a process in some ten lines. */
public final class ProcessVerdictText {

    private static final int MOST = 4;

    private ProcessVerdictText() {}

    /**
     * The verdict as text, each line ended.
     *
     * @param program the process as a person knows it
     * @param columns the width of a line
     */
    public static String print(ProcessVerdict verdict, String program, int columns) {
        StringBuilder out = new StringBuilder(1024);
        List<Finding> findings = verdict.findings();
        boolean grows = !findings.isEmpty() && findings.get(0).grows();
        out.append(program).append(": ");
        if (grows) {
            out.append(findings.get(0).kind().text()).append(" grows. ");
        } else {
            boolean isUnknown = verdict.base() == null && verdict.sites() == null;
            out.append(
                    verdict.base() != null
                            ? "no growth above noise. "
                            : isUnknown ? "what grows isn't known yet. " : "no leak found. ");
        }
        out.append("RSS ").append(Units.bytes(verdict.now().bytes(MemoryLook.RESIDENT)));
        limit(out, verdict);
        out.append('\n');
        for (Finding finding : findings.subList(0, Math.min(MOST, findings.size()))) {
            out.append("\n  ").append(finding.kind().text()).append(", ").append(Units.bytes(finding.bytes()));
            if (finding.grows()) {
                out.append(", +").append(Units.bytes(finding.perHour())).append(" an hour");
            }
            out.append(": ").append(finding.evidence()).append('\n');
            out.append("    next: ").append(finding.kind().advice()).append('\n');
        }
        if (findings.size() > MOST) {
            out.append("\n  and ").append(findings.size() - MOST).append(" more; --json lists them\n");
        }
        sites(out, verdict.sites());
        out.append(evidence(verdict));
        return Wrapping.fit(out.toString(), columns);
    }

    private static void limit(StringBuilder out, ProcessVerdict verdict) {
        if (verdict.now().figure(MemoryLook.LIMIT).isPresent()) {
            out.append("; the container has used ")
                    .append(Units.bytes(verdict.now().bytes(MemoryLook.USED)));
            out.append(" of ").append(Units.bytes(verdict.now().bytes(MemoryLook.LIMIT)));
        }
        ProcessVerdict.UntilLimit until = verdict.untilLimit();
        if (until != null) {
            out.append(", full in ").append(Units.span(until.expected())).append(" at this pace (");
            Duration latest = until.latest();
            out.append(Units.span(until.earliest()))
                    .append(latest == null ? " at the earliest)" : " to " + Units.span(latest) + ")");
        }
        out.append('.');
    }

    private static void sites(StringBuilder out, @Nullable SiteVerdicts sites) {
        if (sites == null) {
            return;
        }
        StringBuilder counts = new StringBuilder();
        for (SiteVerdict.Kind kind : SiteVerdict.Kind.values()) {
            int count = sites.of(kind).size();
            boolean shown = kind == SiteVerdict.Kind.LEAK || kind == SiteVerdict.Kind.UNCOLLECTED;
            if (count > 0 && !shown) {
                counts.append(counts.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(kind.text());
            }
        }
        out.append("\nOther sites: ").append(counts.isEmpty() ? "none" : counts).append('\n');
    }

    private static String evidence(ProcessVerdict verdict) {
        SiteVerdicts sites = verdict.sites();
        String ofSites = sites == null || sites.sites().isEmpty()
                ? "nothing was sampled, so no line can be named: jemscope start PID"
                : sites.evidence().text();
        MemoryLook base = verdict.base();
        String ofLedger = base == null
                ? "one memory ledger; growth beside malloc needs two: jemscope why PID --for 1m"
                : "two memory ledgers, "
                        + Units.span(Duration.between(base.time(), verdict.now().time())) + " apart";
        return "Evidence: " + ofSites + "; " + ofLedger + "\n";
    }
}
