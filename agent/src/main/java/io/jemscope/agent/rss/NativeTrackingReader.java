package io.jemscope.agent.rss;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/**
 * Reads Native Memory Tracking where the program was started with it. Where it wasn't, next to nothing is done. The JVM is
 * asked on a thread of its own: it has a lock for such questions, and an MBean server may be the program's own. For one
 * caller at a time.
 */
final class NativeTrackingReader {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String OTHER_WAY = "; jcmd PID VM.native_memory summary may tell.";

    private final TimedQuery<NativeTracking> question;

    /**
     * Makes a reader.
     *
     * @param threads makes the thread on which the JVM is asked; it must be a daemon
     */
    NativeTrackingReader(ThreadFactory threads) {
        question = new TimedQuery<>(threads, PATIENCE);
    }

    NativeTracking read() {
        try {
            String level = DiagnosticCommand.level();
            if (level == null) {
                return NativeTracking.without(null, "This JVM doesn't tell whether Native Memory Tracking is on.");
            }
            if (level.equals("off")) {
                return NativeTracking.without(
                        "off",
                        "Native Memory Tracking is off. It has to be on from the start:"
                                + " -XX:NativeMemoryTracking=summary, which costs the program a few per cent.");
            }
            return question.ask(
                    () -> DiagnosticCommand.tracked(level),
                    NativeTracking.without(level, "The JVM hasn't answered in time, and may yet" + OTHER_WAY));
        } catch (LinkageError e) {
            return NativeTracking.without(null, "The program's runtime has no module jdk.management" + OTHER_WAY);
        }
    }
}
