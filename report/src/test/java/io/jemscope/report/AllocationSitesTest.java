package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.UnknownFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationSitesTest {

    private static final Amount KIBIBYTE = new Amount(1, 1024);
    private static final AppPackages OWN = new AppPackages(List.of("com.example"));

    @Test
    void theInnermostFrameOutsideTheJdkIsTheSite() {
        AllocationSite site = only(StackBuilder.stack()
                .in("inflateInit2_")
                .at("java.util.zip.Inflater.init")
                .at("java.util.zip.Inflater.<init>:9")
                .at("com.example.A.a:1")
                .at("com.example.B.b:2"));

        assertThat(site.name()).isEqualTo("com.example.A.a(A.java:1)");
        assertThat(site.callers()).isEmpty();
        assertThat(site.functions()).containsExactly("inflateInit2_");
    }

    @Test
    void theJdksOwnInnermostFrameStandsInWhereThereIsNoOther() {
        AllocationSite site = only(StackBuilder.stack()
                .in("malloc")
                .at("java.lang.ClassLoader.defineClass1")
                .at("java.lang.ClassLoader.defineClass:1027"));

        assertThat(site.name()).isEqualTo("java.lang.ClassLoader.defineClass1(Native Method)");
    }

    @Test
    void theLineThatCallsANativeMethodIsTheSiteSinceTheMethodHasNone() {
        AllocationSite site = only(StackBuilder.stack()
                .in("snappy_compress")
                .frame(new JavaFrame(null, "com.example.Snappy", "compress", null, true))
                .at("com.example.Feed.write:31"));

        assertThat(site.name()).isEqualTo("com.example.Feed.write(Feed.java:31)");
    }

    @Test
    void aNativeMethodThatOnlyTheJdkCallsIsTheSite() {
        AllocationSite site = only(StackBuilder.stack()
                .in("snappy_compress")
                .frame(new JavaFrame(null, "com.example.Snappy", "compress", null, true))
                .at("java.lang.Thread.run:1583"));

        assertThat(site.name()).isEqualTo("com.example.Snappy.compress(Native Method)");
    }

    @Test
    void namesTheProgramsOwnCallerAboveALibrarysSite() {
        AllocationSite site = only(StackBuilder.stack()
                .in("malloc")
                .at("io.netty.buffer.PoolArena.newChunk:707")
                .at("io.netty.buffer.PoolArena.allocate:220")
                .at("com.example.Own.read:12")
                .at("com.example.Main.main:3"));

        assertThat(site.name()).startsWith("io.netty.buffer.PoolArena.newChunk");
        assertThat(site.callers()).containsExactly("com.example.Own.read(Own.java:12)");
    }

    @Test
    void passesOverTheClassesSpunForLambdas() {
        AllocationSite site = only(StackBuilder.stack()
                .in("inflateInit2_")
                .at("java.util.zip.Inflater.<init>:9")
                .at("com.example.Own$$Lambda.get")
                .at("java.util.stream.Streams.generate:5")
                .at("com.example.Own.fill:30"));

        assertThat(site.name()).isEqualTo("com.example.Own.fill(Own.java:30)");
    }

    @Test
    void oneLineLoadedBySeveralLoadersIsOneSite() {
        AllocationSites sites = sites(
                StackBuilder.stack().at("plugin@1", "com.example.Plug.in:5").with(KIBIBYTE, Amount.NONE),
                StackBuilder.stack().at("plugin@2", "com.example.Plug.in:5").with(KIBIBYTE, Amount.NONE));

        assertThat(sites.sites()).extracting(AllocationSite::name).containsExactly("com.example.Plug.in(Plug.java:5)");
        assertThat(sites.sites().get(0).live()).isEqualTo(new Amount(2, 2048));
    }

    @Test
    void namesTheLoaderWhereThereIsOne() {
        AllocationSite site = only(StackBuilder.stack().at("plugin@1", "com.example.Plug.in:5"));

        assertThat(site.name()).isEqualTo("plugin@1/com.example.Plug.in(Plug.java:5)");
    }

    @Test
    void groupsNativeStacksByTheFunctionBeyondTheAllocator() {
        AllocationSite site = only(StackBuilder.stack()
                .inJvm("os::malloc(unsigned long, MEMFLAGS)")
                .inJvm("AllocateHeap(unsigned long, MEMFLAGS)")
                .inJvm("GrowableArrayCHeapAllocator::allocate(int, int, MEMFLAGS)")
                .in("G1CardSet::add(unsigned long)")
                .in("start_thread"));

        assertThat(site.frame()).isNull();
        assertThat(site.name()).isEqualTo("G1CardSet::add(unsigned long)");
    }

    @Test
    void onAJvmNativeFunctionsAreMarked() {
        Sample collector =
                StackBuilder.stack().inJvm("os::malloc").in("G1CardSet::add").with(KIBIBYTE, Amount.NONE);
        Sample java = StackBuilder.stack().at("com.example.A.a:1").with(KIBIBYTE, Amount.NONE);
        Mapping jvm = new Mapping(0, 1, 0, "/opt/jdk/lib/server/libjvm.so", false, null);

        assertThat(sites(collector, java).sites())
                .extracting(AllocationSite::name)
                .containsExactly("[native] G1CardSet::add", "com.example.A.a(A.java:1)");
        Profile withoutJavaFrames =
                new Profile(SampleRate.EVERY_ALLOCATION, List.of(collector), List.of(jvm), ProfileMetadata.UNKNOWN);
        assertThat(AllocationSites.of(withoutJavaFrames, OWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES)
                        .sites())
                .extracting(AllocationSite::name)
                .containsExactly("[native] G1CardSet::add");
    }

    @Test
    void aNativeFunctionsLinesAreRowsOfTheirOwn() {
        AllocationSites sites = sites(
                StackBuilder.stack()
                        .in("malloc")
                        .in("/bin/shop", "open", "src/feed.c", 12)
                        .with(KIBIBYTE, Amount.NONE),
                StackBuilder.stack()
                        .in("malloc")
                        .in("/bin/shop", "open", "src/feed.c", 12)
                        .with(KIBIBYTE, Amount.NONE),
                StackBuilder.stack()
                        .in("malloc")
                        .in("/bin/shop", "open", "src/feed.c", 19)
                        .with(KIBIBYTE, Amount.NONE));

        assertThat(sites.sites())
                .extracting(AllocationSite::name)
                .containsExactly("open (feed.c:12)", "open (feed.c:19)");
        assertThat(sites.sites().get(0).functions()).containsExactly("open");
    }

    @Test
    void namesTheProgramsOwnFunctionAboveALibrarysOrALanguagesOwn() {
        AllocationSites sites = sites(
                StackBuilder.stack()
                        .in("/lib/libxml2.so", "xmlNewNode", null, 0)
                        .in("/lib/libxml2.so", "xmlParse", null, 0)
                        .in("/bin/shop", "read_feed", "src/feed.c", 7)
                        .in("/bin/shop", "main", null, 0)
                        .with(new Amount(1, 4096), Amount.NONE),
                StackBuilder.stack()
                        .in("/bin/shop", "std::vector<int, std::allocator<int> >::reserve(unsigned long)", null, 0)
                        .in("/bin/shop", "Basket::fill()", null, 0)
                        .in("/bin/shop", "main", null, 0)
                        .with(new Amount(1, 2048), Amount.NONE),
                StackBuilder.stack()
                        .in("/bin/shop", "Basket::fill()", null, 0)
                        .in("/bin/shop", "main", null, 0)
                        .with(KIBIBYTE, Amount.NONE));

        assertThat(sites.sites())
                .extracting(AllocationSite::callers)
                .containsExactly(List.of("read_feed (feed.c:7)"), List.of("Basket::fill()"), List.of());
    }

    @Test
    void passesOverTheProgramsOwnWrappersWhereTheyAreNamed() {
        Sample sample = StackBuilder.stack()
                .in("malloc")
                .in("shop::Pool::get(unsigned long)")
                .in("shop::Basket::fill()")
                .with(KIBIBYTE, Amount.NONE);

        assertThat(AllocationSites.of(
                                profile(sample),
                                OWN,
                                AllocatorFunctions.KNOWN.with(List.of("shop::Pool::*")),
                                SampleType.LIVE_BYTES)
                        .sites())
                .extracting(AllocationSite::name)
                .containsExactly("shop::Basket::fill()");
    }

    @Test
    void saysTheWrapperWhereTheStackIsNothingElse() {
        AllocationSite site =
                only(StackBuilder.stack().in("malloc").inJvm("os::malloc").at("com.example.A.a:1"));

        assertThat(site.functions()).containsExactly("os::malloc");
    }

    @Test
    void passesOverAFunctionWithoutANameForItsCallerInTheSameLibrary() {
        AllocationSite site = only(StackBuilder.stack()
                .address(new Location(0x7f00_0000_1234L, library("/usr/lib/libany.so"), List.of()))
                .in("inflateInit2_")
                .at("com.example.A.a:1"));

        assertThat(site.functions()).containsExactly("inflateInit2_");
    }

    @Test
    void namesNoFunctionOfAnotherLibraryForOneWithoutAName() {
        assertThat(only(StackBuilder.stack()
                                .frame(new UnknownFrame("/usr/lib/libvendor.so", 0x1234))
                                .in("start_thread"))
                        .name())
                .isEqualTo("libvendor.so+0x1234");
        assertThat(only(StackBuilder.stack()
                                .frame(new UnknownFrame("/usr/lib/libvendor.so", 0x1234))
                                .frame(new UnknownFrame("/usr/lib/libany.so", 0x99))
                                .in("call_init"))
                        .name())
                .isEqualTo("libvendor.so+0x1234");
    }

    @Test
    void passesOverWhatTheAllocatorsFunctionsCalled() {
        AllocationSite site = only(StackBuilder.stack()
                .frame(new UnknownFrame("/usr/lib/liballocator.so", 0x1234))
                .in("malloc")
                .in("G1CardSet::add(unsigned long)"));

        assertThat(site.name()).isEqualTo("G1CardSet::add(unsigned long)");
    }

    @Test
    void anAddressNobodyLookedUpIsNamedByItsLibrary() {
        AllocationSite site = only(StackBuilder.stack()
                .address(new Location(0x7f00_0000_1234L, library("/usr/lib/libz.so.1"), List.of())));

        assertThat(site.name()).isEqualTo("libz.so.1+0x1234");
    }

    @Test
    void namesCannotSteerTheTerminal() {
        Sample sample = StackBuilder.stack().in("evil\u001b[2J\u009b\nname").with(KIBIBYTE, Amount.NONE);

        assertThat(AllocationSitesText.print(sites(sample), 10))
                .contains("evil?[2J??name")
                .doesNotContain("\u001b", "\u009b");
    }

    @Test
    void lostNamesAreARowOfTheirOwn() {
        AllocationSite site = only(StackBuilder.stack().in("inflateInit2_").frame(MarkerFrame.NAME_LOST));

        assertThat(site.name()).isEqualTo("[Java frame, name lost]");
    }

    @Test
    void holdersAddUpToTheWholeAndErrorsByTheirSquares() {
        SampleRate rate = new SampleRate(65_536);
        Profile profile = Shop.profile();

        AllocationSites sites =
                AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);

        assertThat(sites.sites().stream()
                        .mapToDouble(site -> site.live().bytes())
                        .sum())
                .isCloseTo(profile.live().bytes(), within(1.0));
        double squares = profile.samples().stream()
                .mapToDouble(
                        sample -> Math.pow(rate.estimateBytes(sample.live()).standardError(), 2))
                .sum();
        assertThat(sites.liveBytes().standardError()).isCloseTo(Math.sqrt(squares), within(1.0));
    }

    @Test
    void ordersByTheMeasureAsked() {
        Sample leak = StackBuilder.stack().at("com.example.Leak.a:1").with(new Amount(1, 5000), new Amount(1, 5000));
        Sample churn = StackBuilder.stack().at("com.example.Churn.b:1").with(new Amount(1, 10), new Amount(90, 90_000));
        Profile profile = profile(leak, churn);

        assertThat(AllocationSites.of(profile, OWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES)
                        .sites()
                        .get(0)
                        .name())
                .contains("Leak");
        assertThat(AllocationSites.of(profile, OWN, AllocatorFunctions.KNOWN, SampleType.ACCUMULATED_BYTES)
                        .sites()
                        .get(0)
                        .name())
                .contains("Churn");
    }

    @Test
    void whatWasFreedIsNoHolder() {
        Sample freed = StackBuilder.stack().at("com.example.Churn.b:1").with(Amount.NONE, new Amount(90, 90_000));

        assertThat(sites(freed).sites()).isEmpty();
    }

    private static Mapping library(String file) {
        return new Mapping(0x7f00_0000_0000L, 0x7f00_0010_0000L, 0, file, false, null);
    }

    private static AllocationSite only(StackBuilder stack) {
        AllocationSites sites = sites(stack.with(KIBIBYTE, Amount.NONE));
        assertThat(sites.sites()).hasSize(1);
        return sites.sites().get(0);
    }

    private static AllocationSites sites(Sample... samples) {
        return AllocationSites.of(profile(samples), OWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}
