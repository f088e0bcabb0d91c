package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.SiteTotal;
import io.jemscope.fleet.store.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What explains the memory of a fleet, all questions together.
 *
 * @param top which services and sites hold most
 * @param releases what came with each version
 * @param trend what grows across instances
 * @param outliers which instances stand out from their siblings
 * @param memory which instances are near their limit, and where memory is that no profile shows
 */
public record FleetWhy(
        FleetTop top, List<Release> releases, FleetTrend trend, FleetOutliers outliers, FleetMemory memory) {

    private static final Pattern NUMBERED = Pattern.compile("^v?\\d+(\\.|$)");

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** How many digits a number is padded to. */
    private static final int LONG = 20;

    /**
     * A version of a service.
     *
     * @param bases the version before it, or those of which it isn't known which one is; or those of which it isn't known whether they
     *     came before it
     * @param isOrdered whether it is known to be later than these
     * @param brought the sites at which an instance of it holds more than one of these; the largest change first
     */
    public record Release(
            String service, String version, List<String> bases, boolean isOrdered, List<FleetDiff.Change> brought) {}

    /**
     * Answers from what the other questions read.
     *
     * @param top which services and sites hold most
     * @param totals the newest profile of each instance, also of those that have ended
     * @param first the first profile of each instance, which says when versions were first seen
     */
    public static FleetWhy of(
            FleetTop top,
            Totals totals,
            List<InstanceSites> first,
            FleetTrend trend,
            FleetOutliers outliers,
            FleetMemory memory) {
        List<Release> releases = new ArrayList<>();
        versions(first, trend.times()).forEach((service, versions) -> {
            Totals its = of(totals, service);
            List<String> before = List.of();
            for (List<String> together : versions) {
                for (String version : together) {
                    boolean isOrdered = together.size() == 1;
                    List<String> bases = isOrdered
                            ? before
                            : together.stream()
                                    .filter(each -> !each.equals(version))
                                    .toList();
                    if (!bases.isEmpty()) {
                        releases.add(new Release(service, version, bases, isOrdered, more(its, version, bases)));
                    }
                }
                before = together;
            }
        });
        return new FleetWhy(top, releases, trend, outliers, memory);
    }

    private static List<FleetDiff.Change> more(Totals totals, String version, List<String> bases) {
        return FleetDiff.ofVersion(totals, version, bases::contains).changes().stream()
                .filter(change -> change.liveBytes().value() > 0)
                .toList();
    }

    /**
     * The versions of each service in their order: by their numbers, so that 2.10 comes after 2.9, or by when they were first seen if
     * one has none in front, as hashes of commits. Those that were seen in the first step are together then: they may have been there
     * before it, in any order.
     *
     * @param steps the ends of the steps of the time looked at
     */
    private static Map<String, List<List<String>>> versions(List<InstanceSites> first, List<Instant> steps) {
        Map<String, Map<String, Instant>> seen = new TreeMap<>();
        for (InstanceSites each : first) {
            Instance instance = each.instance();
            if (!instance.version().isEmpty()) {
                seen.computeIfAbsent(instance.service(), any -> new TreeMap<>())
                        .merge(instance.version(), each.time(), (one, other) -> one.isBefore(other) ? one : other);
            }
        }
        Map<String, List<List<String>>> versions = new TreeMap<>();
        seen.forEach((service, times) -> {
            boolean isNumbered = times.keySet().stream().allMatch(NUMBERED.asPredicate());
            List<List<String>> ordered = new ArrayList<>();
            List<String> early = new ArrayList<>();
            times.entrySet().stream()
                    .sorted(
                            isNumbered
                                    ? Comparator.comparing(entry -> padded(entry.getKey()))
                                    : Map.Entry.comparingByValue())
                    .forEach(entry -> {
                        if (!isNumbered && entry.getValue().isBefore(steps.get(0))) {
                            early.add(entry.getKey());
                        } else {
                            ordered.add(List.of(entry.getKey()));
                        }
                    });
            if (!early.isEmpty()) {
                early.sort(Comparator.naturalOrder());
                ordered.add(0, early);
            }
            versions.put(service, ordered);
        });
        return versions;
    }

    /**
     * The version with its numbers so long that the order of letters is that of numbers. Of two that differ in a suffix alone, such as {@code
     * -rc1}, the one without it is the later one (SemVer 2.0.0, 11).
     */
    private static String padded(String version) {
        String plain = version.replaceFirst("^[vV](?=[0-9])", "");
        // The end sorts between the two, so that 1.0 comes before 1.0.1 and after 1.0-rc1.
        return DIGITS.matcher(plain.replace('-', ' ') + "!")
                .replaceAll(number ->
                        "0".repeat(Math.max(0, LONG - number.group().length())) + number.group());
    }

    private static Totals of(Totals totals, String service) {
        Predicate<Population> population = each -> each.service().equals(service);
        Predicate<SiteTotal> site = each -> each.service().equals(service);
        return new Totals(
                totals.populations().stream().filter(population).toList(),
                totals.sites().stream().filter(site).toList());
    }
}
