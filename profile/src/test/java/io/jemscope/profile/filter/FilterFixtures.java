package io.jemscope.profile.filter;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.PseudoAddress;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Profiles to filter, and their stacks as texts. */
final class FilterFixtures {

    private static final List<String> NAMES = List.of(
            "main",
            "malloc",
            "ns::Parser::parse(std::string const&)",
            "(anonymous namespace)::grow(int)",
            "ns::Functor::operator()(int) const",
            ".dotted",
            "read_block",
            "std::vector<int>::push_back(int&&)");

    private static final List<String> FILES = List.of("main.cc", "parser.cc", "vector.h", "");

    private static final List<Mapping> MAPPINGS = List.of(
            new Mapping(0x10_0000, 0x20_0000, 0, "/opt/app/server", false, null),
            new Mapping(0x20_0000, 0x30_0000, 0, "/usr/lib/libparse.so", false, null),
            new Mapping(0x30_0000, 0x40_0000, 0, "/tmp/libgone.so", true, null));

    private FilterFixtures() {}

    static Location at(long address, @Nullable Mapping mapping, Frame... frames) {
        return new Location(address, mapping, List.of(frames));
    }

    /** A location of functions, innermost first, each with its source file behind an '@' if it has one. */
    static Location location(String... functions) {
        return new Location(
                functions[0].hashCode() & 0xffff,
                null,
                Arrays.stream(functions).map(FilterFixtures::frame).toList());
    }

    private static Frame frame(String function) {
        int at = function.indexOf('@');
        String name = at < 0 ? function : function.substring(0, at);
        return new NativeFrame(name, name, null, at < 0 ? null : new SourceLine(function.substring(at + 1), 7));
    }

    static Sample sample(double bytes, Map<String, String> labels, Location... stack) {
        return new Sample(List.of(stack), new Amount(bytes / 8, bytes), Amount.NONE, labels);
    }

    static Profile profile(Sample... samples) {
        return new Profile(new SampleRate(512), List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }

    /** The samples as lines, leaf first: locations with commas between, the frames of a location with '+'. */
    static List<String> lines(Profile profile) {
        return profile.samples().stream()
                .map(sample -> stack(sample) + " " + Math.round(sample.live().bytes()))
                .toList();
    }

    /** The bytes of each stack, by its frames and labels. */
    static Map<String, Long> byStack(Profile profile) {
        return profile.samples().stream()
                .collect(Collectors.toMap(
                        sample -> stack(sample) + " " + sample.labels().getOrDefault(Sample.THREAD, "-"),
                        sample -> Math.round(sample.live().bytes()),
                        Long::sum));
    }

    private static String stack(Sample sample) {
        return sample.stack().stream()
                .map(location -> location.frames().stream()
                        .map(frame -> frame instanceof NativeFrame function && function.source() != null
                                ? function.name() + "@" + function.source().file()
                                : frame.label())
                        .collect(Collectors.joining("+")))
                .collect(Collectors.joining(","));
    }

    /**
     * A profile of inlined functions in several libraries, Java frames and threads, with whole figures. No stack is empty:
     * Go 1.19 always drops those, where later versions do so for a focus or a hide only.
     */
    static Profile random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Mapping mapping = MAPPINGS.get(random.nextInt(MAPPINGS.size()));
            List<Frame> frames = new ArrayList<>();
            for (int inlined = random.nextInt(4); inlined > 0; inlined--) {
                String name = NAMES.get(random.nextInt(NAMES.size()));
                String file = FILES.get(random.nextInt(FILES.size()));
                frames.add(new NativeFrame(
                        name, name, mapping.shownName(), file.isEmpty() ? null : new SourceLine(file, i)));
            }
            locations.add(new Location(mapping.start() + 16L * i, mapping, frames));
        }
        for (int i = 0; i < 5; i++) {
            locations.add(at(
                    PseudoAddress.JAVA_START + i,
                    null,
                    new JavaFrame(null, "com.example.Shop", "buy" + i, new SourceLine("Shop.kt", i), false)));
        }
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            List<Location> stack = random.ints(random.nextInt(1, 12), 0, locations.size())
                    .mapToObj(locations::get)
                    .toList();
            Map<String, String> labels = i % 5 == 0
                    ? Map.of(Sample.KIND, "native")
                    : Map.of(Sample.THREAD, "worker " + i % 4, Sample.KIND, i % 2 == 0 ? "java" : "native");
            samples.add(new Sample(stack, new Amount(1 + i, 1_000 + 7 * i), Amount.NONE, labels));
        }
        return new Profile(new SampleRate(512), samples, MAPPINGS, ProfileMetadata.UNKNOWN);
    }
}
