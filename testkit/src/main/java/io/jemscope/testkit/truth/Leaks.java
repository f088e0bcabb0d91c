package io.jemscope.testkit.truth;

import io.jemscope.testkit.SizeClass;
import io.jemscope.testkit.Zlib;
import io.jemscope.testkit.leaks.UnsafeMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;

/** Leaks: each method leaks once, and returns how many bytes. */
final class Leaks {

    private static final int LARGEST_BUFFER_BYTES = 32_000;
    private static final int LEAST_BATCH_BYTES = 16_384;
    private static final int JNI_BYTES = 3_001;

    private final Setting setting;
    private final List<Object> held = new ArrayList<>();
    private final Blocks cache = new Blocks();

    private Leaks(Setting setting) {
        this.setting = setting;
    }

    /** Leaks once. */
    private interface Leak {
        long once(Leaks leaks) throws Throwable;
    }

    /** How many bytes have leaked until a time. */
    private interface Course {
        double bytesAt(double second);
    }

    private static Workload following(Course course, Setting setting, Leak leak) {
        Leaks leaks = new Leaks(setting);
        long[] leakedBytes = new long[1];
        return second -> {
            while (leakedBytes[0] < course.bytesAt(second)) {
                leakedBytes[0] += leak.once(leaks);
            }
        };
    }

    private static Workload even(Setting setting, Leak leak) {
        return following(second -> setting.bytesASecond() * second, setting, leak);
    }

    static Workload directBuffers(Setting setting) {
        return even(setting, Leaks::directBuffer);
    }

    private long directBuffer() {
        int bytes = 1 + setting.random().nextInt(LARGEST_BUFFER_BYTES);
        setting.ledger().onNextLine(SizeClass.of(bytes), "direct buffers kept");
        held.add(ByteBuffer.allocateDirect(bytes));
        return bytes;
    }

    static Workload unsafe(Setting setting) {
        return even(setting, Leaks::unsafeBlock);
    }

    private long unsafeBlock() throws Throwable {
        long bytes = setting.blockBytes();
        setting.ledger().onNextLine(SizeClass.of(bytes), "Unsafe blocks never freed");
        long unused = (long) UnsafeMemory.ALLOCATE.invokeExact(bytes);
        return bytes;
    }

    static Workload deflaters(Setting setting) {
        return even(setting, Leaks::deflater);
    }

    private long deflater() {
        setting.ledger().onNextLine(Zlib.NEW_DEFLATER_BYTES, "deflaters never ended");
        held.add(new Deflater());
        return Zlib.NEW_DEFLATER_BYTES;
    }

    static Workload inflaters(Setting setting) {
        return even(setting, Leaks::inflater);
    }

    private long inflater() {
        setting.ledger().onNextLine(Zlib.NEW_INFLATER_BYTES, "inflaters never ended");
        held.add(new Inflater());
        return Zlib.NEW_INFLATER_BYTES;
    }

    static Workload jni(Setting setting) {
        return even(setting, Leaks::jniBlock);
    }

    private long jniBlock() {
        setting.ledger().onNextLine(SizeClass.of(JNI_BYTES), "malloc in a JNI library");
        Plants.malloc(JNI_BYTES);
        return JNI_BYTES;
    }

    static Workload threadBuffers(Setting setting) {
        return even(setting, Leaks::threadBuffer);
    }

    /** A thread writes a heap buffer, so the JDK keeps a direct buffer for as long as the thread lives. */
    private long threadBuffer() throws InterruptedException {
        int bytes = Math.max(LEAST_BATCH_BYTES, (int) (setting.bytesASecond() / 8));
        CountDownLatch written = new CountDownLatch(1);
        Thread thread = new Thread(() -> write(bytes, written), "writer");
        thread.setDaemon(true);
        setting.ledger().onNextLine(0, "the JVM's part of threads that stay");
        thread.start();
        written.await();
        return bytes;
    }

    private void write(int bytes, CountDownLatch written) {
        // The JDK keeps the path's text in a native buffer of each thread.
        setting.ledger().onNextLine(0, "path buffers of threads that stay");
        try (FileChannel channel = FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE)) {
            ByteBuffer batch = ByteBuffer.allocate(bytes);
            setting.ledger().onNextLine(SizeClass.of(bytes), "write buffers of threads that stay");
            channel.write(batch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written.countDown();
        while (true) {
            LockSupport.park();
        }
    }

    static Workload gzipStreams(Setting setting) {
        return even(setting, Leaks::gzipStream);
    }

    private long gzipStream() throws IOException {
        setting.ledger().onNextLine(Zlib.NEW_DEFLATER_BYTES, "gzip streams never closed");
        GZIPOutputStream stream = new GZIPOutputStream(OutputStream.nullOutputStream());
        stream.write(new byte[1_000]);
        held.add(stream);
        return Zlib.NEW_DEFLATER_BYTES;
    }

    /** Four times as fast as well as nearly not at all, four days in a run. */
    static Workload underDailyLoad(Setting setting) {
        double day = setting.seconds() / 4;
        Course course = second -> {
            double angle = 2 * Math.PI * second / day;
            return setting.bytesASecond() * (second + 0.9 * day / (2 * Math.PI) * (1 - Math.cos(angle)));
        };
        return following(course, setting, Leaks::unsafeBlock);
    }

    static Workload besideCache(Setting setting) {
        Workload cache = Caches.firstInFirstOut(setting);
        Workload leak = even(setting, Leaks::unsafeBlock);
        return second -> {
            cache.advance(second);
            leak.advance(second);
        };
    }

    /** Half of what one line allocates is cached for an eighth of the run, and half leaks. */
    static Workload inCache(Setting setting) {
        return even(setting, Leaks::cachedOrLeaked);
    }

    private long cachedOrLeaked() throws Throwable {
        cache.freeOldest(setting.heldBytes() / 4);
        return someLeaked(0.5);
    }

    /** Of what one line allocates, 95 % is freed within half a second. */
    static Workload fivePercent(Setting setting) {
        return even(setting, Leaks::servedOrLeaked);
    }

    private long servedOrLeaked() throws Throwable {
        cache.freeOldest(setting.bytesASecond() * 10);
        return someLeaked(0.05);
    }

    private long someLeaked(double share) throws Throwable {
        long bytes = setting.blockBytes();
        boolean leaks = setting.random().nextDouble() < share;
        setting.ledger().onNextLine(leaks ? SizeClass.of(bytes) : 0, "some blocks of a line that frees others");
        long address = (long) UnsafeMemory.ALLOCATE.invokeExact(bytes);
        if (leaks) {
            return bytes;
        }
        cache.add(address, bytes);
        return 0;
    }
}
