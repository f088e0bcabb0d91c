package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Estimate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which instances are near their limit, and where resident memory is that the profiles don't show.
 *
 * <p>What grows is decided by {@link FleetTrend}, as for a site: steadily, and in most instances. Pages come and go by the megabyte, so
 * a figure counts as if it were sampled at that rate. The limits are those of {@code jemscope why PID}.
 *
 * @param near the instances that are near their limit, the nearest first
 * @param limited of how many instances the limit is known
 * @param services the services whose resident memory is known, that with most of it first
 */
public record FleetMemory(List<Near> near, int limited, List<Service> services) {

    /** Of the limit. */
    private static final double NEAR = 0.9;

    /** An instance that reaches its limit within this time is near it. */
    private static final double NEAR_HOURS = 24;

    private static final double MEBIBYTE = 1 << 20;
    private static final double LEAST_GROWTH = 8 * MEBIBYTE;
    private static final double LEAST_GROWTH_SHARE = 0.02;
    private static final double LEAST_SIZE = 32 * MEBIBYTE;
    private static final double LEAST_SIZE_SHARE = 0.1;

    /**
     * A part of the resident memory, and all of it. Kept memory is what the allocator counts, at most all that is resident: some of it may
     * not be.
     */
    public enum Part {
        RESIDENT,
        HEAP,
        KEPT,
        OTHER;

        /** -1 if unknown. */
        private long bytes(MemoryFigures memory) {
            return switch (this) {
                case RESIDENT -> memory.residentBytes();
                case HEAP -> memory.heapBytes();
                case KEPT -> Math.min(memory.keptBytes(), memory.residentBytes());
                case OTHER -> memory.otherBytes();
            };
        }

        /** Its name for programs. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        private boolean isKnown(InstanceSites profile) {
            return bytes(profile.memory()) >= 0;
        }

        /** The profile with this part as its only site. */
        private InstanceSites of(InstanceSites profile) {
            long its = bytes(profile.memory());
            Estimate estimate = new Estimate(its, Math.sqrt(its * MEBIBYTE), MEBIBYTE, 0);
            return new InstanceSites(
                    profile.instance(), profile.time(), profile.memory(), Map.of(word(), Sums.of(estimate, 1)));
        }
    }

    /**
     * An instance near its limit.
     *
     * @param time of its last profile
     * @param isRunning whether its last profile is of the last hour of the time looked at
     * @param perHour how fast the resident memory of its service grows, an instance; null if it isn't known to, or if this instance isn't
     *     running or doesn't grow alike
     */
    public record Near(
            Instance instance,
            Instant time,
            MemoryFigures memory,
            boolean isRunning,
            @Nullable Estimate perHour) {

        /** When it reaches the limit at this pace; NaN if unknown. */
        double hours() {
            return hours(0);
        }

        /** The same at the fastest pace that the figures allow (95 %). */
        double earliest() {
            return hours(2);
        }

        /** The same at the slowest pace. */
        double latest() {
            return hours(-2);
        }

        private double hours(int errors) {
            if (perHour == null) {
                return Double.NaN;
            }
            double room = Math.max(0, memory.limitBytes() - memory.chargedBytes());
            return room / (perHour.value() + errors * perHour.standardError());
        }
    }

    /**
     * What is in a part.
     *
     * @param bytes in the instances of the last hour with a profile for which it is known
     * @param residentBytes the resident memory of the same instances
     * @param growth how it grows; null if it isn't known to
     */
    public record Held(double bytes, double residentBytes, FleetTrend.@Nullable Growth growth) {

        double share() {
            return residentBytes > 0 ? bytes / residentBytes : 0;
        }

        /** What an instance gains in an hour; 0 if it isn't known to grow. */
        double perHour() {
            return growth == null ? 0 : growth.perHour().value();
        }
    }

    /**
     * The memory of a service.
     *
     * @param instances of how many instances of the last hour with a profile the resident memory is known
     * @param liveBytes what their profiles hold
     * @param live how their profiles grow, which may be chance; null if unknown
     * @param parts what is known of its parts
     */
    public record Service(
            String name, int instances, Estimate liveBytes, FleetTrend.@Nullable Growth live, Map<Part, Held> parts) {

        /** What is in a part; nothing if it is unknown. */
        Held held(Part part) {
            return parts.getOrDefault(part, NOTHING);
        }

        Held resident() {
            return held(Part.RESIDENT);
        }

        /** The part that grows most; if none grows, the largest; null if none is known. */
        @Nullable
        Part largest(boolean isGrowing) {
            return parts.keySet().stream()
                    .filter(part -> part != Part.RESIDENT)
                    .max(Comparator.comparingDouble(part ->
                            isGrowing ? held(part).perHour() : held(part).share()))
                    .orElse(null);
        }

        /** Whether a part is larger than what the profiles hold, and large enough to look at. */
        boolean isLarge(Part part) {
            Held held = held(part);
            return held.share()
                            > Math.max(
                                    LEAST_SIZE_SHARE,
                                    liveBytes.value() / resident().bytes())
                    && held.bytes() > LEAST_SIZE * instances;
        }
    }

    /**
     * The instances with a profile in the hour before the newest one, inclusive. The others had most likely ended by then, and held nothing
     * more.
     *
     * @param last the last profile of each instance
     */
    static List<InstanceSites> ranLast(List<InstanceSites> last) {
        Instant newest = last.stream()
                .map(InstanceSites::time)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Instant since = newest.minus(FleetQuestion.AN_HOUR);
        return last.stream().filter(each -> !each.time().isBefore(since)).toList();
    }

