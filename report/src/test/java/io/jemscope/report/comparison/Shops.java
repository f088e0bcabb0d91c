package io.jemscope.report.comparison;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.StackBuilder;
import java.util.ArrayList;
import java.util.List;

/** A small shop in the morning and in the evening: a leak, a new cache, something gone, and much that merely wavers. */
public final class Shops {

    /** One sample for 64 KiB. */
    public static final SampleRate RATE = new SampleRate(64 * 1024);

    /** By Java line. */
    public static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    private Shops() {}

    /** Before. */
    public static Profile morning() {
        return profile(RATE, shop(100, 0, 40, 2, 300, 30));
    }

    /** After. */
    public static Profile evening() {
        return profile(RATE, shop(260, 30, 0, 5, 310, 24));
    }

    /** The shop with so many samples at each place. */
    private static List<Sample> shop(int feeds, int prices, int imports, int rare, int pages, int compiling) {
        List<Sample> samples = new ArrayList<>();
        add(samples, feeds, 4_096, "deflateInit2_", "com.example.shop.Feeds.open:12");
        add(samples, prices, 1_024, "malloc", "com.example.shop.Prices.load:33");
        add(samples, imports, 8_192, "inflateInit2_", "com.example.shop.Imports.read:61");
        add(samples, rare, 512, "malloc", "com.example.shop.Rare.get:5");
        add(samples, pages, 2_048, "malloc", "com.example.shop.Pages.render:24");
        add(samples, pages / 100, 1 << 20, "malloc", "com.example.shop.Pages.buffer:30");
        if (compiling > 0) {
            samples.add(StackBuilder.stack()
                    .in("malloc")
                    .in("Arena::grow")
                    .in("PhaseChaitin::Split")
                    .in("CompileBroker::compiler_thread_loop")
                    .live(RATE, compiling, compiling * 32_768L));
        }
        return samples;
    }

    private static void add(List<Sample> samples, int sampled, long blockBytes, String function, String line) {
        if (sampled > 0) {
            samples.add(StackBuilder.stack()
                    .in(function)
                    .at(line)
                    .at("com.example.shop.Main.main:3")
                    .live(RATE, sampled, sampled * blockBytes));
        }
    }

    /** A profile of nothing but these samples. */
    public static Profile profile(SampleRate rate, List<Sample> samples) {
        return new Profile(rate, samples, List.of(), ProfileMetadata.UNKNOWN);
    }

    /** A line that holds so many samples, each of 4 KiB. */
    public static Sample line(String line, int sampled) {
        return StackBuilder.stack().in("malloc").at(line).live(RATE, sampled, sampled * 4_096L);
    }

    /** A line of the application that holds so many samples, each of 4 KiB, through a buffer library. */
    public static Sample throughLibrary(String line, int sampled) {
        return StackBuilder.stack()
                .in("malloc")
                .at("java.nio.ByteBuffer.allocateDirect:5")
                .at("org.buffers.Unpooled.allocateDirect:118")
                .at("org.buffers.Pool.get:40")
                .at(line)
                .at("com.example.shop.Main.main:3")
                .live(RATE, sampled, sampled * 4_096L);
    }

    /** A line that holds, and ever asked for, so many samples of 4 KiB. */
    static Sample counted(String line, int live, int ever) {
        return StackBuilder.stack().in("malloc").at(line).with(amount(live), amount(ever));
    }

    private static Amount amount(int sampled) {
        return RATE.scale(sampled, sampled * 4_096L);
    }
}
