package io.jemscope.cli.demo;

import io.jemscope.fleet.question.FleetDiff;
import io.jemscope.report.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a comparison of two versions names a line as it should: one that leaks in only one of them, with its change to within ten per
 * cent, and no other line of the program.
 *
 * @param site the line
 * @param plantedBytes by how much an instance of the later version leaks more; 0 if the line leaks in both or in neither
 * @param foundBytes by how much it holds more by the comparison; 0 if that doesn't name the line
 */
record FleetVerdict(String release, String site, double plantedBytes, double foundBytes) {

    private static final double TOLERANCE = 0.10;

    /**
     * Compares what was planted with what was found.
     *
     * @param before what all instances of the earlier version planted
     * @param after what all of the later one did
     * @param instances how many instances each has
     * @param program how the names of the program's own lines begin
     * @return a verdict for each line that changed or is named, those that the release brought first
     */
    static List<FleetVerdict> of(
            String release,
            List<PlantedLeak> before,
            List<PlantedLeak> after,
            int instances,
            String program,
            FleetDiff diff) {
        Map<String, Double> earlier = means(before, instances);
        Map<String, Double> later = means(after, instances);
        Map<String, Double> planted = new HashMap<>();
        earlier.forEach((site, bytes) -> planted.put(site, later.containsKey(site) ? 0 : -bytes));
        later.forEach((site, bytes) -> planted.putIfAbsent(site, bytes));
        Map<String, Double> found = new HashMap<>();
        for (FleetDiff.Change change : diff.changes()) {
            found.put(change.site(), change.liveBytes().value());
        }
        Set<String> sites = new HashSet<>(planted.keySet());
        found.keySet().stream().filter(site -> site.startsWith(program)).forEach(sites::add);
        List<FleetVerdict> verdicts = new ArrayList<>();
        for (String site : sites) {
            double plantedBytes = planted.getOrDefault(site, 0.0);
            double foundBytes = found.getOrDefault(site, 0.0);
            if (plantedBytes != 0 || foundBytes != 0) {
                verdicts.add(new FleetVerdict(release, site, plantedBytes, foundBytes));
            }
        }
        verdicts.sort(Comparator.comparingDouble((FleetVerdict each) -> -each.plantedBytes)
                .thenComparing(FleetVerdict::site));
        return verdicts;
    }

    private static Map<String, Double> means(List<PlantedLeak> leaks, int instances) {
        Map<String, Double> means = new HashMap<>();
        for (PlantedLeak leak : leaks) {
            means.merge(leak.site(), (double) leak.bytes() / instances, Double::sum);
        }
        return means;
    }

    /** Whether the line is named if it changed, with its bytes, and isn't otherwise. */
    boolean isKept() {
        return Math.abs(foundBytes - plantedBytes) <= TOLERANCE * Math.abs(plantedBytes);
    }

    /** The verdict as it is printed: one line. */
    String text() {
        String planted = plantedBytes == 0
                ? "didn't change"
                : (plantedBytes > 0 ? "brought " : "fixed ") + Units.bytes(Math.abs(plantedBytes)) + " an instance";
        String found = foundBytes == 0
                ? "not found"
                : "found " + (foundBytes > 0 ? "+" : "-") + Units.bytes(Math.abs(foundBytes));
        return (isKept() ? "ok      " : "DIFFERS ") + release + " " + planted + ", " + found + "  " + site;
    }
}
