package io.jemscope.report;

import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small shop's profile, made by hand: a leak of its own, one through a library, and what the JVM itself holds. */
final class Shop {

    private static final SampleRate RATE = new SampleRate(64 * 1024);

    private Shop() {}

    static Profile profile() {
        return new Profile(RATE, samples(), List.of(), new ProfileMetadata(facts()));
    }

    /** The same, where all but the last stack know their thread. */
    static Profile withThreads() {
        List<Sample> samples = new ArrayList<>();
        String[] threads = {"http-1", "http-2", "http-2", "main", "GC Thread#0", ""};
        for (Sample sample : samples()) {
            String thread = threads[samples.size()];
            samples.add(new Sample(
                    sample.stack(),
                    sample.live(),
                    sample.accumulated(),
                    thread.isEmpty()
                            ? Map.of(Sample.KIND, "java")
                            : Map.of(Sample.THREAD, thread, Sample.KIND, thread.startsWith("GC") ? "native" : "java")));
        }
        return new Profile(RATE, samples, List.of(), new ProfileMetadata(facts()));
    }

    private static List<Sample> samples() {
        return List.of(
                // A leak in the program's own code: inflaters never ended, from two places in the JDK.
                StackBuilder.stack()
                        .in("zcalloc")
                        .in("inflateInit2_")
                        .in("Java_java_util_zip_Inflater_init")
                        .at("java.util.zip.Inflater.init")
                        .at("java.util.zip.Inflater.<init>:123")
                        .at("com.example.shop.Thumbnails.render:61")
                        .at("com.example.shop.Server.handle:40")
                        .at("java.lang.Thread.run:1583")
                        .live(RATE, 300, 300 * 7_160),
                StackBuilder.stack()
                        .in("inflate_window")
                        .in("inflate")
                        .in("Java_java_util_zip_Inflater_inflateBytesBytes")
                        .at("java.util.zip.Inflater.inflateBytesBytes")
                        .at("com.example.shop.Thumbnails.render:61")
                        .at("com.example.shop.Server.handle:40")
                        .at("java.lang.Thread.run:1583")
                        .live(RATE, 500, 500 * 40_960),
                // A library's buffers, asked for by the program.
                StackBuilder.stack()
                        .inJvm("os::malloc")
                        .in("Unsafe_AllocateMemory0")
                        .at("jdk.internal.misc.Unsafe.allocateMemory0")
                        .at("java.nio.DirectByteBuffer.<init>:137")
                        .at("org.pool.Arena.newChunk:707")
                        .at("org.pool.Arena.allocate:220")
                        .at("com.example.shop.Basket.load:18")
                        .at("com.example.shop.Server.handle:44")
                        .at("java.lang.Thread.run:1583")
                        .live(RATE, 2, 2L * 16_777_216),
                // Class loading: nothing but the JDK's own frames.
                StackBuilder.stack()
                        .inJvm("Arena::grow(unsigned long, AllocFailStrategy::AllocFailEnum)")
                        .in("ClassFileParser::parse_stream")
                        .at("java.lang.ClassLoader.defineClass1")
                        .at("java.lang.ClassLoader.defineClass:1027")
                        .live(RATE, 4, 4 * 32_768),
                // The JIT's thread.
                StackBuilder.stack()
                        .inJvm("AllocateHeap(unsigned long, MEMFLAGS)")
                        .in("GCArena::take")
                        .in("thread_native_entry")
                        .live(RATE, 9, 9 * 2_048),
                StackBuilder.stack()
                        .frame(new UnknownFrame("/opt/lib/libvendor.so", 0x1234))
                        .at("com.example.shop.Vendor.call")
                        .frame(MarkerFrame.CUT)
                        .live(RATE, 3, 3 * 1_024));
    }

    private static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("main", "com.example.shop.Main");
        facts.put("program.start", "1767225600000");
        facts.put("active.since", "1767225600000");
        facts.put("samples", "12345");
        facts.put("samples.java", "11800");
        facts.put("samples.thread.native", "400");
        facts.put("samples.empty", "120");
        facts.put("samples.gc", "20");
        facts.put("samples.failed.unknown_java", "5");
        facts.put("samples.cut", "23");
        return facts;
    }
}
