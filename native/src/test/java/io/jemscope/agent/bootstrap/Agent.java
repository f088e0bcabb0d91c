package io.jemscope.agent.bootstrap;

import io.jemscope.allocator.JemallocNatives;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stands in for the Java agent: it calls every native once and writes what it found to the file {@code report} in its
 * folder, one line "ok what" or "wrong what" each, and last "stopped" when it is stopped.
 */
public final class Agent {
    private static final int ENOENT = 2;
    private static final int EEXIST = 17;
    private static final int EINVAL = 22;
    private static final List<String> report = new ArrayList<>();
    private static Path folder;

    private Agent() {}

    /** Called by the library on a thread of its own. */
    public static void start(String text) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (String pair : text.split(",")) {
            options.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        folder = Path.of(options.get("folder"));
        Files.createDirectories(folder);
        if (options.containsKey("descriptor") && options.get("descriptor").equals("leave")) {
            Files.writeString(
                    folder.resolve("hooked"),
                    JemallocNatives.hooked() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            JemallocNatives.leave(true);
            return;
        }
        if (options.containsKey("descriptor") && options.get("descriptor").equals("fail")) {
            throw new IllegalStateException("told to fail\nin two lines");
        }
        check("the library's own path is told", Files.exists(Path.of(options.get("native"))));
        checkThread();
        checkControls();
        checkKinds();
        checkHook();
        checkDumps();
        Files.write(folder.resolve("report"), report);
    }

    /** Called by the library once it has started. */
    public static void prepare() throws Exception {
        report.add("ok it prepares once it has started");
        Files.write(folder.resolve("report"), report);
        throw new IllegalStateException("which is nobody's business");
    }

    /** Called by the library when the JVM dies. */
    public static void stop() throws Exception {
        Files.writeString(folder.resolve("report"), "stopped\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (Files.exists(folder.resolve("hang"))) {
            Thread.currentThread().join();
        }
    }

    private static void check(String what, boolean right) {
        report.add((right ? "ok " : "wrong ") + what);
    }

    private static void checkThread() {
        Thread thread = Thread.currentThread();
        ClassLoader own = Agent.class.getClassLoader();
        check(
                "the thread is a daemon of Jemscope's",
                thread.isDaemon() && thread.getName().startsWith("jemscope-"));
        check(
                "the thread is in no group of the program's",
                thread.getThreadGroup().getName().equals("system"));
        check("the loader is its own", own.getParent() == ClassLoader.getPlatformClassLoader());
        check("the program's loader is out of reach", thread.getContextClassLoader() == own);
    }

    private static void checkControls() {
        byte[] value = new byte[1]; // as wide as the control: jemalloc wants it so
        int[] length = new int[1];
        String[] text = new String[1];
        check(
                "opt.prof is read",
                JemallocNatives.read("opt.prof", value, length) == 0 && length[0] == 1 && value[0] == 1);
        check("an unknown control is ENOENT", JemallocNatives.read("no.such", value, length) == ENOENT);
        check("a version is read", JemallocNatives.readString("version", text) == 0 && text[0].startsWith("5."));
        check("epoch is written", JemallocNatives.write("epoch", new byte[] {1, 0, 0, 0, 0, 0, 0, 0}) == 0);
        check("a void control is called", JemallocNatives.write("thread.tcache.flush", null) == 0);
        check(
                "own threads are not sampled",
                JemallocNatives.read("thread.prof.active", value, length) == 0 && value[0] == 0);
        check("a text is written", JemallocNatives.writeString("thread.prof.name", "jemscope-renamed") == 0);
        check(
                "and read again",
                JemallocNatives.readString("thread.prof.name", text) == 0 && text[0].equals("jemscope-renamed"));
        check("statistics are JSON", JemallocNatives.statistics("J").startsWith("{\"jemalloc\":"));
        check("the origin is told", JemallocNatives.origin().matches("\\|/.*libjemalloc.*"));
        check("the canary lives", JemallocNatives.canary());
        check("malloc_conf's symbol is told", JemallocNatives.confSymbol() == null);
        check(
                "the preload is remembered",
                JemallocNatives.preloadEnvironment("LD_PRELOAD").contains("libjemalloc"));
        check("and gone from the environment", System.getenv("LD_PRELOAD") == null);
        check("other variables are not kept", JemallocNatives.preloadEnvironment("PATH") == null);
    }

    /** jemalloc itself would follow or call these. */
    private static void checkKinds() {
        byte[] wide = new byte[Long.BYTES];
        int[] length = new int[1];
        String[] text = new String[1];
        check("a number is no text", JemallocNatives.readString("epoch", text) == EINVAL);
        check("nor is a flag", JemallocNatives.readString("opt.prof", text) == EINVAL);
        check("a text option is read", JemallocNatives.readString("opt.dss", text) == 0 && text[0].equals("secondary"));
        check("an unknown text is ENOENT", JemallocNatives.readString("no.such", text) == ENOENT);
        check("a prefix is no nothing", JemallocNatives.writeString("prof.prefix", null) == EINVAL);
        check("nor is a name", JemallocNatives.writeString("thread.prof.name", null) == EINVAL);
        check("a log needs a file", JemallocNatives.writeString("prof.log_start", null) == EINVAL);
        check("a prefix is written", JemallocNatives.writeString("prof.prefix", folder + "/p") == 0);
        check("a text is no number", JemallocNatives.writeString("epoch", "1") == EINVAL);
        check("an unknown control takes no text", JemallocNatives.writeString("no.such", "1") == ENOENT);
        check("a number is no prefix", JemallocNatives.write("prof.prefix", wide) == EINVAL);
        check("a number is no hook", JemallocNatives.write("experimental.hooks.prof_backtrace", wide) == EINVAL);
        check("nor an arena's hooks", JemallocNatives.write("arena.0.extent_hooks", wide) == EINVAL);
        check("nor read", JemallocNatives.read("arena.0.extent_hooks", wide, length) == EINVAL);
    }

    private static void checkHook() {
        List<String> names = Arrays.asList(JemallocNatives.counterNames());
        JemallocNatives.countExhaustion();
        check("the counters have names", names.size() == JemallocNatives.counters().length);
        check(
                "samples come first",
                names.get(0).equals("samples") && names.get(1).equals("samples.java"));
        check("the hook is in place", JemallocNatives.hooked());
        check("it comes off", JemallocNatives.setHook(false) == 0 && !JemallocNatives.hooked());
        check("twice is no error", JemallocNatives.setHook(false) == 0);
        check("it goes on again", JemallocNatives.setHook(true) == 0 && JemallocNatives.hooked());
        check("twice is no error either", JemallocNatives.setHook(true) == 0 && JemallocNatives.hooked());
    }

    /** Of the calling thread. */
    private static int niceness() throws IOException {
        String stat = Files.readString(Path.of("/proc/thread-self/stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    }

    private static void checkDumps() throws Exception {
        Path dump = folder.resolve("odd ä 😀.heap");
        Path symbols = folder.resolve("odd ä 😀.heap.symbols");
        check("a dump is written", JemallocNatives.dump(dump.toString(), "asked") == 0);
        check("it is a dump", Files.readString(dump).startsWith("heap_v2/"));
        check("its symbols are beside it", Files.readString(symbols).contains("# kind: asked\n"));
        check(
                "both are private",
                Files.getPosixFilePermissions(dump).size() == 2
                        && Files.getPosixFilePermissions(symbols).size() == 2);
        check("it is never overwritten", JemallocNatives.dump(dump.toString(), "asked") == EEXIST);
        Path alone = folder.resolve("alone.heap");
        Thread low = new Thread(() -> {
            try {
                int before = niceness();
                JemallocNatives.lowerPriority();
                check("a thread's priority can be lowered", niceness() == Math.min(19, before + 5));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        low.start();
        low.join();
        check("a dump can be had alone", JemallocNatives.dump(alone.toString(), null) == 0);
        check("then without symbols", Files.notExists(folder.resolve("alone.heap.symbols")));
        check("it is whole", Files.readString(alone).contains("MAPPED_LIBRARIES:"));
        check("symbols can be had later", JemallocNatives.symbols(alone.toString(), "asked") == 0);
        check("they are", Files.readString(folder.resolve("alone.heap.symbols")).endsWith("---\n"));
        check("and once", JemallocNatives.symbols(alone.toString(), "asked") == EEXIST);
        check("no folder is ENOENT", JemallocNatives.dump(folder + "/none/x.heap", "asked") == ENOENT);
        Files.createFile(folder.resolve("taken.heap.symbols"));
        check("nor are symbols", JemallocNatives.dump(folder + "/taken.heap", "asked") == EEXIST);
        check("and then there is no dump", Files.notExists(folder.resolve("taken.heap")));
        try (var files = Files.list(folder)) {
            check(
                    "nothing half is left",
                    files.noneMatch(file -> file.toString().endsWith(".part")));
        }
    }
}
