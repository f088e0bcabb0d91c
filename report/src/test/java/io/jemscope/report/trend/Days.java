package io.jemscope.report.trend;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.report.comparison.Shops;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/** Hourly dumps of a shop, made by hand: at each place so many samples of 4 KiB in the hour. */
final class Days {

    private static final Instant MIDNIGHT = Instant.ofEpochSecond(1_767_225_600);

    private final List<List<Sample>> hours = new ArrayList<>();

    Days(int hours) {
        for (int i = 0; i < hours; i++) {
            this.hours.add(new ArrayList<>());
        }
    }

    Days line(String line, IntUnaryOperator samplesOfHour) {
        for (int hour = 0; hour < hours.size(); hour++) {
            int samples = samplesOfHour.applyAsInt(hour);
            if (samples > 0) {
                hours.get(hour).add(Shops.line(line, samples));
            }
        }
        return this;
    }

    /** The same, where the line allocates through a buffer library. */
    Days throughLibrary(String line, IntUnaryOperator samplesOfHour) {
        for (int hour = 0; hour < hours.size(); hour++) {
            hours.get(hour).add(Shops.throughLibrary(line, samplesOfHour.applyAsInt(hour)));
        }
        return this;
    }

    List<TimedProfile> profiles(String pid) {
        List<TimedProfile> profiles = new ArrayList<>();
        for (int hour = 0; hour < hours.size(); hour++) {
            profiles.add(profile(hour, pid));
        }
        return profiles;
    }

    private TimedProfile profile(int hour, String pid) {
        Instant time = MIDNIGHT.plusSeconds(3600L * hour);
        ProfileMetadata facts = new ProfileMetadata(Map.of(
                ProfileMetadata.PID,
                pid,
                ProfileMetadata.MAIN,
                "com.example.shop.Main",
                // A JVM's start wavers by milliseconds from dump to dump.
                ProfileMetadata.PROGRAM_START,
                Long.toString(MIDNIGHT.toEpochMilli() + hour % 2),
                ProfileMetadata.TIME,
                Long.toString(time.toEpochMilli())));
        return TimedProfile.of(new Profile(Shops.RATE, hours.get(hour), List.of(), facts), MIDNIGHT);
    }

    /** A Poisson number; by Knuth's product for a mean of up to some hundred. */
    static int poisson(Random random, double mean) {
        double limit = Math.exp(-mean);
        int number = -1;
        for (double product = 1; product > limit; product *= random.nextDouble()) {
            number++;
        }
        return number;
    }
}
