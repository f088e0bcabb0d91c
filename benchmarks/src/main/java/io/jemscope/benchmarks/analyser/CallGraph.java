package io.jemscope.benchmarks.analyser;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Who calls whom in a JVM that never ran: Java frames as Jemscope's pseudo-addresses, compiled code, libjvm and other
 * libraries. What a call calls depends on nothing but itself and a choice, of which the first is taken most.
 */
final class CallGraph {

    private static final long JAVA = 0x4A45_0000_0000_0000L;
    private static final int JAVA_FRAMES = 60_000;
    private static final long CODE_CACHE = 0x7f3a_5000_0000L;
    private static final long LIBJVM = 0x7f3a_7800_0000L;
    private static final int LIBJVM_BYTES = 0x0110_0000;
    private static final long LIBRARIES = 0x7f3a_7a00_0000L;
    private static final int LIBRARY_BYTES = 0x0002_0000;
    private static final int LIBRARY_COUNT = 180;
    private static final long LIBJEMALLOC = 0x7f3a_7c40_0000L;
    private static final int LIBJEMALLOC_BYTES = 0x000a_0000;

    /** How many places of libjvm and of each library call something. */
    private static final int PLACES = 12_000;

    private static final String[] NAMES = {"render", "handle", "doFilter", "invoke", "load", "parse", "write", "open"};

    /** Fills a stack, leaf first, with a walk of a depth. */
    void walk(SplittableRandom random, long[] stack, int depth) {
        int nativeFrames = Math.min(depth - 1, 4 + random.nextInt(7));
        int at = depth - 1;
        long call = random.nextInt(6);
        for (; at >= nativeFrames; at--) {
            stack[at] = JAVA + Long.remainderUnsigned(call, JAVA_FRAMES);
            call = callee(call, choice(random, at > depth - 10 ? 0.97 : 0.72));
        }
        // The compiled code that the native part of a stack ends at.
        if (at >= 0) {
            stack[at--] = CODE_CACHE + Long.remainderUnsigned(call, 3_000) * 0x140;
        }
        for (; at > 2; at--) {
            call = callee(call, choice(random, 0.6));
            stack[at] = nativeAddress(call);
        }
        for (; at >= 0; at--) {
            stack[at] = LIBJEMALLOC + 0x8a30 + at * 0x1c7L;
        }
    }

    private static long nativeAddress(long call) {
        long place = Long.remainderUnsigned(call >>> 8, PLACES);
        if ((call & 3) != 0) {
            return LIBJVM + 0x30_0000 + place * 0x3d3;
        }
        return LIBRARIES + (place % LIBRARY_COUNT) * LIBRARY_BYTES + 0x1000 + (place / LIBRARY_COUNT) * 0x95;
    }

    private static int choice(SplittableRandom random, double first) {
        int choice = 0;
        while (choice < 12 && random.nextDouble() > first) {
            choice++;
        }
        return choice;
    }

    private static long callee(long call, int choice) {
        long mixed = (call + choice + 1) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        return (mixed ^ (mixed >>> 27)) >>> 20;
    }

    /** The mappings of the process, as the kernel shows them. */
    static String maps() {
        StringBuilder maps = new StringBuilder();
        map(maps, 0x5581_2000_0000L, 0x1000, "r-xp", "/opt/jdk/bin/java");
        map(maps, 0x5581_2100_0000L, 0x0200_0000, "rw-p", "[heap]");
        map(maps, CODE_CACHE, 0x0300_0000, "rwxp", "");
        library(maps, LIBJVM, LIBJVM_BYTES, "/opt/jdk/lib/server/libjvm.so");
        for (int i = 0; i < LIBRARY_COUNT; i++) {
            library(maps, LIBRARIES + (long) i * LIBRARY_BYTES, LIBRARY_BYTES, "/opt/service/lib/libpart" + i + ".so");
        }
        library(maps, LIBJEMALLOC, LIBJEMALLOC_BYTES, "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2");
        map(maps, 0x7ffe_4a5d_9000L, 0x2000, "r-xp", "[vdso]");
        return maps.toString();
    }

    private static void library(StringBuilder maps, long start, int bytes, String file) {
        int code = bytes / 4 * 3;
        map(maps, start, code, "r-xp", file);
        map(maps, start + code, bytes - code, "rw-p", file);
    }

    private static void map(StringBuilder maps, long start, long bytes, String access, String file) {
        maps.append(Long.toHexString(start)).append('-').append(Long.toHexString(start + bytes));
        maps.append(' ').append(access).append(" 00000000 fe:00 ").append(file.isEmpty() ? 0 : 4_711);
        maps.append("                    ").append(file).append('\n');
    }

    /** The file beside the dump, with the names of the Java frames. */
    static void writeNames(OutputStream out) throws IOException {
        StringBuilder names = new StringBuilder("--- symbol\nbinary=/opt/jdk/bin/java\n");
        names.append("# jemscope: 1\n# main: com.example.shop.Service\n");
        names.append("# jemalloc.path: /usr/lib/x86_64-linux-gnu/libjemalloc.so.2\n");
        for (int frame = 0; frame < JAVA_FRAMES; frame++) {
            int type = frame / 25;
            names.append("0x").append(Long.toHexString(JAVA + frame));
            names.append(type % 3 == 0 ? " java.util.part" : " com.example.shop.part")
                    .append(type % 40);
            names.append(".Type").append(type).append('.').append(NAMES[frame % NAMES.length]);
            names.append("(Type")
                    .append(type)
                    .append(".java:")
                    .append(20 + frame % 25 * 7)
                    .append(")\n");
        }
        out.write(names.append("---\n").toString().getBytes(StandardCharsets.US_ASCII));
    }
}
