package io.jemscope.report.verdict;

import io.jemscope.profile.ProcessRun;
import java.time.Instant;
import java.util.List;

/**
 * The verdicts on the sites of one run of a program: leaks first, then by kind, the larger ones first.
 *
 * @param times when the dumps were taken
 */
public record SiteVerdicts(ProcessRun run, List<Instant> times, List<SiteVerdict> sites) {

    public SiteVerdicts {
        times = List.copyOf(times);
        sites = List.copyOf(sites);
    }

    /** The sites of a kind. */
    public List<SiteVerdict> of(SiteVerdict.Kind kind) {
        return sites.stream().filter(site -> site.kind() == kind).toList();
    }
}
