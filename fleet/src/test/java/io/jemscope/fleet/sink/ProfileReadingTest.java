package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.StackSum;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Birth;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Frame;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.SourceLine;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProfileReadingTest {

    private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.123456Z");
    private static final String ADDRESS = "https://web1.example.org:9443";
    private static final Mapping ZIP = Mapping.shown(0x7000, 0x9000, 0, "/usr/lib/libzip.so", null);

    private static final Location INFLATE = location(0x7100, frame("inflateInit"));
    private static final Location JDK = location(0, java(null, "java.util.zip.Inflater", "init", null, true));
    private static final Location UNPACK =
            location(0, java("app", "com.example.Unpacker", "open", new SourceLine("Unpacker.java", 42), false));
    private static final Location INLINED = location(
            0,
            java(null, "com.example.Shop", "sell", new SourceLine("Shop.java", 7), false),
            java(null, "com.example.Shop", "main", new SourceLine("Shop.java", 3), false));

    private static final Map<String, String> FACTS = Map.of(
            ProfileMetadata.HOST, "web1",
            ProfileMetadata.PID, "7",
            ProfileMetadata.PROGRAM_START, "1764097200123",
            ProfileMetadata.MAIN_CLASS, "com.example.Shop",
            ProfileMetadata.RSS, "123456789");

    private static JavaFrame java(
            @Nullable String loader, String type, String method, @Nullable SourceLine line, boolean isNative) {
        return new JavaFrame(loader, type, method, line, isNative);
    }

    private static NativeFrame frame(String name) {
        return new NativeFrame(name, name, "libzip.so", null);
    }

    private static Location location(long address, Frame... frames) {
        return new Location(address, address == 0 ? null : ZIP, List.of(frames));
    }

    private static Sample sample(double objects, double bytes, Location... stack) {
        return new Sample(List.of(stack), new Amount(objects, bytes), new Amount(3 * objects, 3 * bytes), Map.of());
    }

    /** Three stacks that hold something, and one whose memory is freed. */
    private static List<Sample> samples() {
        return List.of(
                sample(11, 600_000, INFLATE, JDK, UNPACK, INLINED),
                sample(2, 3_000_000, location(0x7200, frame("deflateInit")), INLINED),
                sample(5, 800_000, INFLATE),
                new Sample(List.of(JDK, UNPACK), Amount.NONE, new Amount(1, 70_000), Map.of()));
    }

    private static byte[] pprof(List<Sample> samples, Map<String, String> facts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(new Profile(new SampleRate(524_288), samples, List.of(ZIP), new ProfileMetadata(facts)), out);
        return out.toByteArray();
    }

    private static Delivery delivery(byte[] pprof, MemoryFigures memory, Map<String, String> labels) {
        return new Delivery(Agent.of(URI.create(ADDRESS), "secret", labels), TIME, pprof, memory);
    }

    private static StoredProfile read(byte[] pprof) throws IOException {
        return ProfileReading.read(delivery(pprof, MemoryFigures.UNKNOWN, Map.of()), new HashMap<>());
    }

    private static Instance instance(Map<String, String> facts, Map<String, String> labels) throws IOException {
        Delivery delivery = delivery(pprof(samples(), facts), MemoryFigures.UNKNOWN, labels);
        Instance instance = ProfileReading.read(delivery, new HashMap<>()).instance();
        assertThat(delivery.instance()).isEqualTo(instance.id());
        return instance;
    }

    private static Map<String, String> factsWithout(String... keys) {
        Map<String, String> facts = new TreeMap<>(FACTS);
        facts.keySet().removeAll(List.of(keys));
        return facts;
    }

    /** A stack belongs to its innermost line outside the JDK; frames that were inlined have lines of their own. */
    @Test
    void stacksHaveTheirSitesAndFrames() throws IOException {
        StoredProfile profile = read(pprof(samples(), FACTS));

        assertThat(profile.stacks())
                .extracting(StackSum::site, StackSum::stack)
                .containsExactlyInAnyOrder(
                        tuple("com.example.Unpacker.open(Unpacker.java:42)", """
                                inflateInit
                                java.util.zip.Inflater.init(Native Method)
                                com.example.Unpacker.open(Unpacker.java:42)
                                com.example.Shop.sell(Shop.java:7)
                                com.example.Shop.main(Shop.java:3)"""),
                        tuple("com.example.Shop.sell(Shop.java:7)", """
                                deflateInit
                                com.example.Shop.sell(Shop.java:7)
                                com.example.Shop.main(Shop.java:3)"""),
                        tuple("inflateInit", "inflateInit"));
        assertThat(profile.time()).isEqualTo(Instant.parse("2026-01-31T12:00:00.123Z"));
        assertThat(profile.rateBytes()).isEqualTo(524_288);
    }

    /** The sums are held against those of the report, which adds by site. */
    @Test
    void sumsAreThoseOfTheProfile() throws IOException {
        byte[] pprof = MadeUpProfile.pprof(300, 0);
        Profile itself = PprofReader.read(new ByteArrayInputStream(pprof));
        Estimate expected = AllocationSites.of(
                        itself, AppPackages.UNKNOWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES)
                .liveBytes();

        Sums sum = Sums.NONE;
        for (StackSum stack : read(pprof).stacks()) {
            sum = sum.plus(stack.sums());
        }

        assertThat(sum.bytes()).isCloseTo(itself.live().bytes(), within(1e-3));
        assertThat(sum.objects()).isCloseTo(itself.live().objects(), within(1e-6));
        assertThat(sum.liveBytes().value()).isCloseTo(expected.value(), within(1e-3));
        assertThat(sum.liveBytes().standardError()).isPositive().isCloseTo(expected.standardError(), within(1.0));
        assertThat(sum.liveBytes().low()).isCloseTo(expected.low(), within(1.0));
        assertThat(sum.liveBytes().high()).isCloseTo(expected.high(), within(1.0));
    }

    /** Samples say when their memory was allocated; a store doesn't keep that. */
    @Test
    void birthsAreAddedUp() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String birth = new Birth(TIME.plusSeconds(60L * i), Duration.ofSeconds(64)).toString();
            samples.add(new Sample(
                    List.of(INFLATE, UNPACK), new Amount(1, 100_000), Amount.NONE, Map.of(Birth.LABEL, birth)));
        }

        assertThat(read(pprof(samples, FACTS)).stacks())
                .singleElement()
                .satisfies(stack -> assertThat(stack.sums().bytes()).isEqualTo(400_000))
                .satisfies(stack -> assertThat(stack.sums().objects()).isEqualTo(4));
    }

    @Test
    void aStackOfAHostileDepthIsCut() throws IOException {
        Location[] deep = new Location[2_000];
        Arrays.fill(deep, INLINED);

        String stack = read(pprof(List.of(sample(1, 100_000, deep)), FACTS))
                .stacks()
                .get(0)
                .stack();

        assertThat(stack.lines()).hasSize(512);
    }

    @Test
    void textsOfSeveralProfilesAreShared() throws IOException {
        Map<String, String> texts = new HashMap<>();
        Delivery first = delivery(pprof(samples(), FACTS), MemoryFigures.UNKNOWN, Map.of());
        Delivery second =
                delivery(pprof(samples(), factsWithout(ProfileMetadata.PID)), MemoryFigures.UNKNOWN, Map.of());

        StackSum one = ProfileReading.read(first, texts).stacks().get(0);
        StackSum other = ProfileReading.read(second, texts).stacks().get(0);

        assertThat(other.site()).isSameAs(one.site());
        assertThat(other.stack()).isSameAs(one.stack());
    }

    @Test
    void theIdIsThatOfTheContent() throws IOException {
        String id = read(pprof(samples(), FACTS)).id();

        assertThat(read(pprof(samples(), FACTS)).id()).isEqualTo(id);
        assertThat(read(pprof(samples(), factsWithout(ProfileMetadata.RSS))).id())
                .isNotEqualTo(id);
    }

    @Test
    void figuresOfMemoryAreTheDeliverysAndElseTheProfilesRss() throws IOException {
        MemoryFigures whole = new MemoryFigures(1_000, 2_000, 1_500, 300, 200, 250, 50);
        MemoryFigures withoutRss = new MemoryFigures(-1, 2_000, 1_500, 300, 200, 250, 50);
        byte[] pprof = pprof(samples(), FACTS);

        assertThat(ProfileReading.read(delivery(pprof, whole, Map.of()), new HashMap<>())
                        .memory())
                .isEqualTo(whole);
        assertThat(ProfileReading.read(delivery(pprof, withoutRss, Map.of()), new HashMap<>())
                        .memory())
                .isEqualTo(new MemoryFigures(123_456_789, 2_000, 1_500, 300, 200, 250, 50));
        assertThat(read(pprof).memory()).isEqualTo(MemoryFigures.ofResident(123_456_789));
        assertThat(read(pprof(samples(), factsWithout(ProfileMetadata.RSS))).memory())
                .isEqualTo(MemoryFigures.UNKNOWN);
    }

    @Test
    void anInstanceIsAProcessOnAHostSinceItsStart() throws IOException {
        assertThat(instance(FACTS, Map.of()))
                .isEqualTo(Instance.of("web1/7@1764097200123", "com.example.Shop", "", "web1", Map.of()));
    }

    /** Labels name service, version and host. The id keeps the name that the process has for its host, so that it is the same without labels. */
    @Test
    void labelsNameTheInstance() throws IOException {
        Map<String, String> labels =
                Map.of(Agent.SERVICE, "shop", Agent.VERSION, "2.3.1", Agent.HOST, "node-4", "zone", "eu-1", "team", "");

        assertThat(instance(FACTS, labels))
                .isEqualTo(Instance.of(
                        "web1/7@1764097200123", "shop", "2.3.1", "node-4", Map.of("zone", "eu-1", "team", "")));
        assertThat(instance(factsWithout(ProfileMetadata.HOST), labels).id()).isEqualTo("node-4/7@1764097200123");
    }

    @Test
    void labelsWithoutAValueNameNothing() throws IOException {
        assertThat(instance(FACTS, Map.of(Agent.SERVICE, "", Agent.VERSION, "", Agent.HOST, "")))
                .isEqualTo(Instance.of("web1/7@1764097200123", "com.example.Shop", "", "web1", Map.of()));
    }

    @Test
    void withoutProcessOrStartTheAddressIsTheId() throws IOException {
        assertThat(instance(factsWithout(ProfileMetadata.PID), Map.of()).id()).isEqualTo(ADDRESS);
        assertThat(instance(factsWithout(ProfileMetadata.PROGRAM_START), Map.of())
                        .id())
                .isEqualTo(ADDRESS);
        assertThat(instance(Map.of(), Map.of())).isEqualTo(Instance.of(ADDRESS, "unknown", "", "", Map.of()));
        assertThat(instance(Map.of(ProfileMetadata.MAIN, "shop.jar"), Map.of()).service())
                .isEqualTo("shop.jar");
    }

    @Test
    void aProfileWithoutSamplesIsRefused() throws IOException {
        byte[] pprof = pprof(List.of(), FACTS);

        assertThatThrownBy(() -> read(pprof))
                .isInstanceOf(IOException.class)
                .hasMessage("it has no samples. Switch sampling on in the process: jemscope activate");
    }

    @Test
    void aDifferenceIsRefused() throws IOException {
        byte[] pprof = pprof(List.of(sample(-1, -100_000, INFLATE, UNPACK)), FACTS);

        assertThatThrownBy(() -> read(pprof))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a fleet's profile has no negative figures");
    }

    @Test
    void aDamagedProfileIsRefused() {
        for (byte[] damaged : List.of(new byte[0], "<html>".getBytes(StandardCharsets.US_ASCII))) {
            Delivery delivery = delivery(damaged, MemoryFigures.UNKNOWN, Map.of());

            assertThatThrownBy(() -> ProfileReading.read(delivery, new HashMap<>()))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("The pprof profile can't be read");
            assertThat(delivery.instance()).isEmpty();
        }
    }

    @Test
    void aCompressedProfileThatIsCutIsRefused() throws IOException {
        byte[] whole = pprof(samples(), FACTS);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);

            assertThatThrownBy(() -> read(cut))
                    .as("%s bytes", length)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("The pprof profile can't be read");
        }
    }

    /** Uncompressed profiles have no checksum: between two of their fields a cut can't be noticed. */
    @Test
    @Tag("fuzz")
    void damageIsRefusedOrReadAndNothingElse() throws IOException {
        Random random = new Random(11);
        byte[] whole = new GZIPInputStream(new ByteArrayInputStream(pprof(samples(), FACTS))).readAllBytes();
        int refused = 0;
        int cases = whole.length + Integer.getInteger("fuzz.cases", 500);
        for (int i = 0; i < cases; i++) {
            byte[] damaged = i < whole.length ? Arrays.copyOf(whole, i) : whole.clone();
            for (int flips = i < whole.length ? 0 : 1 + random.nextInt(4); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                for (StackSum stack : read(damaged).stacks()) {
                    assertThat(stack.site()).isNotEmpty();
                    assertThat(stack.sums().bytes()).isPositive().isFinite();
                }
            } catch (IOException e) {
                refused++;
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("a difference of two");
                refused++;
            }
        }
        assertThat(refused).isBetween(1, cases - 1);
    }
}
