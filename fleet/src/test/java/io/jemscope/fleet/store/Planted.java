package io.jemscope.fleet.store;

import io.jemscope.profile.Estimate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Profiles for stores, of made-up instances. */
final class Planted {

    static final Instant START = Instant.parse("2026-01-31T22:30:00.123Z");

    private Planted() {}

    static Instant at(long minute) {
        return START.plusSeconds(60 * minute);
    }

    static Instance instance(String service, String version, int number) {
        return Instance.of(
                "web" + number + "/" + (4_000 + number) + "@" + START.toEpochMilli(),
                service,
                version,
                "web" + number,
                Map.of("zone", "eu-" + number % 3));
    }

    /** A profile with one stack, which holds so many bytes in blocks of 64. */
    static StoredProfile profile(Instance instance, long minute, String site, double bytes) {
        return profile(instance, minute, List.of(stack(site, site + "\nMain.main", bytes)));
    }

    static StoredProfile profile(Instance instance, long minute, List<StackSum> stacks) {
        return new StoredProfile(instance, "at " + minute, at(minute), 524_288, memory(minute), stacks);
    }

    static MemoryFigures memory(long minute) {
        return new MemoryFigures(
                1_000_000 + minute, 4_000_000, 1_500_000 + minute, 300_000, 200_000 + minute, 400_000, 100_000);
    }

    static StackSum stack(String site, String frames, double bytes) {
        Estimate estimate = new Estimate(bytes, Math.sqrt(bytes * 524_288), 524_288, 64);
        return new StackSum(site, frames, Sums.of(estimate, bytes / 64));
    }

    /** Some hundred stacks of some ten sites. */
    static List<StackSum> stacks(Random random) {
        List<StackSum> stacks = new ArrayList<>();
        int count = 1 + random.nextInt(300);
        for (int i = 0; i < count; i++) {
            int number = random.nextInt(1_000);
            stacks.add(stack(
                    "com.example.Site" + number % 17 + ".run(Site.java:" + number % 17 + ")",
                    "frame " + number + "\nMain.main(Main.java:1)",
                    random.nextInt(10_000_000)));
        }
        return stacks;
    }

    static Sums sum(List<StackSum> stacks) {
        Sums sum = Sums.NONE;
        for (StackSum stack : stacks) {
            sum = sum.plus(stack.sums());
        }
        return sum;
    }
}
