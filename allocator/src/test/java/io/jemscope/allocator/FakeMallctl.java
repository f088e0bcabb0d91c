package io.jemscope.allocator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces jemalloc in tests: controls by name, and an errno for each control that must fail. */
final class FakeMallctl implements Mallctl {

    final Map<String, byte[]> values = new HashMap<>();
    final Map<String, String> texts = new HashMap<>();
    final Map<String, Integer> errors = new HashMap<>();
    final Map<String, String> environment = new HashMap<>();
    final List<String> calls = new ArrayList<>();

    @Nullable
    String origin = "|/usr/lib/libjemalloc.so.2";

    int originsAsked;

    boolean canary = true;

    @Nullable
    String symbol;

    long @Nullable [] mallinfo;

    @Nullable
    String statistics = "statistics ";

    void flag(String name, boolean value) {
        values.put(name, ControlType.BOOL.encode(value));
    }

    void size(String name, long value) {
        values.put(name, ControlType.SIZE.encode(value));
    }

    @Override
    public int read(String name, byte[] value, int[] length) {
        calls.add("read " + name);
        Integer error = errors.get(name);
        byte[] known = values.get(name);
        if (error != null || known == null) {
            return error != null ? error : Errno.ENOENT;
        }
        System.arraycopy(known, 0, value, 0, Math.min(known.length, value.length));
        length[0] = known.length;
        return known.length == value.length ? 0 : Errno.EINVAL;
    }

    @Override
    public int write(String name, byte @Nullable [] value) {
        calls.add((value == null ? "run " : "write ") + name);
        if (errors.containsKey(name)) {
            return errors.get(name);
        }
        if (value != null) {
            values.put(name, value.clone());
        }
        return 0;
    }

    @Override
    public int readString(String name, @Nullable String[] value) {
        if (errors.containsKey(name)) {
            return errors.get(name);
        }
        if (!texts.containsKey(name)) {
            return Errno.ENOENT;
        }
        value[0] = texts.get(name);
        return 0;
    }

    @Override
    public int writeString(String name, @Nullable String value) {
        calls.add("write " + name + " " + value);
        return errors.getOrDefault(name, 0);
    }

    @Override
    public @Nullable String statistics(String options) {
        return statistics == null ? null : statistics + options;
    }

    @Override
    public @Nullable String origin() {
        originsAsked++;
        return origin;
    }

    @Override
    public boolean canary() {
        return canary;
    }

    @Override
    public long @Nullable [] mallinfo() {
        return mallinfo;
    }

    @Override
    public boolean hooked() {
        return true;
    }

    @Override
    public int setHook(boolean on) {
        return errors.getOrDefault("hook", 0);
    }

    @Override
    public void countExhaustion() {}

    @Override
    public long[] counters() {
        return new long[] {7, 5};
    }

    @Override
    public String[] counterNames() {
        return new String[] {"samples", "samples.java"};
    }

    @Override
    public int symbols(String path, String kind) {
        calls.add("symbols " + path + " " + kind);
        return errors.getOrDefault("symbols", 0);
    }

    @Override
    public int dump(String path, @Nullable String kind) {
        calls.add("dump " + path + " " + kind);
        return errors.getOrDefault("prof.dump", 0);
    }

    @Override
    public @Nullable String confSymbol() {
        return symbol;
    }

    @Override
    public @Nullable String preloadEnvironment(String name) {
        return environment.get(name);
    }
}
