package io.jemscope.report.graph;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SourceLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Profiles made by hand: stacks written as {@code "main work malloc"}, outermost frame first. */
final class Profiles {

    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, Location> locations = new HashMap<>();

    /** A stack of native functions of these names, apart by blanks. */
    Profiles stack(double bytes, String outermostFirst) {
        List<Frame> frames = new ArrayList<>();
        for (String name : outermostFirst.isEmpty() ? new String[0] : outermostFirst.split(" ", -1)) {
            frames.add(function(name));
        }
        return stack(bytes, frames);
    }

    Profiles stack(double bytes, List<Frame> outermostFirst) {
        List<Location> stack = new ArrayList<>();
        for (Frame frame : outermostFirst) {
            stack.add(
                    0,
                    locations.computeIfAbsent(
                            frame.toString(), any -> new Location(0x1000 + locations.size(), null, List.of(frame))));
        }
        samples.add(new Sample(stack, new Amount(1, bytes), Amount.NONE, Map.of()));
        return this;
    }

    Profile profile() {
        return new Profile(SampleRate.EVERY_ALLOCATION, samples, List.of(), ProfileMetadata.UNKNOWN);
    }

    Profile profile(Map<String, String> facts) {
        return new Profile(SampleRate.EVERY_ALLOCATION, samples, List.of(), new ProfileMetadata(facts));
    }

    static Frame function(String name) {
        return new NativeFrame(name, name, "/usr/lib/libany.so", null);
    }

    static Frame method(String className, String method) {
        return new JavaFrame(null, className, method, new SourceLine("Any.java", 7), false);
    }

    /** A profile of many functions that call each other as they like, recursion included; the same for the same seed. */
    static Profile random(int seed, int functions, int stacks) {
        Random random = new Random(seed);
        Profiles profiles = new Profiles();
        for (int i = 0; i < stacks; i++) {
            int depth = 1 + random.nextInt(12);
            StringBuilder stack = new StringBuilder("main");
            int last = 0;
            for (int k = 0; k < depth; k++) {
                // Mostly onwards, so that layers form; now and then back.
                last = random.nextInt(8) == 0 ? random.nextInt(functions) : (last + 1 + random.nextInt(5)) % functions;
                stack.append(" f").append(last);
            }
            profiles.stack(1 + random.nextInt(1_000_000), stack.toString());
        }
        return profiles.profile();
    }

    /** Names that break what isn't written with care. */
    static Profile hostile() {
        String[] names = {
            "\"quoted\" \\n \\l \\",
            "<script>alert('x')</script>",
            "a & b &lt; &amp; &#0; ]]> -->",
            "line\nbreak\r\ttab",
            "nul\0bell\7escape\33[31m",
            "half \ud800 surrogate \udfff",
            "\ufffe\uffff",
            "\u202eright to left",
            "漢字かな 🙂 Ελληνικά",
            "operator<< <char, std::char_traits<char> >(std::ostream&)",
            "std::map<int, std::vector<std::string>>::operator[](int&&)",
            "(anonymous namespace)::Foo::operator()(int) const",
            "<alloc::vec::Vec<T> as core::clone::Clone>::clone",
            "operator",
            "::",
            "}; N1 -> N2 [label=\"",
            "x".repeat(5_000)
        };
        Profiles profiles = new Profiles();
        List<Frame> stack = new ArrayList<>();
        for (String name : names) {
            stack.add(function(name));
            stack.add(method("com.example." + name, "<init>"));
            profiles.stack(1_000_000, List.copyOf(stack));
        }
        return profiles.profile(Map.of(ProfileMetadata.MAIN, "<&\">\0\ud800", "pid", "-->]]>"));
    }
}
