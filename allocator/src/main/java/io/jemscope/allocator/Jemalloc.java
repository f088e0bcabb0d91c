package io.jemscope.allocator;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The jemalloc of this process; where it has none, or one that doesn't profile, Jemscope's own sampler, which answers the same controls. It uses the native library's methods. The native agent binds them in its program; in other programs
 * {@link #load} does, and then everything works but the hook.
 */
public final class Jemalloc implements Allocator, BacktraceHook {

    private final Mallctl calls;

    /** Never reset: jemalloc can't be unloaded. */
    private volatile boolean present;

    /** Uses the native library, whose methods must be bound before the first call. */
    public Jemalloc() {
        this(new NativeMallctl());
    }

    Jemalloc(Mallctl calls) {
        this.calls = calls;
    }

    /**
     * Loads the native library into a program without the native agent, and binds its methods.
     *
     * @param library the path of libjemscope.so
     * @throws UnsatisfiedLinkError if the library can't be loaded
     */
    public static Jemalloc load(Path library) {
        JemallocNatives.load(library.toAbsolutePath().toString());
        return new Jemalloc();
    }

    @Override
    public Detection detection() {
        String origin = calls.origin();
        String malloc = known(Control.MALLOC).orElse(Optional.empty()).orElse(null);
        boolean sampledHere = known(Control.SAMPLED_HERE).orElse(false);
        if (origin == null) {
            return new Detection(Detection.State.ABSENT, "", null, null, malloc, sampledHere);
        }
        int bar = origin.indexOf('|');
        String path = origin.substring(bar + 1);
        return new Detection(
                calls.canary() ? Detection.State.PRESENT : Detection.State.BYPASSED,
                origin.substring(0, Math.max(bar, 0)),
                path.isEmpty() ? null : path,
                known(Control.VERSION).orElse(Optional.empty()).orElse(null),
                malloc,
                sampledHere);
    }

    /** Empty if it can't be read, for whatever reason. */
    private <T> Optional<T> known(Control<T> control) {
        try {
            return Optional.of(read(control));
        } catch (AllocatorException e) {
            return Optional.empty();
        }
    }

    @Override
    public <T> T read(Control<T> control) throws AllocatorException {
        requirePresence("read", control.name());
        ControlType type = control.type();
        if (type == ControlType.ACTION) {
            throw new IllegalArgumentException(control.name() + " has no value to read; run it");
        }
        Object value;
        int errno;
        if (type == ControlType.TEXT) {
            @Nullable String[] text = new String[1];
            errno = calls.readString(control.name(), text);
            value = Optional.ofNullable(text[0]);
        } else {
            byte[] bytes = new byte[type.bytes()];
            int[] length = new int[1];
            errno = calls.read(control.name(), bytes, length);
            if (errno == 0 && length[0] != bytes.length) {
                errno = Errno.EINVAL;
            }
            value = type.decode(bytes);
        }
        check("read", control, errno);
        return control.typed(value);
    }

    @Override
    public boolean offers(Control<Optional<String>> writeOnly) throws AllocatorException {
        if (!writeOnly.equals(Control.PROF_PREFIX) && !writeOnly.equals(Control.PROF_LOG_START)) {
            throw new IllegalArgumentException(writeOnly.name() + " may act when it is read");
        }
        if (!isPresent()) {
            return false;
        }
        int errno = calls.readString(writeOnly.name(), new @Nullable String[1]);
        if (errno != Errno.ENOENT && errno != Errno.EPERM) {
            check("read", writeOnly, errno);
        }
        return errno != Errno.ENOENT;
    }

    @Override
    public <T> void write(Control<T> control, T value) throws AllocatorException {
        requirePresence("write", control.name());
        ControlType type = control.type();
        if (type == ControlType.ACTION) {
            throw new IllegalArgumentException(control.name() + " takes no value; run it");
        }
        if (type == ControlType.TEXT) {
            String text = (String) ((Optional<?>) value).orElse(null);
            if (text == null && !control.equals(Control.PROF_DUMP)) {
                // jemalloc would read from the null pointer and crash the process.
                throw new IllegalArgumentException(control.name() + " takes a text; prof.dump alone does without");
            }
            check("write", control, calls.writeString(control.name(), text));
        } else {
            check("write", control, calls.write(control.name(), type.encode(value)));
        }
    }

    @Override
    public void run(Control<Void> action) throws AllocatorException {
        requirePresence("run", action.name());
        check("run", action, calls.write(action.name(), null));
    }

    @Override
    public void dump(Path file, DumpKind kind) throws AllocatorException {
        requireAbsolute(file);
        requirePresence("run", Control.PROF_DUMP.name());
        refuse(file, calls.dump(file.toString(), kind.word()));
    }

    @Override
    public void dumpHeap(Path file) throws AllocatorException {
        requireAbsolute(file);
        requirePresence("run", Control.PROF_DUMP.name());
        refuse(file, calls.dump(file.toString(), null));
    }

    @Override
    public void nameFrames(Path file, DumpKind kind) throws AllocatorException {
        requireAbsolute(file);
        refuse(file, calls.symbols(file.toString(), kind.word()));
    }

    private static void requireAbsolute(Path file) {
        if (!file.isAbsolute()) {
            throw new IllegalArgumentException("A dump's path is absolute, not " + file);
        }
    }

    private void refuse(Path file, int errno) throws AllocatorException {
        if (errno != 0) {
            throw Refusal.ofDump(file.toString(), errno, profilingOff());
        }
    }

    @Override
    public String statistics(StatisticsQuery query) throws AllocatorException {
        requirePresence("run", "malloc_stats_print");
        String text = calls.statistics(query.letters());
        if (text == null) {
            Detection detection = detection();
            throw detection.present() || detection.isGlibc()
                    ? Refusal.ofControl("run", "malloc_stats_print", Errno.ENOMEM, false)
                    : Refusal.ofStatistics(detection.mallocName());
        }
        return text;
    }

    @Override
    public MemorySummary memory() throws AllocatorException {
        // The statistics only change when the epoch is written.
        write(Control.EPOCH, 1L);
        return new MemorySummary(
                read(Control.STATS_ALLOCATED),
                read(Control.STATS_ACTIVE),
                read(Control.STATS_METADATA),
                read(Control.STATS_RESIDENT),
                read(Control.STATS_MAPPED),
                find(Control.STATS_RETAINED).orElse(0L));
    }

    @Override
    public Optional<GlibcMemory> glibcMemory() {
        long[] counts = detection().isGlibc() ? calls.mallinfo() : null;
        return counts == null
                ? Optional.empty()
                : Optional.of(new GlibcMemory(counts[0], counts[1], counts[2], counts[3], counts[4]));
    }

    @Override
    public List<MallocOption> options() throws AllocatorException {
        requirePresence("read", "opt.*");
        return new OptionReader(this, new ConfTexts(calls, this).read()).read();
    }

    @Override
    public Map<OptionSource, String> configuration() throws AllocatorException {
        requirePresence("read", "config.malloc_conf");
        return new ConfTexts(calls, this).read();
    }

    @Override
    public boolean installed() {
        return calls.hooked();
    }

    @Override
    public void countExhaustion() {
        calls.countExhaustion();
    }

    @Override
    public void install(boolean on) throws AllocatorException {
        int errno = calls.setHook(on);
        if (errno != 0) {
            throw Refusal.ofHook(errno);
        }
    }

    @Override
    public HookCounters counters() {
        String[] names = calls.counterNames();
        long[] values = calls.counters();
        Map<String, Long> byName = new LinkedHashMap<>();
        for (int i = 0; i < Math.min(names.length, values.length); i++) {
            byName.put(names[i], values[i]);
        }
        return new HookCounters(byName);
    }

    private void requirePresence(String verb, String control) throws AllocatorException {
        if (!isPresent()) {
            throw Refusal.noAllocator(verb, control);
        }
    }

    /** Whether there is anything that answers. */
    private boolean isPresent() {
        // Only once: finding the origin resolves a path.
        present = present || calls.origin() != null || flag(Control.SAMPLED_HERE.name());
        return present;
    }

    private void check(String verb, Control<?> control, int errno) throws AllocatorException {
        if (errno == 0) {
            return;
        }
        if (flag(Control.SAMPLED_HERE.name())) {
            if (control.equals(Control.PROF_ACTIVE)) {
                throw Refusal.ofSampler(verb, errno, text(Control.TOOL), size(Control.TOOL_LIBRARIES));
            }
            String malloc = text(Control.MALLOC);
            if (errno == Errno.ENOENT && malloc != null && !malloc.startsWith("jemalloc")) {
                throw Refusal.withoutJemalloc(verb, control.name(), malloc);
            }
        }
        throw Refusal.ofControl(verb, control.name(), errno, errno == Errno.ENOENT && profilingOff());
    }

    private @Nullable String text(Control<Optional<String>> control) {
        @Nullable String[] text = new String[1];
        return calls.readString(control.name(), text) == 0 ? text[0] : null;
    }

    private long size(Control<Long> control) {
        byte[] bytes = new byte[control.type().bytes()];
        return calls.read(control.name(), bytes, new int[1]) == 0
                ? (Long) control.type().decode(bytes)
                : 0;
    }

    /** Returns whether this build supports profiling and the process was started without it. */
    private boolean profilingOff() {
        return flag("config.prof") && !flag("opt.prof");
    }

    private boolean flag(String name) {
        byte[] value = new byte[1];
        return calls.read(name, value, new int[1]) == 0 && value[0] != 0;
    }
}
