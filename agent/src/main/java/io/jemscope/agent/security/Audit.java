package io.jemscope.agent.security;

import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.ChangeLog;
import io.jemscope.agent.threads.Errands;
import io.jemscope.agent.time.UtcTime;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * A line for each change, of when, who, from where, what, and what came of it:
 *
 * <pre>2026-01-31T23:59:59Z operator 127.0.0.1 PUT /api/v1/profiling {"active":true} -> 200</pre>
 *
 * <p>Lines are written by a thread of their own, which goes when there is nothing to write, so that nobody waits for a
 * full or slow disk. What can't be written, or comes faster than it can be, is lost, and the next line that is written
 * says how many there were.
 */
public final class Audit implements ChangeLog {

    private static final int WAITING = 1_000;
    private static final int MOST_CHARACTERS = 400;

    private final AuditFile file;
    private final Clock clock;
    private final Executor writer;

    private Audit(AuditFile file, Clock clock, Executor writer) {
        this.file = file;
        this.clock = clock;
        this.writer = writer;
    }

    /**
     * An audit in a file, which is made with the first line.
     *
     * @param file the file
     * @param clock tells the time
     * @param threads makes the thread that writes; it must be a daemon
     * @return the audit
     */
    public static Audit to(AuditFile file, Clock clock, ThreadFactory threads) {
        return new Audit(file, clock, new Errands(WAITING, threads, new Losing(file)));
    }

    /**
     * An audit that nobody reads.
     *
     * @return the audit
     */
    public static Audit none() {
        return new Audit(AuditFile.none(), Clock.systemUTC(), new Nowhere());
    }

    @Override
    public void changed(Caller caller, String what, int status) {
        record(caller.name() + " " + caller.address() + " " + what + " -> " + status);
    }

    /** Somebody sends one wrong token after the other. */
    void guesses(String address) {
        record("nobody " + address + " guesses tokens; further answers to that address are held back for a second");
    }

    private void record(String text) {
        try {
            writer.execute(new Line(file, line(clock, text)));
        } catch (OutOfMemoryError e) {
            // Not even room for the line: the change was made, and whoever asked for it is to hear so.
            file.lose();
        }
    }

    private static String line(Clock clock, String text) {
        StringBuilder line = new StringBuilder(text.length() + 32);
        line.append(UtcTime.iso(clock.instant())).append(' ');
        for (int i = 0; i < Math.min(text.length(), MOST_CHARACTERS); i++) {
            char c = text.charAt(i);
            // Whatever a caller sends, it is one line, and nothing that a terminal would obey.
            line.append(c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return line.append(text.length() > MOST_CHARACTERS ? "…\n" : "\n").toString();
    }

    /** Writes what is still to be written, for a fifth of a second at most. */
    public void close() {
        if (writer instanceof Errands errands) {
            errands.close();
        }
    }

    private record Line(AuditFile file, String text) implements Runnable {
        @Override
        public void run() {
            file.append(text);
        }
    }

    private record Losing(AuditFile file) implements Runnable {
        @Override
        public void run() {
            file.lose();
        }
    }

    private static final class Nowhere implements Executor {
        @Override
        public void execute(Runnable line) {}
    }
}
