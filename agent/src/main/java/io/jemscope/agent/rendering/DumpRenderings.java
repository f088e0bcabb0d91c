package io.jemscope.agent.rendering;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.dump.PrivateFolder;
import io.jemscope.agent.http.Problem;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes renderings on one thread, which is there while there is something to do, and keeps them in the dumps' own folder,
 * each under a temporary name until it is whole. They go when their dump goes.
 */
public final class DumpRenderings implements Renderings {

    private static final int MOST_WAITING = 32;
    private static final long IDLE_SECONDS = 10;

    private static final Set<OpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    /** What is made once, however many ask. */
    private record Key(String dump, String baseline, Form form) {}

    private final DumpStore dumps;
    private final long pid;
    private final HeapRoom room = new HeapRoom(Runtime.getRuntime());
    private final ThreadPoolExecutor thread;
    private final Map<Key, CompletableFuture<Rendering>> asked = new HashMap<>();

    /**
     * Makes it; no thread is started yet.
     *
     * @param dumps where the dumps are
     * @param pid this process
     * @param threads makes the thread; what it allocates must not be sampled as the program's
     */
    public DumpRenderings(DumpStore dumps, long pid, ThreadFactory threads) {
        this.dumps = dumps;
        this.pid = pid;
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    @Override
    public synchronized CompletionStage<Rendering> of(Dump dump, Optional<Dump> baseline, Form form) {
        forgetTheGone();
        Key key = new Key(dump.id(), baseline.isPresent() ? baseline.get().id() : "", form);
        CompletableFuture<Rendering> known = asked.get(key);
        if (known == null) {
            known = new CompletableFuture<>();
            asked.put(key, known);
            start(key, dump, baseline.orElse(null), known);
        }
        // A copy: nobody outside completes or cancels what others wait for.
        return known.copy();
    }

    /** Makes no more, and gives up what is asked for and hasn't been begun. */
    public void close() {
        thread.shutdownNow();
    }

    /** What went with its dump, or what somebody has taken away, is made anew. */
    private void forgetTheGone() {
        for (Map.Entry<Key, CompletableFuture<Rendering>> entry : new ArrayList<>(asked.entrySet())) {
            CompletableFuture<Rendering> future = entry.getValue();
            boolean failed = future.isCompletedExceptionally();
            if (failed || (future.isDone() && !Files.isRegularFile(future.join().file(), LinkOption.NOFOLLOW_LINKS))) {
                asked.remove(entry.getKey());
            }
        }
    }

    private void start(Key key, Dump dump, @Nullable Dump baseline, CompletableFuture<Rendering> promise) {
        try {
            thread.execute(new Runnable() {
                @Override
                public void run() {
                    Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
                    try {
                        promise.complete(make(key, dump, baseline));
                    } catch (Problem e) {
                        promise.completeExceptionally(e);
                    } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
                        promise.completeExceptionally(RenderingFailure.of(e));
                    }
                }
            });
        } catch (RejectedExecutionException e) {
            promise.completeExceptionally(new Problem(
                    503,
                    "The dump can't be analysed now",
                    MOST_WAITING + " other analyses are waiting",
                    "Ask again in a minute, or download the dump and run: jemscope report FILE."));
        }
    }

    private Rendering make(Key key, Dump dump, @Nullable Dump baseline) throws Problem, IOException {
        room.check(size(dump) + (baseline == null ? 0 : size(baseline)));
        PrivateFolder.ensure(dumps.folder());
        Path folder = dumps.made(dump);
        PrivateFolder.ensure(folder);
        Path file = folder.resolve(name(key));
        Path part = folder.resolve(name(key) + ".part");
        // What a process that was killed meanwhile has left.
        Files.deleteIfExists(part);
        try {
            try (OutputStream out = new BufferedOutputStream(
                    Channels.newOutputStream(Files.newByteChannel(part, NEW_FILE, OWNER_ONLY)), 1 << 14)) {
                new Making(pid).make(dump.file(), baseline == null ? null : baseline.file(), key.form(), out);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        if (!dumps.holds(dump)) {
            // Dropped while it was read: then what was made of it has to go as well.
            dumps.dropMade(dump);
            throw RenderingFailure.gone();
        }
        return new Rendering(file, Files.size(file), key.form());
    }

    private static String name(Key key) {
        String base = key.baseline().isEmpty() ? "all" : "since-" + key.baseline();
        String alike = key.form() == Form.PPROF_ALLOCS ? ".allocs." : ".";
        return base + alike + key.form().ending();
    }

    private static long size(Dump dump) {
        List<Path> files = List.of(dump.file(), dump.symbols());
        long bytes = 0;
        for (Path file : files) {
            try {
                bytes += Files.size(file);
            } catch (IOException e) {
                // Without symbols, or gone: that is told when it is read.
            }
        }
        return bytes;
    }
}
