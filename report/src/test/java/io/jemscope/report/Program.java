package io.jemscope.report;

import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.List;

/** A native program's profile, made by hand, with lines where the program was built with them. */
final class Program {

    static final String FEED = "/src/shop/feed.cc";

    private static final SampleRate RATE = new SampleRate(64 * 1024);
    private static final String SHOP = "/opt/shop/bin/shop";
    private static final String LIBXML = "/usr/lib/libxml2.so.2";

    private Program() {}

    static Profile profile() {
        return new Profile(RATE, samples(), List.of(), ProfileMetadata.UNKNOWN);
    }

    private static List<Sample> samples() {
        return List.of(
                StackBuilder.stack()
                        .in("operator new(unsigned long)")
                        .in(SHOP, "std::__new_allocator<Item>::allocate(unsigned long, void const*)", null, 0)
                        .in(SHOP, "std::vector<Item, std::allocator<Item> >::reserve(unsigned long)", null, 0)
                        .in(SHOP, "shop::Feed::read(std::istream&)", FEED, 4)
                        .in(SHOP, "main", "/src/shop/main.cc", 9)
                        .live(RATE, 250, 250 * 81_920),
                StackBuilder.stack()
                        .in(SHOP, "shop::Feed::read(std::istream&)", FEED, 6)
                        .in(SHOP, "main", "/src/shop/main.cc", 9)
                        .live(RATE, 200, 200 * 57_344),
                StackBuilder.stack()
                        .in("xmlMallocNode")
                        .in(LIBXML, "xmlNewNode", null, 0)
                        .in(SHOP, "shop::Feed::read(std::istream&)", FEED, 6)
                        .in(SHOP, "main", "/src/shop/main.cc", 9)
                        .live(RATE, 30, 30 * 2_048),
                StackBuilder.stack().in("strdup").in("g_strdup").live(RATE, 3, 3 * 1_024));
    }
}
