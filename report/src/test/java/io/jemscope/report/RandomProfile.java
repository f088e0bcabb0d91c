package io.jemscope.report;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.profile.UnsymbolizedReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Profiles of all kinds of frames in any order, several inlined ones to an address among them. */
final class RandomProfile {

    private static final String[] FUNCTIONS = {
        "malloc",
        "os::malloc",
        "operator new(unsigned long)",
        "inflate",
        "std::vector<int>::reserve",
        "start",
        "xmalloc"
    };
    private static final String[] LIBRARIES = {"/opt/app/bin/app", "/usr/lib/libz.so", "/opt/jdk/lib/server/libjvm.so"};
    private static final String[] CLASSES = {
        "java.lang.Thread",
        "java.util.zip.Inflater",
        "com.example.shop.Server",
        "com.example.shop.Basket$$Lambda/0x7",
        "org.pool.Arena",
        "org.pool.$Proxy4",
        "sun.misc.Unsafe"
    };

    private static final List<MarkerFrame> MARKERS = List.of(MarkerFrame.values());
    private static final int LOCATIONS = 60;

    private final Random random;
    private final List<Location> locations = new ArrayList<>();

    private RandomProfile(long seed) {
        random = new Random(seed);
        for (int i = 0; i < LOCATIONS; i++) {
            List<Frame> frames = new ArrayList<>();
            for (int left = random.nextInt(6) == 0 ? random.nextInt(4) : 1; left > 0; left--) {
                frames.add(frame());
            }
            locations.add(new Location(0x1000L + i, null, frames));
        }
    }

    static Profile of(long seed, int samples) {
        return new RandomProfile(seed).profile(samples);
    }

    private Profile profile(int count) {
        SampleRate rate = new SampleRate(64 << 10);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Location> stack = new ArrayList<>();
            if (i > 0 && random.nextInt(5) == 0) {
                stack.addAll(samples.get(i - 1).stack());
            } else {
                int depth = random.nextInt(14);
                for (int at = 0; at < depth; at++) {
                    // The outer part is drawn of few, so that stacks share it.
                    stack.add(locations.get(random.nextInt(at < depth / 2 ? LOCATIONS : 4)));
                }
            }
            Amount live = random.nextInt(8) == 0 ? Amount.NONE : amount(rate);
            Amount ever = random.nextBoolean() ? Amount.NONE : amount(rate);
            samples.add(new Sample(stack, live, ever, Map.of(Sample.THREAD, "worker-" + random.nextInt(3))));
        }
        Map<String, UnsymbolizedReason> reasons = new LinkedHashMap<>();
        reasons.put(LIBRARIES[1], UnsymbolizedReason.STRIPPED);
        reasons.put(LIBRARIES[2], UnsymbolizedReason.ABSENT);
        ProfileMetadata facts = new ProfileMetadata(Map.of(ProfileMetadata.BINARY, LIBRARIES[0]));
        return new Profile(rate, samples, List.of(), UnsymbolizedReason.addTo(facts, reasons));
    }

    private Amount amount(SampleRate rate) {
        int objects = 1 + random.nextInt(9);
        return rate.scale(objects, (long) objects * (16L << random.nextInt(14)));
    }

    private Frame frame() {
        String library = random.nextInt(5) == 0 ? null : LIBRARIES[random.nextInt(LIBRARIES.length)];
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> {
                String name = FUNCTIONS[random.nextInt(FUNCTIONS.length)];
                SourceLine source = random.nextInt(4) == 0 ? new SourceLine("/src/a.cc", random.nextInt(3) + 1) : null;
                yield new NativeFrame(name, name, library, source);
            }
            case 3 -> new UnknownFrame(library, random.nextInt(3));
            case 4 -> MARKERS.get(random.nextInt(MARKERS.size()));
            default -> {
                String loader = random.nextInt(6) == 0 ? "plugin@" + random.nextInt(2) : null;
                boolean isNative = random.nextInt(5) == 0;
                SourceLine source =
                        isNative || random.nextInt(4) == 0 ? null : new SourceLine("A.java", random.nextInt(3) + 1);
                yield new JavaFrame(loader, CLASSES[random.nextInt(CLASSES.length)], "run", source, isNative);
            }
        };
    }
}
