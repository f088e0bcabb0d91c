package io.jemscope.fleet.question;

import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.fleet.store.Totals;
import io.jemscope.history.TimeSpan;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A question about a fleet: about which instances, and which time.
 *
 * @param service the only service; null for all
 * @param until the end of the time looked at
 * @param within how long that time is; null for the usual one of the question
 */
public record FleetQuestion(
        @Nullable String service, Instant until, @Nullable Duration within) {

    /** The usual time looked at; an instance without a profile for so long has most likely ended. */
    static final Duration AN_HOUR = Duration.ofHours(1);

    /** Slow leaks take hours to show. */
    private static final Duration A_DAY = Duration.ofDays(1);

    /** An earlier version may have been replaced some days ago. */
    private static final Duration A_WEEK = Duration.ofDays(7);

    /** Which services and sites hold most. */
    public FleetTop top(FleetStore store) throws NoSuchInstanceException, IOException {
        Totals totals = store.totals(Selection.of(span(until, AN_HOUR), service));
        require(totals.populations(), "the time looked at");
        return FleetTop.of(totals);
    }

    /**
     * What came with a version.
     *
     * @param base the version to compare with; null for all others
     */
    public FleetDiff diff(FleetStore store, String version, @Nullable String base)
            throws NoSuchInstanceException, IOException {
        Totals totals = store.totals(Selection.of(span(until, A_WEEK), service));
        require(of(totals, version::equals), "version " + version + versions(totals));
        Predicate<String> before = base == null ? each -> !each.equals(version) : base::equals;
        require(of(totals, before), (base == null ? "another version" : "version " + base) + versions(totals));
        return FleetDiff.ofVersion(totals, version, before);
    }

    /** What came since a time, in the instances that were there before it. */
    public FleetDiff diff(FleetStore store, Instant since) throws NoSuchInstanceException, IOException {
        if (!since.isBefore(until)) {
            throw new NoSuchInstanceException(
                    "there is nothing to compare", since + " is not before the end of the time looked at, " + until);
        }
        List<InstanceSites> before = store.instances(Selection.of(span(since, AN_HOUR), service));
        // Not the time before: an instance that ended then would be compared with itself.
        Instant begin = span(until, AN_HOUR).from();
        TimeSpan later = new TimeSpan(begin.isBefore(since) ? since : begin, until);
        List<InstanceSites> after = store.instances(Selection.of(later, service));
        // Only the instances that are in both reads: the store may change between them.
        Totals earlier = Totals.of(those(before, after));
        Totals now = Totals.of(those(after, before));
        require(now.populations(), "both the time looked at and the time before " + since);
        return FleetDiff.ofTimes(earlier, now);
    }

    /** The profiles of instances that have one among the others, too. */
    private static List<InstanceSites> those(List<InstanceSites> profiles, List<InstanceSites> others) {
        Set<String> ids = others.stream().map(each -> each.instance().id()).collect(Collectors.toSet());
        return profiles.stream()
                .filter(each -> ids.contains(each.instance().id()))
                .toList();
    }

    /** What grows across instances. */
    public FleetTrend trend(FleetStore store) throws NoSuchInstanceException, IOException {
        FleetTrend trend = read(store, (until, profiles) -> {}).trend();
        if (trend.services().isEmpty()) {
            throw new NoSuchInstanceException(
                    "the store has no such instance",
                    "no instance" + ofService() + " has two profiles in the time looked at");
        }
        return trend;
    }

    /**
     * Reads the first profiles of the time looked at, and then those of each step.
     *
     * @param other takes the steps, too
     */
    private FleetTrend.Builder read(FleetStore store, BiConsumer<Instant, List<InstanceSites>> other)
            throws IOException {
        TimeSpan span = span(until, A_DAY);
        List<InstanceSites> first = store.instances(Selection.of(span, service).oldest());
        FleetTrend.Builder course = new FleetTrend.Builder(first);
        for (TimeSpan step : FleetTrend.steps(first, span.until())) {
            List<InstanceSites> profiles = store.instances(Selection.of(step, service));
            course.add(step.until(), profiles);
            other.accept(step.until(), profiles);
        }
        return course;
    }

    /**
     * What explains the memory, and which instances stand out.
     *
     * @param id the instance to compare with its siblings, or the beginning of its id; null for those that stand out
     */
    public FleetWhy why(FleetStore store, @Nullable String id) throws NoSuchInstanceException, IOException {
        // All parts of the answer are of these profiles. If each part read its own, a profile might be added between
        // them.
        FleetMemory.Builder memory = new FleetMemory.Builder();
        FleetTrend.Builder course = read(store, memory::add);
        List<InstanceSites> last = course.last();
        Totals totals = Totals.of(last);
        require(totals.populations(), "the time looked at");
        FleetOutliers outliers = id == null ? FleetOutliers.of(last) : FleetOutliers.of(last, instance(last, id));
        if (id != null && outliers.named().isEmpty()) {
            throw new NoSuchInstanceException(
                    "the instance can't be compared",
                    "fewer than two others of the same service and version have a profile in the time looked at");
        }
        FleetTrend trend = course.trend();
        return FleetWhy.of(
                FleetTop.of(Totals.of(FleetMemory.ranLast(last))),
                totals,
                course.first(),
                trend,
                outliers,
                memory.memory(last, trend, until),
                until);
    }

    private static Instance instance(List<InstanceSites> all, String id) throws NoSuchInstanceException {
        List<Instance> found = all.stream()
                .map(InstanceSites::instance)
                .filter(each -> each.id().startsWith(id))
                .toList();
        // It may be the beginning of other ids, too.
        for (Instance each : found) {
            if (each.id().equals(id)) {
                return each;
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        String ids = (found.isEmpty() ? all.stream().map(InstanceSites::instance) : found.stream())
                .map(Instance::id)
                .sorted()
                .limit(5)
                .collect(Collectors.joining(", "));
        throw new NoSuchInstanceException(
                found.isEmpty() ? "the store has no such instance" : "the store has several such instances",
                (found.isEmpty() ? "no id begins" : found.size() + " ids begin") + " with " + id
                        + " in the time looked at; it has, for example, " + ids);
    }

    /**
     * The stacks of a site of one service.
     *
     * @param most how many stacks at most
     */
    public List<StackTotal> stacks(FleetStore store, String site, int most)
            throws NoSuchInstanceException, IOException {
        List<StackTotal> stacks = store.stacks(Selection.of(span(until, AN_HOUR), service), site, most);
        if (stacks.isEmpty()) {
            throw new NoSuchInstanceException(
                    "the store has no such site",
                    "no instance" + ofService() + " holds anything at " + site + " in the time looked at");
        }
        return stacks;
    }

    private TimeSpan span(Instant end, Duration usual) {
        return new TimeSpan(end.minus(within == null ? usual : within), end);
    }

    private String ofService() {
        return service == null ? "" : " of " + service;
    }

    private void require(List<Population> populations, String what) throws NoSuchInstanceException {
        if (populations.isEmpty()) {
            throw new NoSuchInstanceException(
                    "the store has no such instance", "no instance" + ofService() + " has a profile in " + what);
        }
    }

    private static List<Population> of(Totals totals, Predicate<String> version) {
        return totals.populations().stream()
                .filter(each -> version.test(each.version()))
                .toList();
    }

    private static String versions(Totals totals) {
        TreeSet<String> versions = totals.populations().stream()
                .map(each -> each.version().isEmpty() ? "(none)" : each.version())
                .collect(Collectors.toCollection(TreeSet::new));
        return versions.isEmpty() ? "" : "; there are " + String.join(", ", versions);
    }
}
