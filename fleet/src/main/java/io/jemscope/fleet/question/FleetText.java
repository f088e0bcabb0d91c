package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.MemoryTotals;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Printable;
import io.jemscope.profile.SampleType;
import io.jemscope.report.ChangeText;
import io.jemscope.report.RangeText;
import io.jemscope.report.TextOptions;
import io.jemscope.report.TextTable;
import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import io.jemscope.report.trend.Sparkline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers about a fleet as text for a terminal. */
public final class FleetText {

    private static final String INDENT = "  ";

    private FleetText() {}

    /**
     * Which services and sites hold most.
     *
     * @param rows how many rows a table has at most
     * @param columns how wide a line should be at most
     */
    public static String of(FleetTop top, int rows, int columns) {
        int instances = 0;
        double bytes = 0;
        for (FleetTop.Service service : top.services()) {
            instances += service.instances();
            bytes += service.liveBytes().value();
        }
        StringBuilder text = new StringBuilder("What the fleet holds: ")
                .append(Units.bytes(bytes))
                .append(" in ")
                .append(count(instances, "instance"))
                .append(" of ")
                .append(count(top.services().size(), "service"))
                .append("; the newest profile is of ")
                .append(time(top.newest()))
                .append("\n\n");
        TextTable services = new TextTable("rrrrrrll").dropping(6, 4, 5, 3);
        services.add("live", "95 % range", "instances", "RSS", "explained", "limit", "versions", "service");
        for (FleetTop.Service service : first(top.services(), rows)) {
            services.add(
                    RangeText.figure(service.liveBytes()),
                    RangeText.of(service.liveBytes()),
                    Units.count(service.instances()),
                    resident(service),
                    Units.ratioPercent(service.explained()),
                    Units.ratioPercent(service.limitShare()),
                    versions(service.versions()),
                    service.name());
        }
        services.appendTo(text, INDENT, columns);
        appendRest(text, top.services().size(), rows);
        text.append('\n');
        TextTable sites = new TextTable("rrrrll").dropping(2, 3);
        sites.add("live", "95 % range", "an instance", "in", "service", "site");
        for (FleetTop.Site site : first(top.sites(), rows)) {
            sites.add(
                    RangeText.figure(site.liveBytes()),
                    RangeText.of(site.liveBytes()),
                    Units.bytes(site.liveBytes().value() / site.instances()),
                    site.holders() + "/" + site.instances(),
                    site.service(),
                    site.name());
        }
        sites.appendTo(text, INDENT, columns);
        appendRest(text, top.sites().size(), rows);
        return text.toString();
    }

    /** Of how many instances it is known, if not of all. */
    private static String resident(FleetTop.Service service) {
        MemoryTotals memory = service.memory();
        if (memory.instances() == 0) {
            return "?";
        }
        return Units.bytes(memory.residentBytes())
                + (memory.instances() < service.instances() ? " of " + Units.count(memory.instances()) : "");
    }

    /**
     * What an instance holds more or less than one of another group.
     *
     * @param title what is compared, such as {@code What came with 2.3.1}
     * @param ranges what its ranges are of, such as {@code of sampling}
     */
    public static String of(FleetDiff diff, String title, String ranges, int rows, int columns) {
        StringBuilder text = new StringBuilder(title).append(", live bytes of an instance on average\n");
        text.append("(ranges: 95 %, ").append(ranges).append(")\n\n");
        TextTable services = new TextTable("rlrrrl").dropping(4);
        services.add("change", "95 % range", "before", "after", "instances", "service");
        boolean isSingle = false;
        for (FleetDiff.Service service : first(diff.services(), rows)) {
            Difference bytes = service.liveBytes();
            isSingle |= service.isSingle();
            services.add(
                    CHANGES.signed(bytes.value()),
                    CHANGES.range(bytes),
                    CHANGES.value(bytes.earlier().value()),
                    CHANGES.value(bytes.later().value()),
                    service.before() + " → " + service.after(),
                    service.name());
        }
        services.appendTo(text, INDENT, columns);
        appendRest(text, diff.services().size(), rows);
        appendChanges(text, "Grown", diff, change -> change.liveBytes().value() > 0, rows, columns);
        appendChanges(text, "Shrunk", diff, change -> change.liveBytes().value() < 0, rows, columns);
        if (diff.changes().isEmpty()) {
            text.append("\nNo site has changed by more than its error.\n");
        }
        if (diff.heldBack() > 0) {
            text.append("\nHeld back, since chance alone makes such changes: ")
                    .append(count(diff.heldBack(), "site"))
                    .append('\n');
        }
        if (isSingle) {
            text.append(
                    "\nA group of one instance doesn't show how much instances differ: its ranges are of sampling alone.\n");
        }
        return text.toString();
    }

