package io.jemscope.agent;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.AllocatorException.Kind;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Detection;
import io.jemscope.allocator.DumpKind;
import io.jemscope.allocator.GlibcMemory;
import io.jemscope.allocator.HookCounters;
import io.jemscope.allocator.MallocOption;
import io.jemscope.allocator.MemorySummary;
import io.jemscope.allocator.OptionSource;
import io.jemscope.allocator.StatisticsQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Stands in for jemalloc: remembers what is written, writes small files for dumps, and has whoever asks for statistics wait for
 * the dump that is being written.
 */
public final class FakeAllocator implements Allocator, BacktraceHook {

    public final Map<String, Object> values =
            new HashMap<>(Map.of("opt.prof", true, "prof.active", false, "prof.lg_sample", 19L, "arenas.page", 4096L));
    public final List<String> writes = new ArrayList<>();
    public final AtomicReference<String> version = new AtomicReference<>("5.3.0");
    public final AtomicReference<String> refusal = new AtomicReference<>("");
    public final AtomicReference<String> readRefusal = new AtomicReference<>("");

    /** Whether jemalloc is there. */
    public final AtomicReference<Detection.State> state = new AtomicReference<>(Detection.State.PRESENT);

    /** What serves malloc. */
    public final AtomicReference<String> malloc = new AtomicReference<>("jemalloc 5.3.0");

    /** Whether it stands for our own sampler. */
    public final AtomicBoolean isSampler = new AtomicBoolean();

    /** What glibc counts. */
    public final AtomicReference<Optional<GlibcMemory>> glibc = new AtomicReference<>(Optional.empty());

    /** What can only be written; nothing but such a control's being there can be asked. */
    public final Set<String> writeOnly = ConcurrentHashMap.newKeySet();

    /** What a log of allocations has in it. */
    public final AtomicReference<String> log = new AtomicReference<>("{\"allocations\":[]}");

    /** What is done in each dump before its file is there. */
    public final AtomicReference<Runnable> onDump = new AtomicReference<>(() -> {});

    /** What the hook has counted. */
    public final Map<String, Long> counters = new ConcurrentHashMap<>(Map.of("samples", 3L));

    /** What the next dumps have in them. */
    public final AtomicReference<String> heap = new AtomicReference<>("heap_v2/524288\n");

    /** What is done before each write, by the name of what is written. */
    public final AtomicReference<Consumer<String>> onWrite = new AtomicReference<>(name -> {});

    private final Object dumping = new Object();

    /** Stands for glibc's malloc and our own sampler from now on. */
    public void runOnGlibc() {
        state.set(Detection.State.ABSENT);
        malloc.set("glibc 2.36");
        isSampler.set(true);
        glibc.set(Optional.of(new GlibcMemory(10, 20, 30, 4, 5)));
    }

    @Override
    public Detection detection() {
        boolean absent = state.get() == Detection.State.ABSENT;
        return new Detection(
                state.get(),
                "",
                absent ? null : "/usr/lib/libjemalloc.so.2",
                absent ? null : version.get(),
                malloc.get(),
                isSampler.get());
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized <T> T read(Control<T> control) throws AllocatorException {
        Object value = values.get(control.name());
        if (value == null || readRefusal.get().equals(control.name())) {
            throw refuse(Kind.NOT_AVAILABLE, control.name());
        }
        return (T) value;
    }

    @Override
    public <T> void write(Control<T> control, T value) throws AllocatorException {
        onWrite.get().accept(control.name());
        writeNow(control, value);
    }

    private synchronized <T> void writeNow(Control<T> control, T value) throws AllocatorException {
        if (refusal.get().equals(control.name())) {
            throw refuse(Kind.NOT_AVAILABLE, control.name());
        }
        if (control.equals(Control.PROF_LOG_START) && values.containsKey("prof.log_start")) {
            throw refuse(Kind.REFUSED, control.name());
        }
        // As in jemalloc, a reset sets the rate and has no value of its own.
        values.put(control.name().equals("prof.reset") ? "prof.lg_sample" : control.name(), value);
        writes.add(control.name() + "=" + value);
    }

    @Override
    public synchronized void run(Control<Void> action) throws AllocatorException {
        if (refusal.get().equals(action.name())) {
            throw refuse(Kind.REFUSED, action.name());
        }
        if (action.equals(Control.PROF_LOG_STOP)) {
            stopLog();
        }
        writes.add(action.name());
    }

    /** As jemalloc does, at the end and all at once. */
    private void stopLog() throws AllocatorException {
        if (!(values.remove("prof.log_start") instanceof Optional<?> path)) {
            throw refuse(Kind.REFUSED, "prof.log_stop");
        }
        try {
            Files.writeString(Path.of((String) path.orElseThrow()), log.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized boolean offers(Control<Optional<String>> control) {
        return writeOnly.contains(control.name());
    }

    @Override
    public void dump(Path file, DumpKind kind) throws AllocatorException {
        if (refusal.get().equals("prof.dump")) {
            throw refuse(Kind.FILE_NOT_WRITTEN, "prof.dump");
        }
        synchronized (dumping) {
            onDump.get().run();
        }
        if (Files.exists(file)) {
            throw refuse(Kind.FILE_EXISTS, "prof.dump");
        }
        try {
            Files.writeString(file.resolveSibling(file.getFileName() + ".symbols"), "--- symbol\n---\n");
            Files.writeString(file, heap.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void dumpHeap(Path file) throws AllocatorException {
        dump(file, DumpKind.ASKED);
        try {
            Files.delete(file.resolveSibling(file.getFileName() + ".symbols"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void nameFrames(Path file, DumpKind kind) {
        try {
            Files.writeString(file.resolveSibling(file.getFileName() + ".symbols"), "--- symbol\n---\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String statistics(StatisticsQuery query) {
        synchronized (dumping) {
            return query.json() ? "{\"options\":\"" + query.options() + "\"}" : "text " + query.options();
        }
    }

    @Override
    public MemorySummary memory() throws AllocatorException {
        if (state.get() == Detection.State.ABSENT) {
            throw refuse(Kind.NOT_AVAILABLE, "stats.allocated");
        }
        synchronized (dumping) {
            return new MemorySummary(1, 2, 3, 4, 5, 6);
        }
    }

    @Override
    public Optional<GlibcMemory> glibcMemory() {
        return glibc.get();
    }

    @Override
    public List<MallocOption> options() {
        return List.of();
    }

    @Override
    public Map<OptionSource, String> configuration() {
        return Map.of(OptionSource.ENVIRONMENT, "prof:true", OptionSource.LINK, "abort:false");
    }

    private static AllocatorException refuse(Kind kind, String control) {
        return new AllocatorException(kind, control, 2, "Can't do " + control, "the test says so", "Go on.");
    }

    @Override
    public boolean installed() {
        return true;
    }

    @Override
    public void install(boolean on) {}

    @Override
    public void countExhaustion() {}

    @Override
    public HookCounters counters() {
        return new HookCounters(counters);
    }
}
