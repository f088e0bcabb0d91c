package io.jemscope.allocator;

import org.jspecify.annotations.Nullable;

/** Calls the allocator of this process through the native library. */
final class NativeMallctl implements Mallctl {

    @Override
    public int read(String name, byte[] value, int[] length) {
        return JemallocNatives.read(name, value, length);
    }

    @Override
    public int write(String name, byte @Nullable [] value) {
        return JemallocNatives.write(name, value);
    }

    @Override
    public int readString(String name, @Nullable String[] value) {
        return JemallocNatives.readString(name, value);
    }

    @Override
    public int writeString(String name, @Nullable String value) {
        return JemallocNatives.writeString(name, value);
    }

    @Override
    public @Nullable String statistics(String options) {
        return JemallocNatives.statistics(options);
    }

    @Override
    public @Nullable String origin() {
        return JemallocNatives.origin();
    }

    @Override
    public boolean canary() {
        return JemallocNatives.canary();
    }

    @Override
    public long @Nullable [] mallinfo() {
        return JemallocNatives.mallinfo();
    }

    @Override
    public boolean hooked() {
        return JemallocNatives.hooked();
    }

    @Override
    public int setHook(boolean on) {
        return JemallocNatives.setHook(on);
    }

    @Override
    public void countExhaustion() {
        JemallocNatives.countExhaustion();
    }

    @Override
    public long[] counters() {
        return JemallocNatives.counters();
    }

    @Override
    public String[] counterNames() {
        return JemallocNatives.counterNames();
    }

    @Override
    public int dump(String path, @Nullable String kind) {
        return JemallocNatives.dump(path, kind);
    }

    @Override
    public int symbols(String path, String kind) {
        return JemallocNatives.symbols(path, kind);
    }

    @Override
    public @Nullable String confSymbol() {
        return JemallocNatives.confSymbol();
    }

    @Override
    public @Nullable String preloadEnvironment(String name) {
        return JemallocNatives.preloadEnvironment(name);
    }
}
