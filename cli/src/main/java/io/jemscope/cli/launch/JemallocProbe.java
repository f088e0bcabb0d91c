package io.jemscope.cli.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a jemalloc library what it can do, by preloading it into a program that does nothing and having it print its
 * statistics at that program's end. Takes a few milliseconds.
 */
public final class JemallocProbe {

    private JemallocProbe() {}

    /**
     * Asks a library.
     *
     * @param library its file
     * @return what it can do; empty if the file isn't a jemalloc or can't be loaded on this machine
     * @throws IOException where the program that does nothing can't be started
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public static Optional<Jemalloc> ask(Path library) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/true");
        Map<String, String> environment = builder.environment();
        environment.put("LD_PRELOAD", library.toString());
        // The letters leave out all but the general part.
        environment.put("MALLOC_CONF", "prof:true,prof_active:false,stats_print:true,stats_print_opts:mdablxeh");
        builder.redirectErrorStream(true);
        Optional<String> text = LimitedOutput.of(builder);
        return text.flatMap(statistics -> read(library, statistics));
    }

    static Optional<Jemalloc> read(Path library, String statistics) {
        String version = after(statistics, "Version: \"");
        if (version.isEmpty() && !statistics.contains("config.prof:")) {
            return Optional.empty();
        }
        boolean profiling = statistics.contains("config.prof: true");
        boolean libunwind = statistics.contains("config.prof_libunwind: true");
        return Optional.of(new Jemalloc(library, version, profiling, libunwind));
    }

    private static String after(String text, String mark) {
        int begin = text.indexOf(mark);
        int end = begin < 0 ? -1 : text.indexOf('"', begin + mark.length());
        return end < 0 ? "" : text.substring(begin + mark.length(), end);
    }
}
