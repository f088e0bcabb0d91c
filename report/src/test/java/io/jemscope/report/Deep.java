package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Profiles of many stacks that share locations, some inlined, some calling themselves, from a seed: what holds of any
 * profile is tried with these.
 */
final class Deep {

    private Deep() {}

    static Profile profile(long seed, int stacks, int functions) {
        Random random = new Random(seed);
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < functions; i++) {
            List<NativeFrame> frames = new ArrayList<>();
            for (int inlined = 0; inlined <= i % 3; inlined++) {
                frames.add(function((i + inlined) % (functions / 2 + 1), i));
            }
            locations.add(new Location(0x1000 + 16L * i, library(i), i % 7 == 6 ? List.of() : frames));
        }
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < stacks; i++) {
            List<Location> stack = new ArrayList<>();
            for (int depth = random.nextInt(12); depth > 0; depth--) {
                stack.add(locations.get(random.nextInt(functions)));
            }
            double objects = 1 + random.nextInt(9);
            samples.add(new Sample(
                    stack,
                    i % 10 == 9 ? Amount.NONE : new Amount(objects, objects * (1 + random.nextInt(5_000))),
                    new Amount(2 * objects, 20_000 * objects),
                    random.nextBoolean() ? Map.of(Sample.THREAD, "worker " + random.nextInt(3)) : Map.of()));
        }
        return new Profile(SampleRate.EVERY_ALLOCATION, samples, List.of(), ProfileMetadata.UNKNOWN);
    }

    private static NativeFrame function(int number, int line) {
        String name = "f" + number;
        String file = number % 4 == 0 ? null : "/src/f" + number % 5 + ".c";
        return new NativeFrame(name, name, null, file == null ? null : new SourceLine(file, 1 + line % 4));
    }

    private static Mapping library(int number) {
        return new Mapping(0x1000, 0x100000, 0, "/lib/lib" + number % 3 + ".so", false, null);
    }
}
