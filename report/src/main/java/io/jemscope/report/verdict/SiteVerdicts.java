package io.jemscope.report.verdict;

import io.jemscope.profile.ProcessRun;
import java.time.Instant;
import java.util.Comparator;
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

    /** The strongest evidence of any site. Memory from before the hook has weaker evidence than the rest. */
    public Evidence evidence() {
        return sites.stream()
                .map(SiteVerdict::evidence)
                .min(Comparator.naturalOrder())
                .orElse(Evidence.LIVE);
    }

    /** The sites of a kind. */
    public List<SiteVerdict> of(SiteVerdict.Kind kind) {
        return sites.stream().filter(site -> site.kind() == kind).toList();
    }
}
