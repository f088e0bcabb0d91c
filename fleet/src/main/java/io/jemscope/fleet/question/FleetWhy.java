package io.jemscope.fleet.question;

import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.SiteTotal;
import io.jemscope.fleet.store.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What explains the memory of a fleet, all questions together.
 *
 * @param top which services and sites hold most
 * @param releases what came with each version
 * @param trend what grows across instances
 * @param outliers which instances stand out from their siblings
 * @param memory which instances are near their limit, and where memory is that no profile shows
 * @param ended the services of which no instance ran last
 * @param until the end of the time looked at
 */
public record FleetWhy(
        FleetTop top,
        List<Release> releases,
        FleetTrend trend,
        FleetOutliers outliers,
        FleetMemory memory,
        List<String> ended,
        Instant until) {

    private static final Pattern NUMBERED = Pattern.compile("^[vV]?\\d+(\\.|$)");

    /** The collector requests the profiles of a round in any order, and the store keeps one in ten minutes of the last day. */
    private static final Duration AT_ONCE = Duration.ofMinutes(10);

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** How many digits a number is padded to. */
    private static final int LONG = 20;

    /**
     * A version of a service, compared with the one before it, or with those that it was first seen with.
     *
     * @param bases the versions it is compared with; several before it if their order is unknown
     * @param isOrdered whether it is newer than the bases; otherwise the order is unknown
     * @param larger the sites at which an instance of it holds more than one of the bases, the largest change first
     */
    public record Release(
            String service, String version, List<String> bases, boolean isOrdered, List<FleetDiff.Change> larger) {}

    /**
     * Answers from what the other questions read.
     *
     * @param top which services and sites hold most, of the instances that ran last
     * @param totals the newest profile of each instance, also of those that have ended
     * @param first the first profile of each instance, which says when versions were first seen
     * @param until the end of the time looked at
     */
    public static FleetWhy of(
            FleetTop top,
            Totals totals,
            List<InstanceSites> first,
            FleetTrend trend,
            FleetOutliers outliers,
            FleetMemory memory,
            Instant until) {
        List<Release> releases = new ArrayList<>();
        Map<String, List<InstanceSites>> services = first.stream()
                .collect(Collectors.groupingBy(each -> each.instance().service(), TreeMap::new, Collectors.toList()));
        services.forEach((service, its) -> {
            Totals held = of(totals, service);
            List<String> before = List.of();
            for (List<String> together : versions(its, until)) {
                if (!before.isEmpty()) {
                    for (String version : together) {
                        releases.add(release(held, service, version, before, true));
                    }
                }
                for (String version : together) {
                    List<String> others = together.stream()
                            .filter(each -> !each.equals(version))
                            .toList();
                    if (!others.isEmpty()) {
                        releases.add(release(held, service, version, others, false));
                    }
                }
                before = together;
            }
        });
        TreeSet<String> ended = new TreeSet<>(services.keySet());
        top.services().forEach(each -> ended.remove(each.name()));
        return new FleetWhy(top, releases, trend, outliers, memory, List.copyOf(ended), until);
    }

    private static Release release(Totals held, String service, String version, List<String> bases, boolean isOrdered) {
        List<FleetDiff.Change> larger =
                FleetDiff.ofVersion(held, version, Set.copyOf(bases)::contains).changes().stream()
                        .filter(change -> change.liveBytes().value() > 0)
                        .toList();
        return new Release(service, version, bases, isOrdered, larger);
    }

    /**
     * The versions of a service in their order: by their numbers, so that 2.10 comes after 2.9; by when they were first seen if one has none
     * in front, as hashes of commits, or if their numbers are equal. Those whose order is unknown are together: those first seen at once, and
     * those first seen in the first twelfth of the time that the service was seen, which may have run before it.
     *
     * @param first the first profile of each of its instances
     */
    private static List<List<String>> versions(List<InstanceSites> first, Instant until) {
        Map<String, Instant> seen = new TreeMap<>();
        Instant begin = until;
        for (InstanceSites each : first) {
            begin = earlier(begin, each.time());
            if (!each.instance().version().isEmpty()) {
                seen.merge(each.instance().version(), each.time(), FleetWhy::earlier);
            }
        }
        boolean isNumbered = seen.keySet().stream().allMatch(NUMBERED.asPredicate());
        Comparator<Map.Entry<String, Instant>> order = Map.Entry.comparingByValue();
        if (isNumbered) {
            order = Comparator.comparing((Map.Entry<String, Instant> each) -> padded(each.getKey()))
                    .thenComparing(order);
        }
        List<List<String>> versions = new ArrayList<>();
        Instant early = begin.plus(Duration.between(begin, until).dividedBy(FleetTrend.STEPS));
        Instant unknown = early;
        String numbers = "";
        for (Map.Entry<String, Instant> each :
                seen.entrySet().stream().sorted(order).toList()) {
            Instant time = each.getValue();
            String its = isNumbered ? padded(each.getKey()) : "";
            if (versions.isEmpty() || !its.equals(numbers) || !time.isBefore(unknown)) {
                versions.add(new ArrayList<>());
                numbers = its;
                unknown = early;
            }
            versions.get(versions.size() - 1).add(each.getKey());
            Instant later = time.plus(AT_ONCE);
            unknown = later.isAfter(unknown) ? later : unknown;
        }
        versions.forEach(Collections::sort);
        return versions;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /**
     * The version with its numbers so long that the order of letters is that of numbers. Of two that differ in a suffix alone, such as {@code
     * -rc1}, the one without it is the later one (SemVer 2.0.0, 11). Build metadata after a plus has no order (10).
     */
    private static String padded(String version) {
        String plain = version.replaceFirst("^[vV](?=[0-9])", "");
        // The end sorts between the two, so that 1.0 comes before 1.0.1 and after 1.0-rc1.
        return DIGITS.matcher(plain.replaceFirst("\\+.*", "").replace('-', ' ') + "!")
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
