package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints who holds the memory: a table with a row a site, each with its 95 % range ({@link RangeText}). Rows of fewer than three
 * samples say little and are many: they are summed up in a line.
 */
public final class AllocationSitesText {

    /** Rows of fewer samples are summed up. Between two and three lies no number of samples. */
    private static final double FEWEST_SAMPLES = 2.5;

    /** Longer names of native functions are cut; {@code tree} and {@code top} show them whole. */
    private static final int FUNCTION_COLUMNS = 36;

    /** On a narrow terminal the sites need the room more. */
    private static final int NARROW_FUNCTION_COLUMNS = 18;

    private static final int NARROW = 120;

    private static final int SHARE = 2;
    private static final int OBJECTS = 3;

    private final AllocationSites sites;
    private final TextOptions layout;
    private final boolean accumulated;

    private AllocationSitesText(AllocationSites sites, TextOptions layout) {
        this.sites = sites;
        this.layout = layout;
        accumulated = sites.measure().isAccumulated();
    }

    /**
     * Prints the table.
     *
     * @param limit how many rows at most; what is left out is summed up in a line
     * @return the text, each line ended
     */
    public static String print(AllocationSites sites, int limit) {
        return print(sites, TextOptions.rows(limit));
    }

    /**
     * Prints the table.
     *
     * @param layout how much of it; what is left out is summed up in a line
     * @return the text, each line ended
     */
    public static String print(AllocationSites sites, TextOptions layout) {
        StringBuilder out = new StringBuilder(4096);
        AllocationSitesText text = new AllocationSitesText(sites, layout);
        text.heading(out);
        if (sites.sites().isEmpty()) {
            out.append("  nothing: no sampled allocation is left in this profile\n");
            text.unlisted(out);
        } else {
            text.table(out);
        }
        return Wrapping.fit(out.toString(), layout.columns());
    }

    private void table(StringBuilder out) {
        String[] headings = row(
                accumulated ? "allocated" : "live",
                "95 % range",
                "share",
                "objects",
                "mean",
                accumulated ? "live" : "allocated");
        TextTable table = new TextTable("r".repeat(headings.length) + (sites.onJvm() ? "ll" : "l"));
        // Where the terminal is narrow, the objects go first, then the native function, then the share.
        if (sites.onJvm()) {
            table.dropping(OBJECTS, headings.length, SHARE);
            table.add(with(headings, "native function", "site"));
        } else {
            table.dropping(OBJECTS, SHARE);
            table.add(with(headings, "function"));
        }
        List<AllocationSite> rows = new ArrayList<>();
        List<AllocationSite> small = new ArrayList<>();
        for (AllocationSite site : sites.sites()) {
            (isSmall(site) ? small : rows).add(site);
        }
        if (rows.isEmpty() || layout.rows() == Integer.MAX_VALUE) {
            rows = sites.sites();
            small = List.of();
        }
        int shown = 0;
        double least = layout.nodeFraction() * sites.total();
        for (AllocationSite site : rows) {
            if (shown == layout.rows() || sites.value(site) < least) {
                break;
            }
            shown++;
            add(table, site);
        }
        table.appendTo(out, "  ", layout.columns());
        rest(out, rows.subList(shown, rows.size()), shown);
        small(out, small);
        unlisted(out);
    }

    private boolean isSmall(AllocationSite site) {
        Estimate bytes = bytes(site);
        return bytes.value() < FEWEST_SAMPLES * bytes.weight();
    }

    private Estimate bytes(AllocationSite site) {
        return accumulated ? site.accumulatedBytes() : site.liveBytes();
    }

    private void add(TextTable table, AllocationSite site) {
        Estimate bytes = bytes(site);
        Amount amount = accumulated ? site.accumulated() : site.live();
        String[] figures = row(
                figure(bytes),
                RangeText.of(bytes, layout.unit()),
                Units.percent(sites.value(site), sites.total()),
                Units.count(amount.objects()),
                Units.bytes(amount.meanBytes()),
                bytes((accumulated ? site.live() : site.accumulated()).bytes()));
        if (sites.onJvm()) {
            table.add(with(figures, functions(site.functions()), site.name()));
        } else {
            table.add(with(figures, site.name()));
        }
        Callers.addTo(table, site.callers());
    }

