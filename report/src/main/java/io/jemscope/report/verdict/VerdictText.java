package io.jemscope.report.verdict;

import io.jemscope.report.TextOptions;
import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Prints the verdicts on sites: a paragraph for each leak, a line for each site that may become one, and counts of the others. */
public final class VerdictText {

    private static final int MOST_LEAKS = 8;

    private static final int MOST_OTHERS = 3;

    /** Sites that hold less than this share of the largest are only counted. */
    private static final double LEAST_SHARE = 0.02;

    private final StringBuilder out = new StringBuilder(2048);

    private VerdictText() {}

    /** The verdicts as text, each line ended. */
    public static String print(List<SiteVerdicts> runs, TextOptions layout) {
        VerdictText text = new VerdictText();
        for (SiteVerdicts run : runs) {
            text.run(run);
        }
        return Wrapping.fit(text.out.toString(), layout.columns());
    }

    private void run(SiteVerdicts run) {
        List<SiteVerdict> leaks = run.of(SiteVerdict.Kind.LEAK);
        List<SiteVerdict> uncollected = run.of(SiteVerdict.Kind.UNCOLLECTED);
        heading(run, leaks.size());
        leaks(leaks);
        if (!uncollected.isEmpty()) {
            out.append("\nLeaks, unless a collection of the Java heap frees them; no complete one is known:\n");
            leaks(uncollected);
        }
        others(run, SiteVerdict.Kind.TOO_EARLY);
        others(run, SiteVerdict.Kind.FILLING);
        counts(run);
        evidence(run);
        out.append('\n');
    }

    private void leaks(List<SiteVerdict> leaks) {
        for (SiteVerdict leak : leaks.subList(0, Math.min(MOST_LEAKS, leaks.size()))) {
            out.append("\n  ").append(leak.site()).append('\n');
            if (!leak.callers().isEmpty()) {
                out.append("    called by ").append(leak.callers().get(0)).append('\n');
            }
            out.append("    ").append(figures(leak)).append(": ").append(leak.why());
            if (!leak.horizon().isZero()) {
                out.append(" in ").append(Units.span(leak.horizon()));
            }
            out.append('\n');
            if (leak.kind() == SiteVerdict.Kind.LEAK && leak.cleaned()) {
                out.append("    a complete collection did not free it: its Java objects are in use\n");
            }
        }
        if (leaks.size() > MOST_LEAKS) {
            out.append("\n  and ").append(leaks.size() - MOST_LEAKS).append(" more\n");
        }
    }

    private void heading(SiteVerdicts run, int leaks) {
        boolean open = leaks == 0 && !run.of(SiteVerdict.Kind.UNCOLLECTED).isEmpty();
        out.append(open ? "No certain leak" : leaks == 0 ? "No leak" : leaks == 1 ? "1 leak" : leaks + " leaks");
        String program = run.run().text();
        out.append(program.isEmpty() ? "" : " in " + program);
        Instant first = run.times().get(0);
        int dumps = run.times().size();
        out.append(", by ").append(dumps == 1 ? "one dump" : Units.count(dumps) + " dumps");
        if (dumps > 1) {
            out.append(" over ")
                    .append(Units.span(Duration.between(first, run.times().get(dumps - 1))));
        }
        out.append(leaks == 0 ? "\n" : ":\n");
    }

    private static String figures(SiteVerdict site) {
        return Units.bytes(site.live().value()) + ", +"
                + Units.bytes(site.perHour().value()) + " an hour";
    }

    private void others(SiteVerdicts run, SiteVerdict.Kind kind) {
        double largest = run.sites().stream()
                .mapToDouble(site -> site.live().value())
                .max()
                .orElse(0);
        List<SiteVerdict> large = run.of(kind).stream()
                .filter(site -> site.live().value() >= LEAST_SHARE * largest)
                .limit(MOST_OTHERS)
                .toList();
        if (large.isEmpty()) {
            return;
        }
        out.append(kind == SiteVerdict.Kind.TOO_EARLY ? "\nToo early to tell:\n" : "\nFilling, bounded so far:\n");
        for (SiteVerdict site : large) {
            out.append("  ").append(site.site()).append('\n');
            out.append("    ").append(figures(site)).append(": ").append(site.why());
            if (!site.until().isZero()) {
                out.append("; look again in ").append(Units.span(site.until()));
            }
            out.append('\n');
        }
    }

    private void counts(SiteVerdicts run) {
        List<String> counts = new ArrayList<>();
        for (SiteVerdict.Kind kind : SiteVerdict.Kind.values()) {
            List<SiteVerdict> sites = run.of(kind);
            boolean shown = kind == SiteVerdict.Kind.LEAK || kind == SiteVerdict.Kind.UNCOLLECTED;
            if (!shown && !sites.isEmpty()) {
                double bytes =
                        sites.stream().mapToDouble(site -> site.live().value()).sum();
                counts.add(Units.count(sites.size()) + " " + kind.text() + " (" + Units.bytes(bytes) + ")");
            }
        }
        if (!counts.isEmpty()) {
            out.append("\nOther sites: ").append(String.join(", ", counts)).append('\n');
        }
    }

    private void evidence(SiteVerdicts run) {
        if (!run.sites().isEmpty()) {
            out.append("Evidence: ").append(run.evidence().text()).append('\n');
        }
    }
}
