package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a process began: what lies about from before is another's, even where its number is the same. */
final class ProgramStart {

    private static final int MILLIS_IN_TICK = 10; // USER_HZ is 100 on every Linux that JDKs run on.
    private static final int START_FIELD = 22; // proc(5), /proc/pid/stat

    private ProgramStart() {}

    /** This one: at most some 2 s early and not late; the beginning of time where the kernel doesn't tell. */
    static Instant get() {
        try {
            return of(read("/proc/self/stat"), read("/proc/uptime"), Instant.now());
        } catch (IOException | IllegalArgumentException e) {
            return Instant.EPOCH;
        }
    }

    /** Another one, in the same way; null where there is none of that number, as far as this process can see. */
    static @Nullable Instant of(long pid) {
        try {
            return of(read("/proc/" + pid + "/stat"), read("/proc/uptime"), Instant.now());
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | IllegalArgumentException e) {
            return Files.exists(Path.of("/proc/" + pid)) ? Instant.EPOCH : null;
        }
    }

    private static String read(String file) throws IOException {
        return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.ISO_8859_1);
    }

    static Instant of(String stat, String uptime, Instant now) {
        // The program's name comes second, in brackets, and may have blanks and brackets in it.
        int at = stat.lastIndexOf(')') + 2;
        for (int field = 3; field < START_FIELD; field++) {
            at = stat.indexOf(' ', at) + 1;
        }
        long ticks = Digits.number(stat, at, stat.indexOf(' ', at));
        long upSeconds = Digits.number(uptime, 0, uptime.indexOf('.'));
        if (ticks < 0 || upSeconds < 0) {
            throw new IllegalArgumentException("no such figures");
        }
        Instant start = now.minusSeconds(upSeconds + 2).plusMillis(ticks * MILLIS_IN_TICK);
        // Where a container is shown another clock than its processes are started by, nothing can be told.
        return start.isAfter(now) ? Instant.EPOCH : start;
    }
}