    /** The cells of the columns that this report has. */
    private String[] row(String bytes, String range, String share, String objects, String mean, String other) {
        List<String> cells = new ArrayList<>(6);
        cells.add(bytes);
        cells.add(range);
        cells.add(share);
        cells.add(objects);
        if (layout.meanSizes()) {
            cells.add(mean);
        }
        if (sites.accumulated().bytes() > 0) {
            cells.add(other);
        }
        return cells.toArray(new String[0]);
    }

    private static String[] with(String[] cells, String... more) {
        String[] all = new String[cells.length + more.length];
        System.arraycopy(cells, 0, all, 0, cells.length);
        System.arraycopy(more, 0, all, cells.length, more.length);
        return all;
    }

    private String bytes(double bytes) {
        return Units.bytes(bytes, layout.unit());
    }

    /** With as many decimals as the error allows, but in a unit that was chosen. */
    private String figure(Estimate bytes) {
        return layout.unit() == ByteUnit.AUTO ? RangeText.figure(bytes) : bytes(bytes.value());
    }

    private void heading(StringBuilder out) {
        Amount amount = accumulated ? sites.accumulated() : sites.live();
        Estimate total = accumulated ? sites.accumulatedBytes() : sites.liveBytes();
        out.append(title()).append(": ").append(figure(total));
        if (total.value() > 0) {
            out.append(" (").append(range(total)).append(')');
        }
        out.append(" in ").append(sites.rate().isExact() ? "" : "about ");
        out.append(Units.count(amount.objects()));
        out.append(accumulated ? " objects, freed or not" : " live objects");
        before(out);
        out.append("\n\n");
    }

    private String title() {
        RunWindow run = sites.run();
        if (run != null && !accumulated) {
            return run.title();
        }
        return accumulated ? "Who allocated it" : "Who holds it";
    }

    /** What a run found says nothing of what the process had before. */
    private void before(StringBuilder out) {
        RunWindow run = sites.run();
        if (run == null) {
            return;
        }
        out.append("\n(when the run began nothing that was live had been sampled");
        if (run.residentBytes().isPresent()) {
            out.append("; the process's RSS was ")
                    .append(Units.bytes(run.residentBytes().getAsLong()));
        }
        out.append(')');
    }

    private String range(Estimate bytes) {
        String range = RangeText.of(bytes, layout.unit());
        return range.equals("?") ? "95 % range unknown" : range;
    }

    private void rest(StringBuilder out, List<AllocationSite> left, int shown) {
        if (left.isEmpty()) {
            return;
        }
        out.append("  … and ").append(Units.count(left.size())).append(" more with ");
        out.append(together(left));
        if (shown == layout.rows()) {
            out.append("; --rows ").append(shown + left.size()).append(" shows them all");
        }
        out.append('\n');
    }

    private void small(StringBuilder out, List<AllocationSite> small) {
        if (small.isEmpty()) {
            return;
        }
        out.append("  ").append(Units.count(small.size()));
        out.append(small.size() == 1 ? " smaller site, " : " smaller sites, ").append(together(small));
        out.append(small.size() == 1 ? ", with" : " together, each with")
                .append(" one or two samples; --rows 0 shows all\n");
    }

    /** What sites have in all, such as {@code 5.2 MiB (2.1%)}. */
    private String together(List<AllocationSite> some) {
        double bytes = 0;
        double value = 0;
        for (AllocationSite site : some) {
            bytes += bytes(site).value();
            value += sites.value(site);
        }
        return bytes(bytes) + " (" + Units.percent(value, sites.total()) + ")";
    }

    private void unlisted(StringBuilder out) {
        double most = sites.mostUnseenBytes();
        if (most > 0) {
            out.append("  Not listed: sites without a sample; each holds at most ")
                    .append(bytes(most))
                    .append(" (95 %).\n");
        }
    }

    private String functions(List<String> functions) {
        if (functions.isEmpty()) {
            return "-";
        }
        String more = functions.size() == 1 ? "" : ", +" + (functions.size() - 1);
        int columns = layout.columns() < NARROW ? NARROW_FUNCTION_COLUMNS : FUNCTION_COLUMNS;
        return DisplayWidth.cut(functions.get(0), columns - more.length()) + more;
    }
}
