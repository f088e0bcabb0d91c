package io.jemscope.agent.web.rendering;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.agent.history.OwnBinaries;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Role;
import io.jemscope.report.verdict.ProcessVerdict;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Makes renderings in the background, and keeps them in the dumps' own folder,
 * each under a temporary name until it is whole. They go when their dump goes, and before it where they take too much together
 * ({@link RenderCache}).
 */
public final class DumpRenderings implements Renderings {

    private static final Set<OpenOption> NEW_FILE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> NEW_READABLE_FILE = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private static final int MOST_REFUSED = 50;

    /** What is made once, however many ask. */
    private record Key(String dump, String baseline, ViewFormat format, View view) {}

    private final DumpStore dumps;
    private final OwnBinaries binaries;
    private final HeapRoom room = new HeapRoom(Runtime.getRuntime());
    private final RenderExecutor renderExecutor;
    private final RenderCache made;
    private final Map<Key, CompletableFuture<Rendering>> asked = new HashMap<>();

    /** Failures that a retry wouldn't change: kept for callers that don't wait but send the request again. */
    private final Map<Key, CompletableFuture<Rendering>> refused = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CompletableFuture<Rendering>> eldest) {
            return size() > MOST_REFUSED;
        }
    };

    /** How many views other than the whole were begun; each has its number in its file's name. */
    private int views;

    /** For the background's one thread. */
    private boolean cleared;

    /**
     * Makes it; no thread is started yet.
     *
     * @param binaries the files of this process
     * @param renderExecutor where they are made
     */
    public DumpRenderings(DumpStore dumps, OwnBinaries binaries, RenderExecutor renderExecutor) {
        this.dumps = dumps;
        this.binaries = binaries;
        this.renderExecutor = renderExecutor;
        this.made = new RenderCache(dumps.limits().madeBytes());
    }

    @Override
    public synchronized CompletionStage<Rendering> of(
            Dump dump, Optional<Dump> baseline, ViewFormat format, View view, Role access, Permit<ApiException> permit)
            throws ApiException {
        forgetTheGone();
        Key key = new Key(dump.id(), baseline.isPresent() ? baseline.get().id() : "", format, view);
        CompletableFuture<Rendering> known = asked.get(key);
        if (known == null) {
            known = refused.get(key);
        }
        if (known == null) {
            Dump base = baseline.orElse(null);
            String name = name(key, view.isWhole() ? 0 : ++views);
            known = renderExecutor.begin(access, permit, new Callable<>() {
                @Override
                public Rendering call() throws ApiException, IOException {
                    return make(key, name, dump, base);
                }
            });
            asked.put(key, known);
        } else if (!known.isDone()) {
            if (access == Role.OPERATE) {
                renderExecutor.prefer(known);
            }
        } else if (!known.isCompletedExceptionally()) {
            made.touch(known.join().file());
        }
        // A copy: no caller can complete or cancel the stage that others wait for.
        return known.copy();
    }

    @Override
    public CompletionStage<FileChannel> once(Dump aside, ViewFormat format, Role access) {
        CompletableFuture<FileChannel> made = begin(access, new Callable<>() {
            @Override
            public FileChannel call() throws ApiException, IOException {
                return makeNameless(aside, format);
            }
        });
        // Also where its turn never came.
        return made.whenComplete((channel, failure) -> dumps.removeAside(aside));
    }

    @Override
    public CompletionStage<ProcessVerdict> verdict(
            OwnVerdict verdict, @Nullable Dump dump, boolean large, Role access) {
        return begin(access, new Callable<>() {
            @Override
            public ProcessVerdict call() throws ApiException, IOException {
                checkRoom(verdict, dump == null ? 0 : size(dump));
                return verdict.judge(dump, large);
            }
        });
    }

    /** Profiles are read one after the other. */
    private void checkRoom(OwnVerdict verdict, long dumpBytes) throws ApiException {
        room.check(Math.max(verdict.profileBytes(), dumpBytes), false, View.WHOLE);
    }

    @Override
    public void refresh(OwnVerdict verdict) {
        CompletableFuture<Boolean> unused = begin(Role.READ, new Callable<>() {
            @Override
            public Boolean call() throws ApiException, IOException {
                checkRoom(verdict, 0);
                return verdict.refresh();
            }
        });
    }

    @Override
    public CompletionStage<Map<Long, String>> names(long[] returns, Optional<Path> symbols, Role access) {
        Path file = symbols.orElse(null);
        return begin(access, new Callable<>() {
            @Override
            public Map<Long, String> call() throws ApiException, IOException {
                room.checkNames(returns.length, file == null ? 0 : Files.size(file));
                return new AddressNames(returns, file, binaries).all();
            }
        });
    }

    /** For what was counted already. */
    private <T> CompletableFuture<T> begin(Role access, Callable<T> work) {
        try {
            return renderExecutor.begin(access, Permit.ALWAYS, work);
        } catch (ApiException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private FileChannel makeNameless(Dump aside, ViewFormat format) throws ApiException, IOException {
        room.check(size(aside), false, View.WHOLE);
        dumps.checkRoom(size(aside));
        Path part = aside.file().resolveSibling(aside.id() + "." + format.ending());
        FileChannel channel = FileChannel.open(part, NEW_READABLE_FILE, OWNER_ONLY);
        try {
            Files.delete(part);
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 14);
            new Renderer(binaries, room).make(aside.file(), null, format, View.WHOLE, out);
            out.flush();
            return channel;
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    /** A file that is gone, with its dump or by hand, is made anew. */
    private synchronized void forgetTheGone() {
        for (Map.Entry<Key, CompletableFuture<Rendering>> entry : new ArrayList<>(asked.entrySet())) {
            CompletableFuture<Rendering> future = entry.getValue();
            if (!future.isDone()) {
                continue;
            }
            if (future.isCompletedExceptionally()) {
                asked.remove(entry.getKey());
                if (isForGood(future)) {
                    refused.put(entry.getKey(), future);
                }
            } else {
                Path file = future.join().file();
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    asked.remove(entry.getKey());
                    made.forget(file);
                }
            }
        }
    }

    /** Whether it fails for what was asked, or for what is in the dump. */
    private static boolean isForGood(CompletableFuture<Rendering> failed) {
        try {
            failed.join();
            return false;
        } catch (CompletionException e) {
            return e.getCause() instanceof ApiException why && (why.status() == 400 || why.status() == 422);
        }
    }

    private Rendering make(Key key, String name, Dump dump, @Nullable Dump baseline) throws ApiException, IOException {
        if (baseline != null && !dumps.holds(baseline)) {
            // Found out before the dump is read, which takes long.
            throw RenderingFailure.gone();
        }
        room.check(size(dump) + (baseline == null ? 0 : size(baseline)), baseline != null, key.view());
        PrivateFolder.ensure(dumps.folder());
        clear();
        dumps.checkRoom(size(dump));
        Path folder = dumps.made(dump);
        PrivateFolder.ensure(folder);
        Path file = folder.resolve(name);
        Path part = folder.resolve(name + ".part");
        // What a process that was killed meanwhile has left.
        Files.deleteIfExists(part);
        List<String> unmatched;
        try {
            try (OutputStream out = new BufferedOutputStream(
                    Channels.newOutputStream(Files.newByteChannel(part, NEW_FILE, OWNER_ONLY)), 1 << 14)) {
                unmatched = new Renderer(binaries, room)
                        .make(dump.file(), baseline == null ? null : baseline.file(), key.format(), key.view(), out);
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
        long bytes = Files.size(file);
        forgetTheGone();
        for (Path old : made.add(file, bytes)) {
            deleteQuietly(old);
        }
        return new Rendering(file, key.dump() + "." + name, bytes, key.format(), unmatched);
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The rendering is there; the leftover goes with its dump at the latest.
        }
    }

    /** Renderings of an earlier agent in this process: no cache counts them, and no caller will request them. */
    private void clear() {
        if (!cleared) {
            cleared = true;
            for (Dump dump : dumps.list()) {
                dumps.dropMade(dump);
            }
        }
    }

    private static String name(Key key, int view) {
        String base =
                (key.baseline().isEmpty() ? "all" : "since-" + key.baseline()) + (view == 0 ? "" : ".view-" + view);
        String alike = key.format() == ViewFormat.PPROF_ALLOCS ? ".allocs." : ".";
        return base + alike + key.format().ending();
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
