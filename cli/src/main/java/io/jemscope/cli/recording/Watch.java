package io.jemscope.cli.recording;

import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentState;
import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The JVMs of one recording while they run: a command is often a script, which may start several. A JVM is known by its
 * agent's descriptor, which names the recording's folder. Used by one thread.
 */
final class Watch {

    private final RuntimeFolder runtime;
    private final Path folder;
    private final Supplier<SnapshotSchedule> schedules;
    private final Optional<DumpSeries> series;
    private final Map<Long, WatchedJvm> jvms = new LinkedHashMap<>();

    Watch(RuntimeFolder runtime, Path folder, Supplier<SnapshotSchedule> schedules, Optional<DumpSeries> series) {
        this.runtime = runtime;
        this.folder = folder;
        this.schedules = schedules;
        this.series = series;
    }

    /** The command is a JVM itself: its files can be looked at before its agent is there. */
    void expect(long pid) {
        jvms.computeIfAbsent(pid, any -> new WatchedJvm(pid, schedules.get()));
    }

    /** Looks for new JVMs. */
    void find() {
        for (AgentDescriptor descriptor : runtime.descriptors()) {
            if (descriptor.folder().normalize().equals(folder)) {
                expect(descriptor.pid());
                WatchedJvm jvm = jvms.get(descriptor.pid());
                if (jvm != null && !jvm.hasAgent()) {
                    jvm.found(descriptor);
                }
            }
        }
    }

    /** Opens the files that the known JVMs have mapped meanwhile, and makes what snapshots are due. */
    void look() {
        for (WatchedJvm jvm : jvms.values()) {
            if (jvm.isAlive()) {
                // A library may be unpacked, loaded and deleted again: only while it is mapped can it be opened.
                jvm.binaries().refresh();
                jvm.snapshotIfDue(folder, series);
            }
        }
    }

    /** Has every JVM that runs dump. */
    void dumpRunning() {
        for (WatchedJvm jvm : jvms.values()) {
            if (jvm.isAlive()) {
                jvm.binaries().refresh();
                // What came of it is found in the folder, and why nothing did is kept with the JVM.
                var unused = jvm.dump(DumpFile.ASKED, folder);
            }
        }
    }

    /** Switches sampling off in every JVM that runs and samples still; {@code tell} takes a line where that fails. */
    void switchOff(Consumer<String> tell) {
        for (WatchedJvm jvm : jvms.values()) {
            if (jvm.isAlive() && jvm.isSampling()) {
                try {
                    jvm.deactivate();
                } catch (IOException e) {
                    tell.accept("sampling couldn't be switched off in " + jvm.pid() + ": " + Failures.words(e));
                }
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
        long rss = 0;
        long malloc = 0;
        for (WatchedJvm jvm : jvms.values()) {
            AgentState state = jvm.state().orElse(new AgentState(0, 0, 0));
            samples += state.samples();
            rss += state.rssBytes();
            malloc += state.mallocBytes();
        }
        return new AgentState(samples, rss, malloc);
    }
}
