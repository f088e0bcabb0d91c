package io.jemscope.agent.rss;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The smaps of real JVMs on jemalloc, of a kernel 6.18 on x86-64, with 8 MiB in the Java heap, 8 MiB in a direct buffer and 20
 * threads of the program's own. What stands beside each was asked of the same JVM by jcmd, and of the kernel.
 */
enum RecordedJvm {
    JDK_17_G1("jdk17-g1", 0xfc000000L, 0x100000000L, 0x7fe43f200000L, 0x7fe44e200000L, 39, 70_756),
    JDK_17_ZGC("jdk17-zgc", 0, 0, 0x7fc1fac00000L, 0x7fc209c00000L, 41, 81_780),
    JDK_25_G1("jdk25-g1", 0xfc000000L, 0x100000000L, 0x7f0b95bff000L, 0x7f0ba4c00000L, 38, 88_992),
    JDK_25_ZGC("jdk25-zgc", 0, 0, 0x7f46983ff000L, 0x7f46a7400000L, 41, 96_976);

    final long threads;
    final long residentBytes;
    private final String name;
    private final long heap;
    private final long heapEnd;
    private final long code;
    private final long codeEnd;

    RecordedJvm(String name, long heap, long heapEnd, long code, long codeEnd, long threads, long residentKilobytes) {
        this.name = name;
        this.heap = heap;
        this.heapEnd = heapEnd;
        this.code = code;
        this.codeEnd = codeEnd;
        this.threads = threads;
        this.residentBytes = residentKilobytes << 10;
    }

    VmLayout layout() {
        return new VmLayout(new AddressRange(heap, heapEnd), new AddressRange(code, codeEnd), null);
    }

    byte[] smaps() {
        try (InputStream in = new GZIPInputStream(resource(name + ".smaps.gz"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<MemoryMapping> mappings() throws IOException {
        List<MemoryMapping> mappings = new ArrayList<>();
        Smaps.read(new ByteArrayInputStream(smaps()), mappings::add);
        return mappings;
    }

    MappingSums sums() throws IOException {
        return sums(smaps());
    }

    /** As a kernel would have it that keeps count of all that may be used. */
    MappingSums sumsWithoutMarks() throws IOException {
        return sums(
                new String(smaps(), StandardCharsets.UTF_8).replace(" nr", "").getBytes(StandardCharsets.UTF_8));
    }

    private MappingSums sums(byte[] smaps) throws IOException {
        MappingSums sums = new MappingSums();
        Smaps.read(
                new ByteArrayInputStream(smaps),
                new MappingSorter(layout().heap(), layout().code(), new ArenaHeaps(null), sums, Integer.MAX_VALUE));
        return sums;
    }

    /** What Native Memory Tracking of a JVM printed; the two with G1 have it. */
    String tracking() {
        try (InputStream in = resource(name + ".nmt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream resource(String name) {
        InputStream in = RecordedJvm.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("no resource " + name);
        }
        return in;
    }
}
