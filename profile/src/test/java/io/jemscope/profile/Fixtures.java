package io.jemscope.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Profiles for tests. */
public final class Fixtures {

    private static final Mapping PROGRAM =
            new Mapping(0x5500_0000_0000L, 0x5500_0000_1000L, 0, "/opt/jdk/bin/java", false, new BuildId("00ff"));
    private static final Mapping LIBRARY =
            new Mapping(0x7f00_0000_0000L, 0x7f00_0001_0000L, 0x1000, "/tmp/libz.so", true, new BuildId("0123abcd"));
    private static final Mapping MEMORY = new Mapping(0x7f00_1000_0000L, 0x7f00_2000_0000L, 0, null, false, null);

    private Fixtures() {}

    /** A profile with every kind of frame, whose every mapping is in use, with whole figures. */
    public static Profile everyKindOfFrame() {
        List<Location> stack = List.of(
                location(
                        0x7f00_0000_1234L,
                        LIBRARY,
                        new NativeFrame("ns::inner(int)", "_ZN2ns5innerEi", "/tmp/libz.so", new SourceLine("a.cc", 12)),
                        new NativeFrame("outer", "outer", "/tmp/libz.so", new SourceLine("z.c", 0))),
                location(0x7f00_0000_2000L, LIBRARY, new UnknownFrame("/tmp/libz.so", 0x2000)),
                location(0x7f00_0000_2100L, LIBRARY, new NativeFrame("deflate", "deflate", "/tmp/libz.so", null)),
                location(0x7f00_1000_0042L, MEMORY, MarkerFrame.JAVA_CODE),
                location(0x6600_0000_0042L, null, new UnknownFrame(null, 0x6600_0000_0042L)),
                location(
                        PseudoAddress.JAVA_START,
                        null,
                        new JavaFrame(null, "java.util.zip.Deflater", "init", null, true)),
                location(
                        PseudoAddress.JAVA_START + 1,
                        null,
                        new JavaFrame("plug/in (1)", "Foo$$Lambda", "<init>", new SourceLine("Foo.java", 45), false)),
                location(
                        PseudoAddress.JAVA_START + 2,
                        null,
                        new JavaFrame(null, "a.B", "c (d)", new SourceLine("B.kt", 0), false)),
                location(PseudoAddress.JAVA_START + 3, null, new JavaFrame(null, "gen.X", "y", null, false)),
                location(PseudoAddress.JAVA_START + 4, null, MarkerFrame.NAME_LOST),
                location(0x5500_0000_0100L, PROGRAM),
                location(PseudoAddress.CUT, null, MarkerFrame.CUT));
        return new Profile(
                new SampleRate(524_288),
                List.of(
                        new Sample(
                                stack,
                                new Amount(3, 1_999_993),
                                new Amount(30, 19_999_930),
                                Map.of(Sample.THREAD, "main; or not", Sample.KIND, "java")),
                        new Sample(
                                stack.subList(1, 3),
                                new Amount(1, 77_777),
                                new Amount(1, 77_777),
                                Map.of(Sample.KIND, "native")),
                        new Sample(List.of(), new Amount(2, 5), new Amount(2, 5), Map.of())),
                List.of(PROGRAM, LIBRARY, MEMORY),
                new ProfileMetadata(Map.of())
                        .with("jemscope", "1")
                        .with("command", "java -jar a: b.jar\nsecond line")
                        .with("program.start", "1767225600000")
                        .with("time", "1767225660500"));
    }

    private static Location location(long address, @Nullable Mapping mapping, Frame... frames) {
        return new Location(address, mapping, List.of(frames));
    }

    /** Names that try to break out of a format. */
    public static final List<String> HOSTILE_NAMES = List.of(
            "\"quoted\", \\back\\slashed",
            "line\nbreak\r\nfn=(1) other",
            "a;b;c --- heap",
            "tab\t, bell\u0007, escape\u001b[2J, nul\0, next line\u0085",
            "half of a pair \ud83d, other half \udc1b, a pair \ud83d\udc1b",
            "</script><!-- & 'x' \u2028",
            "operator--",
            "--a----b-",
            " blanks at the ends ",
            "(2) compressed",
            "+3 0x10 @ 0x20",
            "ns::f<g(int), -1>(char const*) const",
            "Größe::マップ()",
            "x".repeat(10_000));

    /** A profile whose functions, files, libraries, threads and facts have hostile names. */
    public static Profile hostileNames() {
        List<Location> stack = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        List<Mapping> mappings = new ArrayList<>();
        Map<String, String> facts = new LinkedHashMap<>();
        for (int i = 0; i < HOSTILE_NAMES.size(); i++) {
            String name = HOSTILE_NAMES.get(i);
            Mapping mapping = new Mapping(0x10_0000L * (i + 1), 0x10_0000L * (i + 2), 0, "/" + name, false, null);
            mappings.add(mapping);
            stack.add(location(
                    mapping.start() + 0x10,
                    mapping,
                    new NativeFrame(name, name, "/" + name, new SourceLine(name, i)),
                    new NativeFrame(name + "2", name, "/" + name, null)));
            stack.add(location(
                    PseudoAddress.JAVA_START + i,
                    null,
                    new JavaFrame(null, "a.B", name, new SourceLine(name, i + 1), false)));
            facts.put("fact" + i, name);
            samples.add(
                    new Sample(List.copyOf(stack), new Amount(1, 1_000 + i), Amount.NONE, Map.of(Sample.THREAD, name)));
        }
        return new Profile(new SampleRate(512), samples, mappings, new ProfileMetadata(facts));
    }

    /** A profile of native frames with figures of all sizes and fractions. */
    public static Profile random(long seed, int samples) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Location> locations = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String name = "function" + i;
            locations.add(
                    location(LIBRARY.start() + 16L * i, LIBRARY, new NativeFrame(name, name, "/tmp/libz.so", null)));
        }
        List<Sample> all = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            List<Location> stack = random.ints(random.nextInt(1, 20), 0, locations.size())
                    .mapToObj(locations::get)
                    .toList();
            double bytes = Math.pow(10, random.nextDouble(-1, 7));
            Amount live = new Amount(bytes / random.nextDouble(8, 1000), bytes);
            all.add(new Sample(stack, live, Amount.NONE, Map.of(Sample.THREAD, "worker " + i % 3)));
        }
        return new Profile(new SampleRate(65_536), all, List.of(LIBRARY), ProfileMetadata.UNKNOWN);
    }
}