    private static final Held NOTHING = new Held(0, 0, null);

    /** Takes the profiles of a span step by step, as {@link FleetTrend.Builder} does. */
    public static final class Builder {

        private final Map<Part, FleetTrend.Builder> byPart = new EnumMap<>(Part.class);

        public Builder() {
            for (Part part : Part.values()) {
                byPart.put(part, new FleetTrend.Builder(List.of()));
            }
        }

        /** Adds a step, the earlier ones first. */
        public void add(Instant until, List<InstanceSites> profiles) {
            byPart.forEach((part, collector) -> collector.add(until, of(part, profiles)));
        }

        /** Skips profiles without the figure, so that a figure that becomes known doesn't count as growth. */
        private static List<InstanceSites> of(Part part, List<InstanceSites> profiles) {
            return profiles.stream().filter(part::isKnown).map(part::of).toList();
        }

        /**
         * What the figures show.
         *
         * @param last the last profile of each instance
         * @param trend how the profiles grow
         * @param until the end of the time looked at
         */
        public FleetMemory memory(List<InstanceSites> last, FleetTrend trend, Instant until) {
            Map<Part, FleetTrend> trends = new EnumMap<>(Part.class);
            byPart.forEach((part, collector) -> trends.put(part, collector.trend()));
            Map<String, List<InstanceSites>> byService = byService(last);
            Map<String, List<InstanceSites>> now = byService(ranLast(last));
            List<Service> services = new ArrayList<>();
            byService.forEach((name, profiles) ->
                    services.add(service(name, profiles, now.getOrDefault(name, List.of()), trends, trend)));
            services.sort(Comparator.comparingDouble(each -> -each.resident().bytes()));
            int limited = 0;
            for (InstanceSites each : last) {
                limited += Double.isNaN(each.memory().limitShare()) ? 0 : 1;
            }
            return new FleetMemory(near(last, services, until), limited, services);
        }

        /** Those whose resident memory is known. */
        private static Map<String, List<InstanceSites>> byService(List<InstanceSites> profiles) {
            return profiles.stream()
                    .filter(Part.RESIDENT::isKnown)
                    .collect(Collectors.groupingBy(
                            each -> each.instance().service(), TreeMap::new, Collectors.toList()));
        }

        private Service service(
                String name,
                List<InstanceSites> profiles,
                List<InstanceSites> ranLast,
                Map<Part, FleetTrend> trends,
                FleetTrend trend) {
            Sums live = ranLast.stream().map(InstanceSites::sums).reduce(Sums.NONE, Sums::plus);
            double least = Math.max(LEAST_GROWTH, LEAST_GROWTH_SHARE * resident(profiles) / profiles.size());
            Map<Part, Held> parts = new EnumMap<>(Part.class);
            trends.forEach((part, its) -> {
                if (profiles.stream().anyMatch(part::isKnown)) {
                    List<InstanceSites> known = of(part, ranLast);
                    double bytes = known.stream()
                            .mapToDouble(each -> each.sums().bytes())
                            .sum();
                    parts.put(part, new Held(bytes, resident(known), growth(name, its, least)));
                }
            });
            FleetTrend.Growth growth = trend.services().stream()
                    .filter(each -> each.service().equals(name))
                    .findFirst()
                    .orElse(null);
            return new Service(name, ranLast.size(), live.liveBytes(), growth, parts);
        }

        private static double resident(List<InstanceSites> profiles) {
            return profiles.stream()
                    .mapToDouble(each -> each.memory().residentBytes())
                    .sum();
        }

        private static FleetTrend.@Nullable Growth growth(String service, FleetTrend trend, double least) {
            return trend.sites().stream()
                    .filter(each -> each.service().equals(service) && each.gained() >= least)
                    .findFirst()
                    .orElse(null);
        }

        private List<Near> near(List<InstanceSites> last, List<Service> services, Instant until) {
            Map<String, FleetTrend.Growth> growths = new TreeMap<>();
            for (Service each : services) {
                FleetTrend.Growth growth = each.resident().growth();
                if (growth != null) {
                    growths.put(each.name(), growth);
                }
            }
            List<Near> near = new ArrayList<>();
            for (InstanceSites each : last) {
                MemoryFigures memory = each.memory();
                boolean isRunning = !each.time().isBefore(until.minus(FleetQuestion.AN_HOUR));
                FleetTrend.Growth growth = growths.get(each.instance().service());
                Estimate perHour =
                        growth != null && isRunning && growsAlike(each.instance(), growth) ? growth.perHour() : null;
                Near its = new Near(each.instance(), each.time(), memory, isRunning, perHour);
                if (memory.limitShare() >= NEAR || (memory.limitShare() > 0 && its.hours() <= NEAR_HOURS)) {
                    near.add(its);
                }
            }
            near.sort(Comparator.comparingDouble((Near each) -> -each.memory().limitShare())
                    .thenComparing(each -> each.instance().id()));
            return near;
        }

        /** Another version of the same service may leak, and this one not. */
        private boolean growsAlike(Instance instance, FleetTrend.Growth growth) {
            FleetTrend.Builder resident = byPart.get(Part.RESIDENT);
            return resident != null
                    && resident.perHour(instance.id()) >= growth.perHour().value() / 2;
        }
    }
}
