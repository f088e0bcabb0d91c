package io.jemscope.cli.demo;

import io.jemscope.report.AllocationSite;
import io.jemscope.report.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a recording shows a planted leak: at its place among the sites, and within ten per cent of its size.
 *
 * @param place its place among the planted leaks by size, from 1
 * @param foundBytes what the recording gives to its line, in bytes; 0 where it isn't there
 * @param foundPlace its row in the recording, from 1; 0 where it isn't there
 */
public record Verdict(PlantedLeak leak, int place, double foundBytes, int foundPlace) {

    private static final double TOLERANCE = 0.10;

    /**
     * Compares what was planted with what was found.
     *
     * @param planted what was planted; several leaks of one line count together
     * @param sites the recording's sites, the greatest first
     * @return a verdict for each line, the greatest leak first
     */
    public static List<Verdict> of(List<PlantedLeak> planted, List<AllocationSite> sites) {
        Map<String, Long> bySite = new LinkedHashMap<>();
        for (PlantedLeak leak : planted) {
            bySite.merge(leak.site(), leak.bytes(), Long::sum);
        }
        List<PlantedLeak> leaks = new ArrayList<>();
        bySite.forEach((site, bytes) -> leaks.add(new PlantedLeak(bytes, site)));
        leaks.sort(Comparator.comparingLong(PlantedLeak::bytes).reversed());
        List<Verdict> verdicts = new ArrayList<>();
        for (PlantedLeak leak : leaks) {
            int row = row(sites, leak.site());
            double found = row < 0 ? 0 : sites.get(row).live().bytes();
            verdicts.add(new Verdict(leak, verdicts.size() + 1, found, row + 1));
        }
        return verdicts;
    }

    /**
     * Says whether the recording is as promised.
     *
     * @return whether the leak is in its place and within ten per cent
     */
    public boolean isKept() {
        return place == foundPlace && Math.abs(foundBytes - leak.bytes()) <= TOLERANCE * leak.bytes();
    }

    /**
     * The verdict as it is printed.
     *
     * @return one line
     */
    public String text() {
        String found = foundPlace == 0
                ? "not found"
                : "found " + Units.bytes(foundBytes) + " in row " + foundPlace + ", "
                        + Units.ratioPercent((foundBytes - leak.bytes()) / leak.bytes()) + " off";
        return (isKept() ? "ok      " : "DIFFERS ") + "planted " + Units.bytes(leak.bytes()) + ", " + found + "  "
                + leak.site();
    }

    private static int row(List<AllocationSite> sites, String site) {
        for (int i = 0; i < sites.size(); i++) {
            if (sites.get(i).name().equals(site)) {
                return i;
            }
        }
        return -1;
    }
}
