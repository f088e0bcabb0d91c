package io.jemscope.report.comparison;

import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.SiteIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What changed from one profile to another, site by site, and which of the changes are more than sampling noise.
 *
 * <p>Sites are compared by name, so the two may come from different builds, processes, machines and sampling rates. How a
 * change is judged stands at {@link ChangeTest}, how the number of sites is heeded at {@link BenjaminiHochberg}; growth and
 * shrinkage are judged apart, so that much that shrank never makes growth easier to claim.
 *
 * <p>The two profiles count as sampled independently. Dumps of one process share the samples of what lives on, and differ
 * by less than that: nothing is then claimed too early, but a small growth of something large may be held back. Where the
 * allocator counts what it ever handed out ({@code prof_accum}), the part that lives on is known, and is left out. In a sum
 * of several dumps of one process ({@link Profile#dumpsOfOneProcess}) the blocks count as though each were in all of them.
 *
 * @param rows the sites that have anything on either side, the one that grew most first
 * @param total all of it
 * @param sampleType what is compared
 * @param sites what rows are told apart by
 * @param factor what the later figures were multiplied by: 1 unless the profiles were brought to the same total
 * @param isJudged whether it is known how densely both were sampled; else no row can be told from noise
 * @param isOneProcess whether both are dumps of one run of one program; false for a sum of several dumps
 * @param mostUnseenBytes by how much a site without a sample on either side grew or shrank at most, in 95 of 100 cases; 0 where every
 *     allocation is known, NaN where nothing tells
 */
public record Comparison(
        List<Row> rows,
        Row total,
        SampleType sampleType,
        SiteGrouping sites,
        double factor,
        boolean isJudged,
        boolean isOneProcess,
        double mostUnseenBytes) {

    /** What arithmetic leaves of equal figures is no change. */
    private static final double CRUMBS = 1e-9;

    /** What became of a site. */
    public enum Kind {
        /** There is more of it. */
        GROWN,
        /** There is less of it. */
        SHRUNK,
        /** It wasn't there before. */
        NEW,
        /** It isn't there any more. */
        GONE,
        /** It didn't change at all. */
        SAME
    }

    /**
     * A site on both sides.
     *
     * @param site its name
     * @param kind what became of it
     * @param before the earlier figure with its error; of a side without a sample, with what may be there unseen
     * @param after the later figure likewise
     * @param change the later one less the earlier one, with the errors of both; the parts that are certainly in both are left out
     * @param chance how likely sampling alone makes such a change, if in truth there was none this way; NaN where nothing
     *     tells
     * @param isSignificant whether it is more than sampling noise, the number of sites looked at heeded
     * @param callers where the site is a library's, the application's frames above it in one line each: those that changed
     *     most first where the change is significant, else those that hold most
     */
    public record Row(
            String site,
            Kind kind,
            Estimate before,
            Estimate after,
            Difference change,
            double chance,
            boolean isSignificant,
            List<String> callers) {

        /**
         * Makes the list unchangeable.
         *
         * @param site its name
         * @param kind what became of it
         * @param before the earlier figure
         * @param after the later figure
         * @param change the later one less the earlier one
         * @param chance how likely sampling alone makes such a change
         * @param isSignificant whether it is more than sampling noise
         * @param callers the application's frames above it; copied
         */
        public Row {
            callers = List.copyOf(callers);
        }
    }

    /**
     * Makes the list unchangeable.
     *
     * @param rows the sites; copied
     * @param total all of it
     * @param sampleType what is compared
     * @param sites what rows are told apart by
     * @param factor what the later figures were multiplied by
     * @param isJudged whether the rates are known
     * @param isOneProcess whether both are of one run
     * @param mostUnseenBytes by how much a site without a sample grew or shrank at most
     */
    public Comparison {
        rows = List.copyOf(rows);
    }

    /**
     * Compares two profiles.
     *
     * @param before the earlier one, with its frames known
     * @param after the later one, with its frames known
     * @param sampleType what to compare
     * @param sites what to tell rows apart by
     * @param normalize whether to bring the later one to the total of the earlier one first, as pprof's
     *     {@code -normalize} does: then shares are compared
     * @return what changed
     */
    public static Comparison of(
            Profile before, Profile after, SampleType sampleType, SiteGrouping sites, boolean normalize) {
        Pair pair = Pair.of(before, after, sampleType, normalize);
        Map<String, SiteTally> tallies = new LinkedHashMap<>();
        SiteTally all = new SiteTally(pair);
        SiteIndex sitesBefore = sites.in(before);
        for (int i = 0; i < before.samples().size(); i++) {
            Sample sample = before.samples().get(i);
            all.addBefore(sample);
            for (String site : sitesBefore.of(i)) {
                SiteTally tally = tallies.computeIfAbsent(site, any -> new SiteTally(pair));
                tally.addBefore(sample);
                String caller = sitesBefore.caller(i);
                if (caller != null) {
                    tally.addCallerBefore(caller, sample);
                }
            }
        }
        SiteIndex sitesAfter = sites.in(after);
        for (int i = 0; i < after.samples().size(); i++) {
            Sample sample = after.samples().get(i);
            all.addAfter(sample);
            for (String site : sitesAfter.of(i)) {
                SiteTally tally = tallies.computeIfAbsent(site, any -> new SiteTally(pair));
                tally.addAfter(sample);
                String caller = sitesAfter.caller(i);
                if (caller != null) {
                    tally.addCallerAfter(caller, sample);
                }
            }
        }
        tallies.values().removeIf(tally -> tally.before() == 0 && tally.after() == 0);
        List<Row> rows = rows(tallies);
        rows.sort((one, other) -> {
            int byChange = Double.compare(other.change.value(), one.change.value());
            return byChange != 0 ? byChange : one.site.compareTo(other.site);
        });
        Row total = rows(Map.of("all", all)).get(0);
        return new Comparison(
                rows,
                total,
                sampleType,
                sites,
                pair.factor(),
                pair.isJudged(),
                pair.isOneProcess(),
                pair.mostUnseenBytes());
    }

    private static List<Row> rows(Map<String, SiteTally> tallies) {
        List<ChangeTest> contrasts = new ArrayList<>(tallies.size());
        List<ChangeTest> ofBytes = new ArrayList<>(tallies.size());
        for (SiteTally tally : tallies.values()) {
            contrasts.add(tally.contrast());
            ofBytes.add(tally.contrastOfBytes());
        }
        double[] growth = each(contrasts, ofBytes, ChangeTest::chanceOfGrowth);
        double[] shrinkage = each(contrasts, ofBytes, ChangeTest::chanceOfShrinkage);
        boolean[] grew = BenjaminiHochberg.standing(
                growth, each(contrasts, ofBytes, ChangeTest::leastChanceOfGrowth), BenjaminiHochberg.SHARE);
        boolean[] shrank = BenjaminiHochberg.standing(
                shrinkage, each(contrasts, ofBytes, ChangeTest::leastChanceOfShrinkage), BenjaminiHochberg.SHARE);
        List<Row> rows = new ArrayList<>(contrasts.size());
        for (Map.Entry<String, SiteTally> entry : tallies.entrySet()) {
            int i = rows.size();
            SiteTally tally = entry.getValue();
            double change = tally.after() - tally.before();
            Difference difference = tally.change(contrasts.get(i));
            // The exact test asks for more than the range, but where blocks of several sizes hide in one figure, which
            // it takes
            // for certain then.
            boolean isSignificant = (grew[i] || shrank[i]) && difference.isSure();
            rows.add(new Row(
                    entry.getKey(),
                    kind(tally.before(), tally.after()),
                    tally.earlier(contrasts.get(i)),
                    tally.later(contrasts.get(i)),
                    difference,
                    change < 0 ? shrinkage[i] : growth[i],
                    isSignificant,
                    tally.callers(isSignificant)));
        }
        return rows;
    }

    /** Of objects and of their bytes both must hold, since the error of objects alone can't be known. */
    private static double[] each(
            List<ChangeTest> contrasts, List<ChangeTest> ofBytes, ToDoubleFunction<ChangeTest> chance) {
        double[] chances = new double[contrasts.size()];
        for (int i = 0; i < chances.length; i++) {
            chances[i] = chance.applyAsDouble(ofBytes.get(i));
            if (!contrasts.get(i).equals(ofBytes.get(i))) {
                chances[i] = Math.max(chances[i], chance.applyAsDouble(contrasts.get(i)));
            }
        }
        return chances;
    }

    private static Kind kind(double before, double after) {
        if (Math.abs(after - before) <= CRUMBS * (before + after)) {
            return Kind.SAME;
        }
        if (before == 0) {
            return Kind.NEW;
        }
        if (after == 0) {
            return Kind.GONE;
        }
        return before < after ? Kind.GROWN : Kind.SHRUNK;
    }

    /**
     * The rows that grew, more than sampling alone makes things grow. Where nothing tells how densely was sampled, all that
     * grew.
     *
     * @return the rows, the one that grew most first
     */
    public List<Row> grown() {
        return rows.stream()
                .filter(row -> row.change.value() > 0 && isShown(row))
                .toList();
    }

    /**
     * The rows that shrank likewise.
     *
     * @return the rows, the one that shrank most first
     */
    public List<Row> shrunk() {
        List<Row> shrunk = new ArrayList<>(rows.stream()
                .filter(row -> row.change.value() < 0 && isShown(row))
                .toList());
        Collections.reverse(shrunk);
        return shrunk;
    }

    /**
     * The rows whose change lies within sampling noise.
     *
     * @return the rows that changed and are in no other list, the one that grew most first
     */
    public List<Row> heldBack() {
        return rows.stream()
                .filter(row -> row.kind != Kind.SAME && !isShown(row) && !sites.isPassing(row.site))
                .toList();
    }

    /**
     * The rows of memory that comes and goes with the work at hand, whose change says nothing.
     *
     * @return the rows, see {@link SiteGrouping#isPassing}
     */
    public List<Row> passing() {
        return rows.stream().filter(row -> sites.isPassing(row.site)).toList();
    }

    private boolean isShown(Row row) {
        return (row.isSignificant || !isJudged) && !sites.isPassing(row.site);
    }
}