    private static final ChangeText CHANGES =
            new ChangeText(SampleType.LIVE_BYTES, TextOptions.rows(Integer.MAX_VALUE), true, "");

    private static void appendChanges(
            StringBuilder text,
            String title,
            FleetDiff diff,
            Predicate<FleetDiff.Change> which,
            int rows,
            int columns) {
        List<FleetDiff.Change> changes = diff.changes().stream().filter(which).toList();
        if (changes.isEmpty()) {
            return;
        }
        text.append('\n').append(title).append(":\n\n");
        TextTable table = new TextTable("rlrrrll").dropping(4);
        table.add("change", "95 % range", "before", "after", "in", "service", "site");
        for (FleetDiff.Change change : first(changes, rows)) {
            Difference bytes = change.liveBytes();
            table.add(
                    CHANGES.signed(bytes.value()),
                    CHANGES.range(bytes),
                    CHANGES.value(bytes.earlier().value()),
                    CHANGES.value(bytes.later().value()),
                    change.holdersBefore() + "/" + change.before() + " → " + change.holdersAfter() + "/"
                            + change.after(),
                    change.service(),
                    change.site());
        }
        table.appendTo(text, INDENT, columns);
        appendRest(text, changes.size(), rows);
    }

    /**
     * What grows.
     *
     * @param sparkline how courses are drawn
     */
    public static String of(FleetTrend trend, Sparkline sparkline, int rows, int columns) {
        StringBuilder text = new StringBuilder("What an instance gains in an hour, live bytes on average\n")
                .append(
                        "(from the first profile of each instance to its last one; ±: 95 %, by how instances differ)\n\n");
        appendGrowths(text, trend, trend.services(), sparkline, rows, columns);
        appendGrowths(text, "Growing", trend, growth -> growth.perHour().value() > 0, sparkline, rows, columns);
        appendGrowths(text, "Shrinking", trend, growth -> growth.perHour().value() < 0, sparkline, rows, columns);
        if (trend.sites().isEmpty()) {
            text.append("\nNo site grows or shrinks by more than its error.\n");
        }
        if (trend.heldBack() > 0) {
            text.append("\nHeld back, since chance alone makes such growth: ")
                    .append(count(trend.heldBack(), "site"))
                    .append('\n');
        }
        if (trend.services().stream().anyMatch(each -> each.instances() == 1)) {
            text.append(
                    "\nA service of one instance doesn't show how much instances differ: its ± is of sampling alone.\n");
        }
        return text.toString();
    }

    private static void appendGrowths(
            StringBuilder text,
            String title,
            FleetTrend trend,
            Predicate<FleetTrend.Growth> which,
            Sparkline sparkline,
            int rows,
            int columns) {
        List<FleetTrend.Growth> growths = trend.sites().stream().filter(which).toList();
        if (!growths.isEmpty()) {
            text.append('\n').append(title).append(":\n\n");
            appendGrowths(text, trend, growths, sparkline, rows, columns);
        }
    }

    private static void appendGrowths(
            StringBuilder text,
            FleetTrend trend,
            List<FleetTrend.Growth> growths,
            Sparkline sparkline,
            int rows,
            int columns) {
        boolean isOfSites = growths.stream().anyMatch(each -> !each.site().isEmpty());
        TextTable table = new TextTable(isOfSites ? "rrrrlll" : "rrrrll").dropping(4, 2);
        List<String> heading = new ArrayList<>(List.of("an hour", "±", "last", "grows in", "course", "service"));
        if (isOfSites) {
            heading.add("site");
        }
        table.add(heading.toArray(String[]::new));
        for (FleetTrend.Growth growth : first(growths, rows)) {
            List<String> cells = new ArrayList<>(List.of(
                    CHANGES.signed(growth.perHour().value()),
                    CHANGES.range(growth.perHour()),
                    CHANGES.value(growth.last()),
                    growth.growing() + "/" + growth.instances(),
                    course(trend.times(), growth.course(), sparkline),
                    growth.service()));
            if (isOfSites) {
                cells.add(growth.site());
            }
            table.add(cells.toArray(String[]::new));
        }
        table.appendTo(text, INDENT, columns);
        appendRest(text, growths.size(), rows);
    }

