package io.jemscope.agent.web.rendering;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which renderings are kept: at most so many bytes and files in all, the least recently requested one is evicted first. The
 * newest stays whatever its size, because a caller waits for it. Thread-safe; touches no file.
 */
final class RenderCache {

    /** Small ones aren't any number either: each has its parameters in memory. */
    private static final int MOST_FILES = 200;

    private final long mostBytes;
    private final Map<Path, Long> longestAgoFirst = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** Keeps so many bytes. */
    RenderCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Takes a new one in, and answers those that go for it. */
    synchronized List<Path> add(Path fresh, long freshBytes) {
        forget(fresh);
        longestAgoFirst.put(fresh, freshBytes);
        bytes += freshBytes;
        List<Path> gone = new ArrayList<>(1);
        Iterator<Map.Entry<Path, Long>> files = longestAgoFirst.entrySet().iterator();
        while ((bytes > mostBytes || longestAgoFirst.size() - gone.size() > MOST_FILES)
                && gone.size() < longestAgoFirst.size() - 1) {
            Map.Entry<Path, Long> file = files.next();
            gone.add(file.getKey());
            bytes -= file.getValue();
        }
        longestAgoFirst.keySet().removeAll(gone);
        return gone;
    }

    /** A caller has requested it again. */
    synchronized void touch(Path file) {
        longestAgoFirst.get(file);
    }

    /** It isn't there any more. */
    synchronized void forget(Path file) {
        Long gone = longestAgoFirst.remove(file);
        bytes -= gone == null ? 0 : gone;
    }
}
