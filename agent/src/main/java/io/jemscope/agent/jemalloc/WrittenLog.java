package io.jemscope.agent.jemalloc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The file of a log as jemalloc has left it. It writes one JSON object whose last member is an array, without blanks
 * (5.3.0, {@code prof_log.c}) or indented (5.2.1, {@code prof.c}), and goes on to the end whatever the disk says: what it answers tells only whether something was wrong.
 */
final class WrittenLog {

    private static final String END = "]}";

    /** Room for these with what may stand between and behind them. */
    private static final int LOOKED_AT = 16;

    private static final Set<OpenOption> LOOK = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private WrittenLog() {}

    /** Whether it is there to its end. */
    static boolean isWhole(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, LOOK)) {
            long from = Math.max(0, channel.size() - LOOKED_AT);
            ByteBuffer last = ByteBuffer.allocate(LOOKED_AT);
            while (last.hasRemaining() && channel.read(last, from + last.position()) >= 0) {
                // Until it is full, or the file ends.
            }
            return new String(last.array(), 0, last.position(), StandardCharsets.ISO_8859_1)
                    .replaceAll("\\s", "")
                    .endsWith(END);
        }
    }
}
