package io.jemscope.cli.recording;

import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentState;
import io.jemscope.cli.control.RuntimeFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The JVMs of one recording while they run: a command is often a script, which may start several. A JVM is known by its
 * agent's descriptor, which names the recording's folder. Used by one thread.
 */
final class Watch {

    private final RuntimeFolder runtime;
    private final Path folder;
    private final Duration snapshotEvery;
    private final Map<Long, WatchedJvm> jvms = new LinkedHashMap<>();

    Watch(RuntimeFolder runtime, Path folder, Duration snapshotEvery) {
        this.runtime = runtime;
        this.folder = folder;
        this.snapshotEvery = snapshotEvery;
    }

    /** The command is a JVM itself: its files can be looked at before its agent is there. */
    void expect(long pid) {
        jvms.computeIfAbsent(pid, any -> new WatchedJvm(pid, snapshotEvery));
    }

    /** Looks for new JVMs, opens the files that the known ones have mapped meanwhile, and makes what snapshots are due. */
    void look() {
        for (AgentDescriptor descriptor : runtime.descriptors()) {
            if (descriptor.folder().normalize().equals(folder)) {
                expect(descriptor.pid());
                WatchedJvm jvm = jvms.get(descriptor.pid());
                if (jvm != null && !jvm.hasAgent()) {
                    jvm.found(descriptor);
                }
            }
        }
        for (WatchedJvm jvm : jvms.values()) {
            if (jvm.isAlive()) {
                // A library may be unpacked, loaded and deleted again: only while it is mapped can it be opened.
                jvm.binaries().refresh();
                jvm.snapshotIfDue(folder);
            }
        }
    }

    /** Takes away the descriptors of JVMs that had no time for it themselves. */
    void forgetEnded() {
        for (WatchedJvm jvm : jvms.values()) {
            if (jvm.hasAgent() && !jvm.isAlive()) {
                runtime.forget(jvm.pid(), folder);
            }
        }
    }

    Collection<WatchedJvm> jvms() {
        return jvms.values();
    }

    Optional<WatchedJvm> jvm(long pid) {
        return Optional.ofNullable(jvms.get(pid));
    }

    /** All JVMs together. */
    AgentState state() {
        long samples = 0;
        long allocated = 0;
        long resident = 0;
        for (WatchedJvm jvm : jvms.values()) {
            AgentState state = jvm.state().orElse(new AgentState(0, 0, 0));
            samples += state.samples();
            allocated += state.allocatedBytes();
            resident += state.residentBytes();
        }
        return new AgentState(samples, allocated, resident);
    }
}
