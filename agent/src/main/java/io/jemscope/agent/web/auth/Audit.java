package io.jemscope.agent.web.auth;

import io.jemscope.agent.events.UtcTime;
import io.jemscope.agent.threads.BackgroundExecutor;
import io.jemscope.httpd.AuditSink;
import io.jemscope.httpd.Principal;
import java.time.Clock;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A line for each change, of when, who, from where, what, and what came of it:
 *
 * <pre>2026-01-31T23:59:59Z operator 127.0.0.1 PUT /api/v1/profiling {"active":true} -> 200</pre>
 *
 * <p>Lines are written by a thread of their own, which goes when there is nothing to write, so that no caller waits for a
 * full or slow disk. What can't be written, or comes faster than it can be, is lost, and the next line that is written
 * says how many there were.
 *
 * <p>What was refused since its caller may not do it goes into a file of its own, whose name ends in {@code .refused}: who
 * may change nothing could otherwise push out, by being refused again and again, what others have changed.
 */
public final class Audit implements AuditSink {

    private static final int WAITING = 1_000;
    private static final int REFUSED_WAITING = 100;
    private static final int FORBIDDEN = 403;
    /** More than an address, a body's beginning and a note of each control that can be changed take. */
    private static final int MOST_CHARACTERS = 1_000;

    private final Clock clock;
    private final @Nullable Lines changes;
    private final @Nullable Lines refusals;

    private Audit(Clock clock, @Nullable Lines changes, @Nullable Lines refusals) {
        this.clock = clock;
        this.changes = changes;
        this.refusals = refusals;
    }

    /**
     * An audit in a file, and one for what was refused beside it; each is made with its first line.
     *
     * @param clock tells the time
     * @param threads makes the threads that write; they must be daemons
     */
    public static Audit to(AuditFile file, Clock clock, ThreadFactory threads) {
        return new Audit(
                clock,
                new Lines(file, new BackgroundExecutor(WAITING, threads)),
                new Lines(file.refused(), new BackgroundExecutor(REFUSED_WAITING, threads)));
    }

    /** No audit. */
    public static Audit none() {
        return new Audit(Clock.systemUTC(), null, null);
    }

    @Override
    public void changed(Principal caller, String what, int status) {
        Lines lines = status == FORBIDDEN ? refusals : changes;
        record(lines, caller.name() + " " + caller.address() + " " + shortened(what) + " -> " + status);
    }

    @Override
    public void failedLogins(String address) {
        record(
                refusals,
                "nobody " + address + " guesses tokens; further answers to that address are delayed by a second");
    }

    private void record(@Nullable Lines lines, String text) {
        if (lines == null) {
            return;
        }
        try {
            if (!lines.writer().execute(new Line(lines.file(), line(clock, text)))) {
                lines.file().lose();
            }
        } catch (OutOfMemoryError e) {
            // Not even room for the line: the change was made, and its caller gets the answer.
            lines.file().lose();
        }
    }

    /** So that what came of it always stands behind it. */
    private static String shortened(String what) {
        return what.length() > MOST_CHARACTERS ? what.substring(0, MOST_CHARACTERS) + "…" : what;
    }

    private static String line(Clock clock, String text) {
        StringBuilder line = new StringBuilder(text.length() + 32);
        line.append(UtcTime.iso(clock.instant())).append(' ');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Whatever a caller sends, it is one line, and nothing that a terminal would obey.
            line.append(c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return line.append('\n').toString();
    }

    /** Writes what is still to be written, for a fifth of a second at most; then as long what was refused. */
    public void close() {
        if (changes != null && refusals != null) {
            changes.writer().close();
            refusals.writer().close();
        }
    }

    private record Lines(AuditFile file, BackgroundExecutor writer) {}

    private record Line(AuditFile file, String text) implements Runnable {
        @Override
        public void run() {
            file.append(text);
        }
    }
}
