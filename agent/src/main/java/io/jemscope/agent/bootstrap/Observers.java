package io.jemscope.agent.bootstrap;

import io.jemscope.agent.config.Key;
import io.jemscope.agent.config.Settings;
import io.jemscope.agent.jfr.FlightEvents;
import io.jemscope.agent.jmx.Dumper;
import io.jemscope.agent.jmx.JmxBeans;
import io.jemscope.agent.threads.AgentThreads;
import io.jemscope.agent.web.api.Components;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Role;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows the agent's figures by JMX and JFR where the settings want that. The agent runs without them if they fail, as in a runtime without these modules. */
final class Observers {

    private final List<Closeable> running = new ArrayList<>();

    void start(Settings settings, Components parts, AgentThreads threads, Consumer<String> notices) {
        if (settings.flag(Key.JFR)) {
            try {
                running.add(FlightEvents.start(parts.allocator(), parts.dumps(), parts.ledger(), parts.verdict()));
            } catch (LinkageError e) {
                notices.accept("the setting jfr has no effect: this runtime has no module jdk.jfr. Add it with jlink");
            } catch (RuntimeException | OutOfMemoryError e) {
                notices.accept("the setting jfr has no effect: " + e);
            }
        }
        if (settings.flag(Key.JMX)) {
            try {
                running.add(jmx(parts, settings.flag(Key.JMX_DUMP) ? new Dumps(parts) : null, threads, notices));
            } catch (LinkageError e) {
                notices.accept("the setting jmx has no effect: this runtime has no module java.management. Add it with"
                        + " jlink");
            } catch (RuntimeException | OutOfMemoryError e) {
                notices.accept("the setting jmx has no effect: " + e);
            }
        }
    }

    private static Closeable jmx(
            Components parts, @Nullable Dumper dumper, AgentThreads threads, Consumer<String> notices) {
        JmxBeans beans = new JmxBeans(
                parts.allocator(), parts.dumps(), parts.profiler(), parts.ledger(), parts.verdict(), dumper, notices);
        beans.start(threads.named("jemscope-jmx"));
        return beans;
    }

    /** The program runs on without the agent. At the program's end nothing needs to be taken out. */
    void close() {
        for (Closeable one : running) {
            try {
                one.close();
            } catch (IOException e) {
                // None of them throws it.
            }
        }
        running.clear();
    }

    /** Limited like operators' dumps over HTTP. */
    private record Dumps(Components parts) implements Dumper {
        @Override
        public String dump() {
            try {
                parts.limiter().take(new Principal("jmx", "jmx", Role.OPERATE), "No dump was made");
                return parts.profiler().dump(DumpKind.ASKED).file().toString();
            } catch (ApiException | AllocatorException | IOException e) {
                throw new IllegalStateException(e.getMessage());
            }
        }
    }
}