    /** Steps without a profile are left out. */
    private static String course(List<Instant> times, List<Double> course, Sparkline sparkline) {
        List<Instant> known = new ArrayList<>();
        List<Double> figures = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            if (!course.get(i).isNaN()) {
                known.add(times.get(i));
                figures.add(course.get(i));
            }
        }
        return known.isEmpty() ? "" : sparkline.of(known, figures, figures.size());
    }

    /** What explains the fleet's memory: conclusions, and the instances that stand out. */
    public static String of(FleetWhy why, int rows, int columns) {
        StringBuilder text = new StringBuilder();
        for (String sentence : conclusions(why)) {
            text.append(Wrapping.fit("- " + sentence + "\n", columns));
        }
        if (!why.outliers().named().isEmpty()) {
            text.append(
                    "\nAgainst its siblings, the other instances of its service and version (live bytes; ranges: 95 %):\n");
        }
        for (FleetOutliers.Compared instance : first(why.outliers().named(), rows)) {
            text.append('\n')
                    .append(Printable.of(named(instance.instance())))
                    .append(instance.isOutlier() ? ", which stands out" : "")
                    .append(":\n\n");
            TextTable table = new TextTable("rlrrll").dropping(4);
            table.add("more", "95 % range", "it", "a sibling", "stands out", "site");
            add(table, instance.liveBytes(), instance.standsOut(), "(all sites)");
            for (FleetOutliers.Site site : first(instance.sites(), rows)) {
                add(table, site.liveBytes(), site.standsOut(), site.site());
            }
            table.appendTo(text, INDENT, columns);
            appendRest(text, instance.sites().size(), rows);
        }
        appendRest(text, why.outliers().named().size(), rows);
        return text.toString();
    }

    private static void add(TextTable table, Difference bytes, boolean standsOut, String site) {
        table.add(
                CHANGES.signed(bytes.value()),
                CHANGES.range(bytes),
                CHANGES.value(bytes.later().value()),
                CHANGES.value(bytes.earlier().value()),
                standsOut ? "yes" : "",
                site);
    }

    /** The conclusions of an answer, a sentence each. */
    static List<String> conclusions(FleetWhy why) {
        List<String> sentences = new ArrayList<>();
        List<FleetTop.Service> services = why.top().services();
        double all =
                services.stream().mapToDouble(each -> each.liveBytes().value()).sum();
        Instant newest = why.top().newest();
        if (newest.isBefore(why.until().minus(FleetQuestion.AN_HOUR))) {
            sentences.add("The newest of these profiles is of " + time(newest) + ", "
                    + Units.span(Duration.between(newest, why.until())) + " before the end of the time looked at.");
        }
        FleetTop.Service most = services.get(0);
        sentences.add(most.name() + " holds most: " + RangeText.figure(most.liveBytes()) + " in "
                + count(most.instances(), "instance")
                + (services.size() == 1
                        ? "."
                        : ", " + Units.percent(most.liveBytes().value(), all) + " of what "
                                + count(services.size(), "service") + " hold."));
        if (!why.ended().isEmpty()) {
            sentences.add(
                    "No instance of " + list(why.ended(), "or") + " has a profile in the hour before the newest: what "
                            + (why.ended().size() == 1 ? "it holds" : "they hold") + " isn't counted.");
        }
        sentences.addAll(conclusions(why.memory()));
        // Those of unknown order share a sentence.
        sentences.addAll(
                why.releases().stream().flatMap(FleetText::release).distinct().toList());
        for (FleetTrend.Growth service : why.trend().services()) {
            List<FleetTrend.Growth> growing = why.trend().sites().stream()
                    .filter(each -> each.service().equals(service.service())
                            && each.perHour().value() > 0)
                    .toList();
            if (!growing.isEmpty()) {
                FleetTrend.Growth first = growing.get(0);
                sentences.add("In " + first.service() + ", " + first.site() + " grows by "
                        + CHANGES.value(first.perHour().value()) + " an hour in each instance, in " + first.growing()
                        + " of "
                        + count(first.instances(), "instance") + "."
                        + others(growing.size() - 1, "site", "grows, too", "grow, too"));
            }
        }
        if (why.trend().sites().stream().noneMatch(each -> each.perHour().value() > 0)) {
            sentences.add("No site grows steadily across the instances of a service.");
        }
        List<FleetOutliers.Compared> outliers = why.outliers().named().stream()
                .filter(FleetOutliers.Compared::isOutlier)
                .toList();
        for (FleetOutliers.Compared outlier : outliers) {
            sentences.add(outlier(outlier));
        }
        if (outliers.isEmpty()) {
            sentences.add(
                    why.outliers().compared() == 0
                            ? "No instance can be compared: a comparison needs two siblings of the same service and version."
                            : why.outliers().named().isEmpty()
                                    ? "No instance stands out from its siblings."
                                    : named(why.outliers().named().get(0).instance())
                                            + " doesn't stand out from its siblings.");
        }
        // Names come from other machines.
        return sentences.stream().map(Printable::of).toList();
    }

    /** What a version brought; or that its order is unknown, and what it holds more. */
    private static Stream<String> release(FleetWhy.Release release) {
        String version = "Version " + release.version() + " of " + release.service();
        String bases = list(release.bases(), "or");
        if (release.isOrdered()) {
            return Stream.of(
                    release.larger().isEmpty()
                            ? version + " brought no site that stands out against " + bases + "."
                            : version + " brought " + larger(release, bases, "came with it", "came with it"));
        }
        List<String> together = new ArrayList<>(release.bases());
        together.add(release.version());
        together.sort(Comparator.naturalOrder());
        String unknown = "The order of versions " + list(together, "and") + " of " + release.service()
                + " is unknown: their first profiles don't show it.";
        return release.larger().isEmpty()
                ? Stream.of(unknown)
                : Stream.of(
                        unknown,
                        version + " holds more at " + larger(release, bases, "holds more, too", "hold more, too"));
    }

    private static String larger(FleetWhy.Release release, String bases, String other, String others) {
        FleetDiff.Change most = release.larger().get(0);
        return most.site() + ": an instance holds "
                + CHANGES.value(most.liveBytes().value())
                + " more there than one of " + bases + "."
                + others(release.larger().size() - 1, "site", other, others);
    }

    /** Such as {@code a, b or c}; of more than four, three and how many others. */
    private static String list(List<String> words, String last) {
        int most = words.size() > 4 ? 3 : words.size() - 1;
        return most == 0
                ? words.get(0)
                : String.join(", ", words.subList(0, most)) + " " + last + " "
                        + (words.size() > 4 ? words.size() - most + " others" : words.get(most));
    }

    /** The conclusions about memory. */
    static List<String> conclusions(FleetMemory memory) {
        List<String> sentences = new ArrayList<>();
        Map<String, List<FleetMemory.Near>> near = new LinkedHashMap<>();
        memory.near()
                .forEach(each -> near.computeIfAbsent(each.instance().service(), any -> new ArrayList<>())
                        .add(each));
        near.forEach((service, its) -> sentences.add(near(its.get(0))
                + others(
                        its.size() - 1,
                        "instance",
                        "of " + service + " is near its limit, too",
                        "of " + service + " are near their limits, too")));
        if (near.isEmpty() && memory.limited() > 0) {
            sentences.add("No instance is near its limit.");
        }
        for (FleetMemory.Service service : memory.services()) {
            boolean grows = service.resident().growth() != null;
            FleetMemory.Part part = service.largest(grows);
            if (grows) {
                sentences.add(grown(service, part));
            } else if (part != null && service.isLarge(part)) {
                Estimate live = service.liveBytes();
                double resident = service.resident().bytes();
                sentences.add(capitalized(text(part)) + (part == FleetMemory.Part.KEPT ? " is up to " : " is ")
                        + Units.ratioPercent(service.held(part).share()) + " of the RSS of " + service.name()
                        + ", and what its profiles hold "
                        + Units.percent(live.value(), resident) + " ±"
                        + Units.percent(live.high() - live.value(), resident) + ". " + advice(part));
            }
        }
        return sentences;
    }

    private static String near(FleetMemory.Near near) {
        MemoryFigures memory = near.memory();
        String figures = Units.ratioPercent(memory.limitShare()) + " of its limit"
                + (near.isRunning() ? "" : " in its last profile, of " + time(near.time())) + ": "
                + Units.bytes(memory.chargedBytes()) + " of " + Units.bytes(memory.limitBytes())
                + (memory.residentBytes() < 0 ? "." : ", RSS " + Units.bytes(memory.residentBytes()) + ".");
        return named(near.instance())
                + (near.isRunning() ? " is at " : " was at ")
                + figures
                + (near.perHour() == null
                        ? ""
                        : " At the pace of its service, " + withError(near.perHour())
                                + " an hour, it reaches the limit in " + span(near.hours()) + " ("
                                + span(near.earliest()) + " to " + span(near.latest()) + ").");
    }

    private static String span(double hours) {
        return Units.span(Duration.ofMinutes(Math.round(60 * hours)));
    }

    private static String withError(Estimate change) {
        return CHANGES.signed(change.value()) + " ±" + CHANGES.range(change);
    }

    private static String grown(FleetMemory.Service service, FleetMemory.@Nullable Part part) {
        FleetTrend.Growth growth = Objects.requireNonNull(service.resident().growth());
        double perHour = growth.perHour().value();
        String grows = "RSS of " + service.name() + " grows by " + CHANGES.value(perHour) + " ±"
                + CHANGES.range(growth.perHour()) + " an hour in each instance, in "
                + growth.growing() + " of " + count(growth.instances(), "instance") + ". ";
        FleetTrend.Growth live = service.live();
        if (live != null && live.isSure() && live.perHour().value() >= perHour / 2) {
            return grows + "Its profiles grow, too: " + withError(live.perHour()) + ".";
        }
        String profiles = live == null ? ". " : "; its profiles show " + withError(live.perHour()) + ". ";
        FleetTrend.Growth most = part == null ? null : service.held(part).growth();
        if (part != null && most != null && most.perHour().value() >= perHour / 2) {
            return grows + "Most of it is " + text(part) + ", " + withError(most.perHour()) + profiles + advice(part);
        }
        return grows + "The part that grows is unknown" + profiles + "Run jemscope why PID on an instance's machine.";
    }

    private static String text(FleetMemory.Part part) {
        return switch (part) {
            case RESIDENT -> "RSS";
            case HEAP -> "the Java heap";
            case KEPT -> "freed memory that the allocator keeps";
            case OTHER -> "memory mapped outside malloc";
        };
    }

    private static String advice(FleetMemory.Part part) {
        return switch (part) {
            case RESIDENT -> "jemscope memory PID there shows its rows.";
            case HEAP -> "jemscope memory PID there shows how much of it is used.";
            case KEPT -> "jemscope why PID there names the setting that returns it.";
            case OTHER -> "jemscope memory PID there shows what is known of it.";
        };
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String outlier(FleetOutliers.Compared outlier) {
        FleetOutliers.Site site = outlier.sites().stream()
                .filter(FleetOutliers.Site::standsOut)
                .findFirst()
                .orElse(null);
        String beyond = named(outlier.instance()) + " is an outlier: it holds ";
        if (site == null) {
            return beyond + CHANGES.value(outlier.liveBytes().value()) + " more than a sibling does on average.";
        }
        return beyond + CHANGES.value(site.liveBytes().value()) + " more at " + site.site()
                + " than a sibling does on average, and "
                + CHANGES.signed(outlier.liveBytes().value()) + " in all.";
    }

    private static String others(int count, String what, String of, String ofMany) {
        return count == 0 ? "" : " " + count(count, "other " + what) + " " + (count == 1 ? of : ofMany) + ".";
    }

    private static String named(Instance instance) {
        return instance.id() + " of " + instance.service()
                + (instance.version().isEmpty() ? "" : " " + instance.version());
    }

    /** The stacks of a site, each with its frames below. */
    public static String of(String service, String site, List<StackTotal> stacks) {
        StringBuilder text = new StringBuilder("Stacks of ")
                .append(Printable.of(site))
                .append(" in ")
                .append(Printable.of(service))
                .append(", those that hold most\n");
        for (StackTotal stack : stacks) {
            text.append('\n')
                    .append(RangeText.figure(stack.sums().liveBytes()))
                    .append(" (")
                    .append(RangeText.of(stack.sums().liveBytes()))
                    .append(") in ")
                    .append(count(stack.holders(), "instance"))
                    .append('\n');
            stack.stack()
                    .lines()
                    .forEach(frame ->
                            text.append("    ").append(Printable.of(frame)).append('\n'));
        }
        return text.toString();
    }

    private static <T> List<T> first(List<T> all, int rows) {
        return all.subList(0, Math.min(rows, all.size()));
    }

    private static void appendRest(StringBuilder text, int count, int rows) {
        if (count > rows) {
            text.append("  … and ").append(Units.count(count - rows)).append(" more; --rows 0 shows all\n");
        }
    }

    private static String count(int count, String what) {
        return Units.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    private static String versions(List<String> versions) {
        List<String> named = versions.stream().filter(each -> !each.isEmpty()).toList();
        if (named.isEmpty()) {
            return "-";
        }
        return named.size() > 3
                ? named.get(0) + " … " + named.get(named.size() - 1) + " (" + named.size() + ")"
                : String.join(", ", named);
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", " UTC");
    }
}
